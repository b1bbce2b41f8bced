import Foundation
public import InboxModel

/// Filters messages in memory like a server of the Inbox API. Its lists contain no drafts.
public struct FilteringServer: Sendable {
    public var messages: [Message]
    /// The server's ids of mailboxes.
    public var names: [MailboxID: RemoteID]

    public init(messages: [Message], names: [MailboxID: RemoteID]) {
        self.messages = messages.filter { !$0.isDraft }
        self.names = names
    }

    /// Returns the messages of the list or search that was requested.
    package func answer(_ reading: RemoteReading, words: (Message) -> MessageWords = { MessageWords($0) })
        -> [Message]
    {
        if let search = reading.search {
            let predicate = MailQuery(search).predicate
            return messages.filter { predicate.matches($0, words: words($0)) }
        }
        return messages.filter { message in reading.parameters.allSatisfy { has($0.key, $0.value, message) } }
    }

    private func has(_ name: String, _ value: String, _ message: Message) -> Bool {
        switch name {
        case "in": message.mailboxes.contains { names[$0]?.rawValue == value }
        case "unread": String(message.isUnread) == value
        case "starred": String(message.isStarred) == value
        case "subject": message.subject.utf8.elementsEqual(value.utf8)
        case "filename": message.files.contains { $0.fileName.utf8.elementsEqual(value.utf8) }
        case "from": isOne(of: message.from, value)
        case "to": isOne(of: message.to, value)
        case "any_email": isOne(of: message.participants, value)
        case "received_after": message.receivedAt.wholeSeconds > Int64(value) ?? 0
        case "received_before": message.receivedAt.wholeSeconds <= Int64(value) ?? 0
        default: false
        }
    }

    /// Compares addresses; only ASCII letters ignore case.
    private func isOne(of addresses: [MailAddress], _ value: String) -> Bool {
        func lower(_ text: String) -> [UInt8] { text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
        return addresses.contains { lower($0.email) == lower(value) }
    }
}
