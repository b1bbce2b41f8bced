package import Foundation
package import InboxModel

/// That mail of an account was let go: the server may have more than what is here, though all was read once.
package struct LetGo: Hashable, Sendable {
    /// What went is no newer.
    package var until: Date
    /// Where the walk that brings it back stands; nil before its first page.
    package var place: String?

    fileprivate static let key = "let go"
    /// What the keys of walks through the older mail of single mailboxes begin with.
    package static let walkPrefix = "older in "

    package init(until: Date, place: String? = nil) {
        self.until = until
        self.place = place
    }

    fileprivate init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let seconds = parts.first.flatMap(Int64.init) else { return nil }
        self.init(until: RowCoding.date(seconds), place: parts.count > 1 ? parts[1] : nil)
    }

    fileprivate var text: String {
        [RowCoding.seconds(until).description, place].compactMap(\.self).joined(separator: " ")
    }
}

extension StoreReader {
    /// Nil when nothing was let go, or all of it was brought back.
    package func letGo(account: AccountID) throws -> LetGo? {
        try syncState(LetGo.key, account: account).flatMap(LetGo.init)
    }
}

extension StoreTransaction {
    package func setLetGo(_ letGo: LetGo?, account: AccountID) throws {
        try setSyncState(letGo?.text, key: LetGo.key, account: account)
    }

    /// What walks through single mailboxes brought may be gone: they begin anew.
    /// - Parameter inbox: whether also that of the inbox, of which nothing is let go.
    package func forgetMailboxWalks(account: AccountID, inbox: Bool) throws {
        try database.run(
            """
            DELETE FROM syncState WHERE account = ?1 AND key >= ?2 AND key < ?2 || char(1114111) AND (?3 OR key NOT IN \
            (SELECT ?2 || remoteID FROM mailbox WHERE account = ?1 AND role = 'inbox' AND remoteID IS NOT NULL))
            """, account.rawValue, LetGo.walkPrefix, inbox)
    }
}
