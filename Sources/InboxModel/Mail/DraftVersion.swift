public import Foundation

/// An earlier version of a draft, from before its text was replaced or the draft discarded.
public struct DraftVersion: Hashable, Identifiable, Sendable {
    public var id: DraftVersionID
    /// The draft, which may no longer exist.
    public var draft: MessageID
    public var account: AccountID
    /// When the text was replaced or discarded.
    public var keptAt: Date
    /// Whether the draft was discarded in this version and has not been restored.
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
