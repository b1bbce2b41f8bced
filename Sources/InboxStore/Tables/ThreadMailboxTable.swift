import Foundation
import GRDB
import InboxModel

/// A thread's places, with its marks in each: what makes a mailbox's list one walk along an index.
enum ThreadMailboxTable {
    struct Place: Equatable {
        var lastDate: Int64
        var unread = 0
        var starred = 0
    }

    static func places(of messages: [Message], lastDate: Date) -> [MailboxID: Place] {
        var places: [MailboxID: Place] = [:]
        let date = RowCoding.seconds(lastDate)
        for message in messages {
            for mailbox in message.mailboxes {
                var place = places[mailbox] ?? Place(lastDate: date)
                if message.isUnread { place.unread += 1 }
                if message.isStarred { place.starred += 1 }
                places[mailbox] = place
            }
        }
        return places
    }

    /// Brings the rows of a thread and the counters of its mailboxes to the new places.
    static func write(_ database: Database, _ thread: ThreadID, _ places: [MailboxID: Place]) throws {
        let select = try database.cachedStatement(
            sql: "SELECT mailbox, lastDate, unread, starred FROM threadMailbox WHERE thread = ?")
        var old: [MailboxID: Place] = [:]
        for row in try Row.fetchAll(select, arguments: [thread.rawValue]) {
            old[MailboxID(row[0])] = Place(lastDate: row[1], unread: row[2], starred: row[3])
        }
        for (mailbox, place) in old where places[mailbox] != place {
            try database.cachedStatement(
                sql: "DELETE FROM threadMailbox WHERE mailbox = ? AND lastDate = ? AND thread = ?"
            ).execute(arguments: [mailbox.rawValue, place.lastDate, thread.rawValue])
        }
        for (mailbox, place) in places where old[mailbox] != place {
            try database.cachedStatement(
                sql: "INSERT INTO threadMailbox (mailbox, lastDate, thread, unread, starred) VALUES (?, ?, ?, ?, ?)"
            ).execute(arguments: [mailbox.rawValue, place.lastDate, thread.rawValue, place.unread, place.starred])
        }
        for mailbox in Set(old.keys).union(places.keys) {
            let threads = (places[mailbox] == nil ? 0 : 1) - (old[mailbox] == nil ? 0 : 1)
            let unread = ((places[mailbox]?.unread ?? 0) > 0 ? 1 : 0) - ((old[mailbox]?.unread ?? 0) > 0 ? 1 : 0)
            if threads != 0 || unread != 0 {
                try MailboxTable.count(database, mailbox, threads: threads, unread: unread)
            }
        }
    }
}
