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
