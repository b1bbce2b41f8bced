package import InboxModel

/// The text of a draft, ready for the store. It goes into the message row, and no refusal reverts it.
package struct DraftText: Sendable {
    package var content: DraftContent
    package var snippet: String
    /// Plain text for the search index.
    package var bodyText: String

    package init(content: DraftContent, snippet: String, bodyText: String) {
        self.content = content
        self.snippet = snippet
        self.bodyText = bodyText
    }
}
