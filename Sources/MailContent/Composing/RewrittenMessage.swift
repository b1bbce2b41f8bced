public import InboxModel

/// What becomes of a message when it is taken apart into a draft, and written anew from that.
public struct RewrittenMessage: Sendable {
    /// The type of what is signed or encrypted in it, and would be so no more; nil when nothing is.
    public let seal: String?
    /// Where taking it apart reached a limit, in words: what lies beyond, such as recipients, would be missing from what is
    /// written anew. Empty when all of it was read.
    public let cuts: [String]
    /// What its head says besides what drafts have fields for; none where the dialect can't pass it on.
    public let headers: [DraftHeader]
    /// What of it a draft has no place for, in words.
    public let losses: [String]

    private let message: ParsedMessage
    private let dialect: Account.Dialect

    /// - Parameter dialect: of the account that it leaves through.
    public init(_ message: ParsedMessage, of bytes: [UInt8], dialect: Account.Dialect) {
        (self.message, self.dialect) = (message, dialect)
        let tree = MimeTree(LineReader(ParsedMessage.withLineFeeds(bytes)))
        self.seal =
            tree.parts.lazy.map(\.contentType).first { Self.seals.contains($0) }
            ?? tree.parts.first.flatMap { Self.envelopes.contains($0.contentType) ? $0.contentType : nil }
        self.cuts = message.problems.filter(MimeLimits.problems.contains)
        let others = Self.others(tree)
        self.headers = dialect == .jmap ? others.filter { !Self.isOfItsWay($0) } : []
        self.losses =
            Self.authors(message) + (dialect == .inbox ? Self.ofInbox(message) : [])
            + others.filter { dialect != .jmap || Self.isOfItsWay($0) }.map(\.name) + Self.forms(tree)
            + message.files.flatMap { Self.losses(of: $0, in: message, tree, dialect) }
    }

    /// The type of a file, with what its bytes cannot do without.
    public func type(of file: ParsedFile) -> String {
        // A calendar's method before its charset.
        let parameters = Self.kept(file, dialect).sorted { $0.key > $1.key }
        return file.contentType + parameters.map { "; \($0.key)=\($0.value)" }.joined()
    }

    /// By what the text shows a file (RFC 2392). In the Inbox API it would be by an id that only the upload gives.
    public func contentID(of file: ParsedFile) -> String? {
        dialect == .jmap && message.shows(file) ? file.contentID : nil
    }

    private static let seals: Set<String> = ["multipart/signed", "multipart/encrypted"]
    /// Of a whole message; as a part they are files as others are.
    private static let envelopes: Set<String> = ["application/pkcs7-mime", "application/x-pkcs7-mime"]

    /// Names of headers that a draft has a place for; the date is that of sending.
    private static let known: Set<String> = [
        "from", "to", "cc", "bcc", "reply-to", "subject", "date", "message-id", "in-reply-to", "references",
        "mime-version",
    ]

    private static func authors(_ message: ParsedMessage) -> [String] {
        let others = message.from.dropFirst().map { $0.email.isEmpty ? $0.name : $0.email }
        return others.isEmpty ? [] : ["the other authors in From, \(others.joined(separator: ", "))"]
    }

    /// The Inbox API takes one address to answer to, and a text in one form.
    private static func ofInbox(_ message: ParsedMessage) -> [String] {
        let others = message.replyTo.dropFirst().map { $0.email.isEmpty ? $0.name : $0.email }
        var losses = others.isEmpty ? [] : ["the further addresses in Reply-To, \(others.joined(separator: ", "))"]
        if message.body.html != nil, message.body.plain?.contains(where: { !$0.isWhitespace }) ?? false {
            losses.append("the plain text beside the HTML")
        }
        return losses
    }

    private static func others(_ tree: MimeTree) -> [DraftHeader] {
        let fields = tree.parts.first?.headers.fields ?? []
        return fields.filter { !known.contains($0.name.lowercased()) && !$0.name.lowercased().hasPrefix("content-") }
            .compactMap { DraftHeader(name: $0.name, value: PipedText.read($0.value)) }
    }

    /// Whether a header tells of the way that a message came, or whose word on it counts: of what is sent now it would be untrue.
    private static func isOfItsWay(_ header: DraftHeader) -> Bool {
        let name = header.name.lowercased()
        return ofItsWay.contains(name) || ["resent-", "arc-"].contains { name.hasPrefix($0) }
    }

    private static let ofItsWay: Set<String> = [
        "received", "return-path", "delivered-to", "x-original-to", "envelope-to", "sender", "apparently-to",
        "dkim-signature", "domainkey-signature", "authentication-results", "received-spf", "status", "x-status",
    ]

    private static func forms(_ tree: MimeTree) -> [String] {
        let known = seals.union(["multipart/mixed", "multipart/alternative", "multipart/related"])
        return tree.parts.filter { $0.isMultipart && !known.contains($0.contentType) }
            .map { "the form \($0.contentType)" }
    }

    private static func losses(
        of file: ParsedFile, in message: ParsedMessage, _ tree: MimeTree, _ dialect: Account.Dialect
    ) -> [String] {
        guard let part = tree.parts.first(where: { $0.partID == file.partID }) else { return [] }
        let name = file.fileName.isEmpty ? "a file without a name" : file.fileName
        let kept = Set(kept(file, dialect).keys).union(["name", "boundary"])
        var losses = part.parameters.keys.filter { !kept.contains($0) }.sorted().map { "\($0) of \(name)" }
        if kept.contains("method"), dialect == .jmap, !hasPlainName(file) { losses.append("the name \(name)") }
        losses += ["Content-Description", "Content-Language", "Content-Location"]
            .filter { !part.headers.all($0.lowercased()).isEmpty }.map { "\($0) of \(name)" }
        if file.isInline || message.shows(file), !(dialect == .jmap && message.shows(file)) {
            losses.append("the place of \(name) in the text; it goes along as a file")
        }
        return losses
    }

    /// JMAP knows no parameters of a type but in a header, and beside that no name (RFC 8621 §4.6): a plain one stands in the
    /// header. A name says more than a charset, and less than what a calendar is for.
    private static func kept(_ file: ParsedFile, _ dialect: Account.Dialect) -> [String: String] {
        guard dialect == .jmap, !hasPlainName(file), file.parameters["method"] == nil else { return file.parameters }
        return [:]
    }

    private static func hasPlainName(_ file: ParsedFile) -> Bool {
        file.fileName.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    }
}

extension ParsedMessage {
    /// Whether its text shows a file (RFC 2392).
    fileprivate func shows(_ file: ParsedFile) -> Bool {
        guard let id = file.contentID, !id.isEmpty else { return false }
        return body.html?.contains("cid:\(id)") ?? false
    }
}
