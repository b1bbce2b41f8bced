private import InboxModel

extension ParsedMessage {
    /// The text as the Inbox API gives it: the HTML as it came, else the plain text wrapped so that it can be turned back
    /// (`PlainAsHTML`).
    public func htmlForAPI() -> String {
        body.html ?? PlainAsHTML.wrapped(body.plain ?? "")
    }

    /// The beginning of what the sender wrote, quotes left out, on one line: at most 191 characters.
    public var snippet: String {
        Snippet.text(of: body)
    }
}
