public import Foundation

/// An earlier text of a draft: before another one replaced it, or when it was discarded.
public struct DraftVersion: Hashable, Identifiable, Sendable {
    public var id: DraftVersionID
    /// The draft that it is of, which may be gone.
    public var draft: MessageID
    public var account: AccountID
    /// When the text was replaced, or discarded.
    public var keptAt: Date
    /// Whether the draft was discarded in this form, and not restored since.
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
