/// The bytes that leave in place of a draft, which is signed or encrypted.
public struct SealedDraft: Hashable, Sendable {
    public var bytes: [UInt8]
    /// The draft when sealing began. If it has changed since, the bytes are those of an older text.
    public var mark: DraftMark

    public init(_ bytes: [UInt8], of mark: DraftMark) {
        self.bytes = bytes
        self.mark = mark
    }
}

/// A draft at one time, which tells whether its text has changed since. Its server repeating what was saved is no change.
public struct DraftMark: Hashable, Sendable {
    /// Made up for each text that is written here; nil for one of before there were such numbers.
    package var text: Int64?
    /// By its id and version a save of another client is noticed.
    package var seen: Message

    package init(text: Int64?, seen: Message) {
        self.text = text
        self.seen = seen
    }
}
