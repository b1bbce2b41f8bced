public import Foundation
public import InboxModel
import MailContent

/// The quote of what is answered or forwarded.
extension Answer {
    /// Returns the quoted text below what the user writes; empty if a message that is replied to has no text.
    /// - Parameter body: the message's body; nil if it is not available.
    public func quote(_ body: MessageBody?, calendar: Calendar = .current) -> String {
        let text = body.map { BodyChoice.forAnswering(kind == .forward ? $0 : Self.withoutArmor($0)) } ?? StyledText()
        let date = date(of: body, calendar)
        if kind == .forward {
            var head = [ForwardedHead.line]
            head.append("From: " + message.from.map(AddressList.text).joined(separator: ", "))
            head.append("Date: " + date)
            head.append("Subject: " + CleanText.line(message.subject))
            if !message.to.isEmpty { head.append("To: " + message.to.map(AddressList.text).joined(separator: ", ")) }
            if !message.cc.isEmpty { head.append("Cc: " + message.cc.map(AddressList.text).joined(separator: ", ")) }
            return (head + [""] + lines(text, quoted: false)).joined(separator: "\n")
        }
        let lines = lines(text, quoted: true)
        let isBlank = lines.allSatisfy { $0.allSatisfy { $0 == ">" || $0.isWhitespace } }
        return isBlank ? "" : ([leadLine(date)] + lines).joined(separator: "\n")
    }

    private static func withoutArmor(_ body: MessageBody) -> MessageBody {
        var body = body
        body.plain = body.plain.map(ClearSigned.withoutArmor)
        return body
    }

    /// Like `quote`, for these lines only; those that are already quotes begin with `>`.
    public func quote(part: String, of body: MessageBody?, calendar: Calendar = .current) -> String {
        let lines = StyledText(plain: part, keepsTabs: true).typedLines(quotedDeeper: 1)
        return ([leadLine(date(of: body, calendar))] + lines).joined(separator: "\n")
    }

    /// Returns the line above a quote. It is not quoted itself, so nothing that the sender put there may be a link or a picture in
    /// Markdown (M-5).
    private func leadLine(_ date: String) -> String {
        let sender = message.from.first
        let email = Self.unlinked(sender?.email ?? "")
        // A name that poses as another address is not passed on, and no other link either.
        let name =
            sender.map { sender in
                let isLink = ["://", "www."].contains { sender.name.lowercased().contains($0) }
                let isNone = sender.name.isEmpty || isLink || SenderCheck.holdsOtherAddress(sender)
                return isNone ? email : Self.unlinked(sender.name)
            } ?? "someone"
        // Replaced in one pass, so that a placeholder within a sender's name stays as it is.
        return lead.replacing(/\{(date|name|address)\}/) { match -> String in
            switch match.output.1 {
            case "date": date
            case "name": name
            default: email
            }
        }
    }

    /// Returns a text on one line, without the brackets that Markdown makes links and pictures of.
    private static func unlinked(_ text: String) -> String {
        let scalars = CleanText.line(text).unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar {
            case "[", "<": "("
            case "]", ">": ")"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns the text with quote marks, without signatures and without blank lines at its end.
    private func lines(_ text: StyledText, quoted: Bool) -> [String] {
        var text = text
        if quoted {
            text = text.withoutListFooter.withoutSignature
                .without(signatures, quotedFrom: message.from.areOwn(own) ? 0 : 1)
        }
        while text.lines.last?.isEmpty == true { text.lines.removeLast() }
        return text.typedLines(quotedDeeper: quoted ? 1 : 0, namesTargets: !quoted)
    }

    /// Returns when the message was written: mail that was moved or passed on arrived on another day.
    private func date(of body: MessageBody?, _ calendar: Calendar) -> String {
        Self.date(body?.writtenAt ?? message.receivedAt, calendar)
    }

    /// `Wed, 18 Nov 2009 at 02:22` in every language, because mail readers look for it.
    private static func date(_ date: Date, _ calendar: Calendar) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func padded(_ number: Int?) -> String { ((number ?? 0) < 10 ? "0" : "") + String(number ?? 0) }
        return "\(days[((parts.weekday ?? 1) - 1) % 7]), \(parts.day ?? 1) \(months[((parts.month ?? 1) - 1) % 12]) "
            + "\(parts.year ?? 1970) at \(padded(parts.hour)):\(padded(parts.minute))"
    }
}
