package import InboxModel

/// A draft as the store keeps it: its text lives in the message row and is never taken back.
package struct DraftText: Sendable {
    package var content: DraftContent
    package var snippet: String
    /// Cleaned, for the index.
    package var bodyText: String

    package init(content: DraftContent, snippet: String, bodyText: String) {
        self.content = content
        self.snippet = snippet
        self.bodyText = bodyText
    }
}
