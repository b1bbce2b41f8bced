public import Foundation
public import InboxModel
import MailContent

/// The beginning of a reply or forward: recipients, subject and quote.
public struct Answer: Hashable, Sendable {
    /// How a message is answered.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// `replyList` goes to the list only, and is for messages that have a `listAddress`. It and `replyAll` go to the recipients that
        /// the author of list mail asks for, if any (`Message.followUpTo`).
        case reply, replyAll, replyList, forward
    }

    public var kind: Kind
    public var message: Message
    /// The addresses of the account's owner.
    public var own: Set<String>
    /// The line above a quote, with placeholders `{date}`, `{name}` and `{address}`. It ends with a colon, which identifies it.
    public var lead = Answer.lead
    /// The default lead.
    public static let lead = "On {date}, {name} wrote:"
    /// The owner's signatures, which are left out if others have quoted them.
    public var signatures: [String] = []
    /// Whether the owner sent the message, rather than a program in the owner's name.
    var isSent: Bool

    /// - Parameters:
    ///   - own: addresses of the owner, in any case.
    ///   - isSent: whether the owner sent the message.
    public init(_ kind: Kind, to message: Message, own: Set<String>, isSent: Bool = false) {
        self.isSent = isSent
        self.kind = kind
        self.message = message
        self.own = Set(own.map { $0.lowercased() })
    }

    /// The draft's content except for its text, which may still have to be fetched.
    public var content: DraftContent {
        var content = DraftContent(subject: subject)
        switch kind {
        case .forward:
            content.forwards = message.id
            content.files = message.filesToPassOn
        case .reply, .replyAll, .replyList:
            content.inReplyTo = message.id
            if let wished {
                content.to = wished
                return content
            }
            content.to = kind == .replyList ? [message.listAddress].compactMap { $0 } : to
            if kind == .replyAll { content.cc = cc(besides: content.to) }
            // People who received it as a blind copy must not see each other now.
            if isFollowUp, kind != .replyList, message.to.isEmpty, message.cc.isEmpty {
                content.bcc = unique(message.bcc)
            }
        }
        return content
    }

    // MARK: Who

    private func isOwn(_ address: MailAddress) -> Bool { own.contains(address.email.lowercased()) }

    /// Whether the message is the owner's, so that a reply goes to its recipients. Forms and scanners also write in the owner's
    /// name; their Reply-To says who waits for an answer.
    private var isFollowUp: Bool {
        message.from.areOwn(own) && (isSent || message.replyTo.allSatisfy(isOwn))
    }

    private var senders: [MailAddress] {
        // `Reply-To: <>` names nobody, and must not hide the sender (RFC 5322 knows no such address).
        let asked = message.replyTo.filter { !$0.email.isEmpty }
        if isFollowUp { return message.to.isEmpty ? message.cc : message.to }
        return asked.isEmpty ? message.from : asked
    }

    private var to: [MailAddress] {
        let all = kind == .replyAll && !isFollowUp ? senders + message.to : senders
        let others = unique(all).filter { !isOwn($0) }
        // A reply to a note to oneself goes to oneself.
        return others.isEmpty ? unique(senders) : others
    }

    /// The recipients that the author of list mail asks for, without the user.
    private var wished: [MailAddress]? {
        guard kind == .replyAll || kind == .replyList, !isFollowUp, message.isFromList else { return nil }
        let others = unique(message.followUpTo ?? []).filter { !isOwn($0) }
        return others.isEmpty ? nil : others
    }

    private func cc(besides to: [MailAddress]) -> [MailAddress] {
        let taken = Set(to.map { $0.email.lowercased() })
        return unique(message.cc).filter { !isOwn($0) && !taken.contains($0.email.lowercased()) }
    }

    private func unique(_ addresses: [MailAddress]) -> [MailAddress] {
        var met: Set<String> = []
        return addresses.filter { !$0.email.isEmpty && met.insert($0.email.lowercased()).inserted }
    }

    /// Returns the addresses in other domains to which replies go because the sender asks for it, although the mail neither came from
    /// there nor, in the case of `followUpTo` and `listPost`, went there: anybody can name a list.
    public static func elsewhere(_ message: Message) -> [MailAddress] {
        let domains = Set(message.from.map { domain($0.email) })
        guard !domains.isEmpty else { return [] }
        let known = Set((message.to + message.cc).map { $0.email.lowercased() })
        let named = (message.followUpTo ?? []) + [message.listPost].compactMap(\.self)
        let wished = named.filter { !known.contains($0.email.lowercased()) }
        return (message.replyTo + wished).filter { !$0.email.isEmpty && !domains.contains(domain($0.email)) }
    }

    private static func domain(_ email: String) -> String {
        email.split(separator: "@").last.map { $0.lowercased() } ?? ""
    }

    // MARK: What about

    private var subject: String { (kind == .forward ? "Fwd: " : "Re: ") + Self.bare(message.subject) }

    /// Returns the subject without prefixes of replies and forwards, including those of other languages.
    public static func bare(_ subject: String) -> String {
        var rest = Substring(subject)
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let colon = rest.firstIndex(where: { $0 == ":" || $0 == "：" }), isMark(rest[..<colon]) else {
                return String(rest)
            }
            rest = rest[rest.index(after: colon)...]
        }
    }

    /// Some programs count the answers: `Re[2]:`.
    private static func isMark(_ word: Substring) -> Bool {
        marks.contains(word.lowercased().replacing(/\[[0-9]+\]$/, with: ""))
    }

    private static let marks: Set<String> = [
        "re", "aw", "antw", "sv", "vs", "odp", "rif", "res", "回复", "答复", "fwd", "fw", "wg", "tr", "rv", "转发",
    ]

    // MARK: Text

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

/// A mail that is attached to a message, and so has no id on a server.
public struct AttachedMail: Hashable, Sendable {
    /// The mail as a message of the same account; its id refers to nothing.
    public var message: Message
    public var body: MessageBody
    /// The Message-IDs of what the mail answers, followed by its own, oldest first.
    public var references: [String]

    /// - Parameter container: the message that the mail is attached to.
    public init(_ bytes: [UInt8], in container: Message) {
        let mail = ParsedMessage.parse(bytes)
        message = Message(
            id: MessageID(0), account: container.account, remoteID: nil, thread: container.thread,
            subject: mail.subject, from: mail.from, to: mail.to, cc: mail.cc, replyTo: mail.replyTo,
            receivedAt: mail.date ?? container.receivedAt, messageIDHeader: mail.messageID, listID: mail.listID)
        message.listPost = ListHeaders.post(ParsedMessage.headers(named: "List-Post", of: bytes))
        message.followUpTo = ListHeaders.followUpTo(ParsedMessage.headers(named: "Mail-Followup-To", of: bytes))
        body = mail.body
        references = mail.references + [mail.messageID].compactMap(\.self)
    }

    /// Returns what an answer to the mail begins with.
    public func content(_ answer: Answer) -> DraftContent {
        var content = answer.content
        content.inReplyTo = nil
        content.forwards = nil
        content.references = references
        return content
    }
}

extension Message {
    /// The address of the mailing list that the message came through: what the list states, or else the recipient that the List-Id
    /// names (RFC 2919 §2). Any other address in the list's domain belongs to a person.
    public var listAddress: MailAddress? {
        if let listPost { return takesNoPosts ? nil : listPost }
        guard let list = listID?.lowercased(), !list.isEmpty else { return nil }
        return (to + cc).first { $0.email.lowercased().replacing("@", with: ".") == list }
    }

    /// Whether the list states that nobody may post to it.
    public var takesNoPosts: Bool { listPost?.email.isEmpty ?? false }

    /// Whether it came through a mailing list, as far as is known.
    fileprivate var isFromList: Bool { listPost != nil || listID?.isEmpty == false }

    /// The files of the message that belong into a forward of it: not the signature that is valid for the original only.
    public var filesToPassOn: [MessageFile] {
        zip(files, namedFiles).filter { !$0.0.signsItsMail }.map(\.1)
    }
}
