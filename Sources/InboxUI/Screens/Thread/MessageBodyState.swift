import MailContent

/// The state of a message's text.
enum MessageBodyState: Sendable {
    case fetching(since: ContinuousClock.Instant)
    /// - Parameters:
    ///   - hasOther: whether the other form, HTML or plain, differs.
    ///   - problems: the defects of the message, in words.
    case here(StyledText, isHTML: Bool, hasOther: Bool, problems: [String])
    /// The server no longer has the message.
    case gone
    /// The reason, in words.
    case failed(String)

    var isHere: Bool { if case .here = self { true } else { false } }
}

/// The form of a message's text that the user wants; `revealed` is the HTML including what its sender hid.
enum BodyForm: String, Hashable, Sendable {
    case preferred, html, plain, revealed
}
