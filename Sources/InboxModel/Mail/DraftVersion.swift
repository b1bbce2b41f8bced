public import Foundation

/// A draft as it was: before another text took its place, or when it was discarded.
public struct DraftVersion: Hashable, Identifiable, Sendable {
    public var id: DraftVersionID
    /// The draft that it is of, which may be gone.
    public var draft: MessageID
    public var account: AccountID
    /// When the text gave way to another, or was discarded.
    public var keptAt: Date
    /// Whether the draft was discarded like this, and not brought back since.
    public var isDiscarded: Bool
    public var content: DraftContent

    public init(
        id: DraftVersionID, draft: MessageID, account: AccountID, keptAt: Date, isDiscarded: Bool, content: DraftContent
    ) {
        self.id = id
        self.draft = draft
        self.account = account
        self.keptAt = keptAt
        self.isDiscarded = isDiscarded
        self.content = content
    }
}
