public import InboxModel

/// Who gets a message that a program hands over, where it names recipients beside those in the headers, as sendmail's envelope
/// does. That can leave out people whom the headers name; a draft can't.
public struct PipedRecipients: Sendable {
    /// Who gets it and is named in no header that others see.
    public let hidden: [MailAddress]
    /// Whom the headers name, blind copies among them, and the program does not; nil where it leaves nobody out.
    public let left: MailAddress?

    /// - Parameters:
    ///   - given: beside the headers; where there are none, those of the headers get it.
    ///   - fromHeaders: those of the headers get it besides.
    public init(of message: ParsedMessage, given: [MailAddress], fromHeaders: Bool) {
        func isAmong(_ others: [MailAddress]) -> (MailAddress) -> Bool {
            { address in others.contains { $0.isSameMailbox(as: address) } }
        }
        let named = message.to + message.cc
        let more = given.filter { !isAmong(named)($0) }
        let countsHeaders = fromHeaders || given.isEmpty
        hidden = countsHeaders ? message.bcc.filter { !isAmong(more)($0) } + more : more
        left = countsHeaders ? nil : (named + message.bcc).first { !isAmong(given)($0) }
    }
}
