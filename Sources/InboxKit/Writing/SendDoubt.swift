import Foundation
package import InboxModel
import MailContent

/// A question to the user before a message is sent, or a warning from a command that sends it, in the order of the questions.
package struct SendDoubt: Hashable, Sendable {
    package var title: String
    package var text: String

    private static let many = 20

    package static let gone = SendDoubt(
        title: "It may have been sent already",
        text:
            "This draft is no longer among the drafts: another program sent or discarded it. Look in your sent mail."
    )

    package static let mayHaveArrived = SendDoubt(
        title: "It may have been sent already",
        text: "No answer came when this was sent, so it may have arrived. Look in your sent mail."
    )

    /// - Parameter other: an answer in the same thread that was sent while the user wrote.
    package static func answered(by other: Message) -> SendDoubt {
        let words = CleanText.line(String(other.snippet.prefix(80)))
        return SendDoubt(
            title: "Another answer",
            text: "While you wrote, another answer was sent in this thread\(words.isEmpty ? "." : ": “\(words)”")")
    }

    /// - Parameters:
    ///   - text: the text being edited, since a draft of another program may have only HTML; nil uses the plain text.
    ///   - signature: the signature of the sender.
    ///   - answered: the message that the draft answers.
    ///   - usual: the address to which the answered message was sent.
    ///   - words: the words that suggest a file.
    ///   - problem: describes what is wrong with text that is no address; nil only says that it is none.
    package static func all(
        about content: DraftContent, text: String? = nil, signature: String = "",
        answered: Message? = nil, usual: MailAddress? = nil,
        words: AttachmentWords = AttachmentWords(), problem: ((String) -> String)? = nil
    ) -> [SendDoubt] {
        var doubts: [SendDoubt] = []
        if let unfinished = content.unfinished {
            let words = unfinished.all.joined(separator: ", ")
            let isOne = !words.contains(",")
            let what = problem?(words) ?? "“\(words)” \(isOne ? "is not an address" : "are not addresses")"
            doubts.append(
                SendDoubt(title: "No address", text: "\(what). \(isOne ? "It" : "They") will be left out."))
        }
        if let short = content.recipients.first(where: { EmailAddress.hasShortHost($0.email) }) {
            doubts.append(
                SendDoubt(
                    title: "A short address",
                    text:
                        "“\(CleanText.line(short.email))” has no dot after the @: only some networks know such hosts.")
            )
        }
        let whole = text ?? content.body.plain ?? ""
        let own = ownText(whole, signature: signature)
        if content.forwards != nil, content.files.isEmpty,
            !whole.split(separator: "\n").contains(where: ForwardedHead.begins)
        {
            doubts.append(
                SendDoubt(title: "Nothing is forwarded", text: "The mail that you forward is not in this message."))
        }
        // A forwarded message is enough text.
        if own.isEmpty, content.files.isEmpty, content.forwards == nil {
            doubts.append(SendDoubt(title: "No text", text: "You wrote nothing in this message."))
        }
        if content.subject.trimmingCharacters(in: .whitespaces).isEmpty {
            doubts.append(SendDoubt(title: "No subject", text: "The message has no subject."))
        }
        if content.files.isEmpty, let word = words.first(in: own) {
            doubts.append(
                SendDoubt(
                    title: "No file",
                    text: "You wrote “\(CleanText.line(word))”, but no file is attached."))
        }
        if content.recipients.count > many {
            doubts.append(
                SendDoubt(title: "Many recipients", text: "It goes to \(content.recipients.count) addresses."))
        }
        if let answered { doubts += elsewhere(content, answered) }
        if let from = content.from, let usual, !from.isSameMailbox(as: usual) {
            doubts.append(
                SendDoubt(
                    title: "Another sender",
                    text:
                        "It goes out from \(CleanText.line(from.email)), but the mail came to \(CleanText.line(usual.email))."
                ))
        }
        return doubts
    }

    /// H-5: doubts about an answer that goes to another domain than the mail came from.
    private static func elsewhere(_ content: DraftContent, _ answered: Message) -> [SendDoubt] {
        let others = Answer.elsewhere(answered)
        guard let other = others.first(where: { content.recipients.contains(where: $0.isSameMailbox) }) else {
            return []
        }
        let from = answered.from.first.map { EmailAddress.shown($0.email) } ?? ""
        return [
            SendDoubt(
                title: "It goes elsewhere",
                text: "The mail came from \(from), but asks for replies to go to \(EmailAddress.shown(other.email)).")
        ]
    }

    /// Returns what the user wrote, without quotes, forwarded text and signature.
    static func ownText(_ text: String, signature: String = "") -> String {
        var own: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "-- " || ForwardedHead.begins(line) { break }
            if line.hasPrefix(">") {
                // The line that says who wrote the quote.
                if let last = own.last, last.hasSuffix(":") { own.removeLast() }
                continue
            }
            own.append(line)
        }
        let rest = own.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        let ending = signature.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !ending.isEmpty, rest == ending || rest.hasSuffix("\n" + ending) else { return rest }
        return rest.dropLast(ending.count).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
