package import InboxModel

/// A message with all its copies.
package struct IndexedMessage: Hashable, Sendable {
    package var id: RemoteID
    package var thread: RemoteID
    /// By folder and UID; at least one.
    package var copies: [IndexedCopy]
    /// Flags as keywords (`\Seen` is `$seen`): a message is read when all its copies are, and has whatever else any copy has.
    package var keywords: Set<Keyword>
    package var mailboxes: Set<RemoteID>

    package init(
        id: RemoteID, thread: RemoteID, copies: [IndexedCopy], keywords: Set<Keyword>, mailboxes: Set<RemoteID>
    ) {
        (self.id, self.thread, self.copies) = (id, thread, copies)
        (self.keywords, self.mailboxes) = (keywords, mailboxes)
    }
}

extension IndexedMessage {
    static func keywords(of copies: [IndexedCopy]) -> Set<Keyword> {
        let all = copies.map { Set($0.flags.map(FlagText.keyword)) }
        var keywords = all.reduce(into: Set<Keyword>()) { $0.formUnion($1) }
        if !all.allSatisfy({ $0.contains(.seen) }) { keywords.remove(.seen) }
        return keywords
    }
}
