private import InboxModel

extension ParsedMessage {
    /// Returns the text in the form of the Inbox API: the original HTML, or else the plain text in a reversible wrapper (`PlainAsHTML`).
    public func htmlForAPI() -> String {
        body.html ?? PlainAsHTML.wrapped(body.plain ?? "")
    }

    /// The beginning of what the sender wrote, without quotes, on one line of at most 191 characters.
    public var snippet: String {
        Snippet.text(of: body)
    }
}
