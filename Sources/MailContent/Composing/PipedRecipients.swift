package import InboxModel

/// The recipients of a piped message when the program names some beside those in the headers, as in sendmail's envelope. An envelope can
/// leave out people whom the headers name; a draft can't.
package struct PipedRecipients: Sendable {
    /// The recipients who appear in no header that others see.
    package let hidden: [MailAddress]
    /// Someone whom the headers (Bcc included) name and the program leaves out; `nil` when it leaves nobody out.
    package let left: MailAddress?

    /// - Parameters:
    ///   - given: the recipients beside the headers; when empty, those in the headers get the message.
    ///   - fromHeaders: whether those in the headers get the message as well.
    package init(of message: ParsedMessage, given: [MailAddress], fromHeaders: Bool) {
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
