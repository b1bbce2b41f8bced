package import Foundation
package import InboxModel

/// A record that mail of an account was trimmed: the server may have more than the store, although everything was read once.
package struct LetGo: Hashable, Sendable {
    /// The trimmed mail is no newer.
    package var until: Date
    /// The position of the walk that fetches it again; nil before its first page.
    package var place: String?

    fileprivate static let key = "let go"
    /// The prefix of the keys of walks through the older mail of single mailboxes.
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
    /// Nil when nothing was trimmed, or all of it was fetched again.
    package func letGo(account: AccountID) throws -> LetGo? {
        try syncState(LetGo.key, account: account).flatMap(LetGo.init)
    }
}

extension StoreTransaction {
    package func setLetGo(_ letGo: LetGo?, account: AccountID) throws {
        try setSyncState(letGo?.text, key: LetGo.key, account: account)
    }

    /// Restarts the walks through single mailboxes, because what they fetched may be gone.
    /// - Parameter inbox: whether to restart that of the inbox too, of which nothing is trimmed.
    package func forgetMailboxWalks(account: AccountID, inbox: Bool) throws {
        try database.run(
            """
            DELETE FROM syncState WHERE account = ?1 AND key >= ?2 AND key < ?2 || char(1114111) AND (?3 OR key NOT IN \
            (SELECT ?2 || remoteID FROM mailbox WHERE account = ?1 AND role = 'inbox' AND remoteID IS NOT NULL))
            """, account.rawValue, LetGo.walkPrefix, inbox)
    }
}
