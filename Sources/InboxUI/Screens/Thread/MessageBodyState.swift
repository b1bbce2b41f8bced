import MailContent

/// What is known of a message's text.
enum MessageBodyState: Sendable {
    case fetching(since: ContinuousClock.Instant)
    /// - Parameters:
    ///   - hasOther: whether the other form, HTML or plain, shows something else.
    ///   - problems: what is broken in the message, in words.
    case here(StyledText, isHTML: Bool, hasOther: Bool, problems: [String])
    /// The server has no such message any more.
    case gone
    /// In words.
    case failed(String)

    var isHere: Bool { if case .here = self { true } else { false } }
}

/// Which of a message's two texts the user wants; revealed is the HTML with what its sender hid.
enum BodyForm: String, Hashable, Sendable {
    case preferred, html, plain, revealed
}
