package import Foundation
package import InboxModel

/// What survives when a message is parsed into a draft and composed anew from that.
package struct RewrittenMessage: Sendable {
    /// The type of the signed or encrypted content, which the new message would no longer have; `nil` when there is none.
    package let seal: String?
    /// The limits that parsing reached, in words: whatever lies beyond, such as recipients, would be missing from the new message. Empty
    /// when everything was parsed.
    package let cuts: [String]
    /// The headers that drafts have no fields for; empty where the dialect can't carry them.
    package let headers: [DraftHeader]
    /// What the new message would lose because a draft has no place for it, in words.
    package let losses: [String]

    private let message: ParsedMessage
    private let dialect: Account.Dialect

    /// - Parameter dialect: of the account that sends the message.
    package init(_ message: ParsedMessage, of bytes: [UInt8], dialect: Account.Dialect) {
        (self.message, self.dialect) = (message, dialect)
        let tree = MimeTree(LineReader(ParsedMessage.withLineFeeds(bytes)))
        self.seal =
            tree.parts.lazy.map(\.contentType).first { Self.seals.contains($0) }
            ?? tree.parts.first.flatMap { Self.envelopes.contains($0.contentType) ? $0.contentType : nil }
        self.cuts = message.problems.filter(MimeLimits.problems.contains)
        let others = Self.others(tree)
        self.headers = dialect.takesMessagesAsWritten ? others.filter { !$0.isOfItsWay } : []
        self.losses =
            Self.authors(message) + (dialect == .inbox ? Self.ofInbox(message) : [])
            + others.filter { !dialect.takesMessagesAsWritten || $0.isOfItsWay }.map(\.name) + Self.forms(tree)
            + message.files.flatMap { Self.losses(of: $0, in: message, tree, dialect) }
    }

    /// Returns its Date as a header, if it is about now; nil as well where the dialect can't carry it.
    package func date(near now: Date) -> DraftHeader? {
        let header = message.date.flatMap { DraftHeader(name: "Date", value: HeaderDate.text($0)) }
        return header.flatMap { dialect.takesMessagesAsWritten && [$0].date(near: now) != nil ? $0 : nil }
    }

    /// Returns the type of a file with the parameters that its content depends on.
    package func type(of file: ParsedFile) -> String {
        // A calendar's method comes before its charset.
        let parameters = file.parameters.sorted { $0.key > $1.key }
        return file.contentType + parameters.map { "; \($0.key)=\($0.value)" }.joined()
    }

    /// Returns the Content-ID under which the text shows a file (RFC 2392); `nil` for the Inbox API, where only the upload gives an id.
    package func contentID(of file: ParsedFile) -> String? {
        dialect.takesMessagesAsWritten && message.shows(file) ? file.contentID : nil
    }

    private static let seals: Set<String> = ["multipart/signed", "multipart/encrypted"]
    /// Types that seal a whole message; as parts, they are files like others.
    private static let envelopes: Set<String> = ["application/pkcs7-mime", "application/x-pkcs7-mime"]

    private static func authors(_ message: ParsedMessage) -> [String] {
        let others = message.from.dropFirst().map { $0.email.isEmpty ? $0.name : $0.email }
        return others.isEmpty ? [] : ["the other authors in From, \(others.joined(separator: ", "))"]
    }

    /// Returns what the Inbox API loses: it accepts a single Reply-To address, and the text in a single form.
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
        return fields.compactMap { DraftHeader(name: $0.name, value: PipedText.read($0.value)) }
            .filter { !$0.isWrittenAnew }
    }

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
        let kept = Set(file.parameters.keys).union(["name", "boundary"])
        var losses = part.parameters.keys.filter { !kept.contains($0) }.sorted().map { "\($0) of \(name)" }
        // JMAP can carry a method only in a header, and then without a name beside it (RFC 8621 §4.6): a plain name goes into the header.
        if kept.contains("method"), dialect == .jmap, !hasPlainName(file) { losses.append("the name \(name)") }
        losses += ["Content-Description", "Content-Language", "Content-Location"]
            .filter { !part.headers.all($0.lowercased()).isEmpty }.map { "\($0) of \(name)" }
        if file.isInline || message.shows(file), !(dialect.takesMessagesAsWritten && message.shows(file)) {
            losses.append("the place of \(name) in the text; it goes along as a file")
        }
        return losses
    }

    private static func hasPlainName(_ file: ParsedFile) -> Bool {
        file.fileName.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    }
}

extension ParsedMessage {
    /// Whether the text shows a file (RFC 2392).
    fileprivate func shows(_ file: ParsedFile) -> Bool {
        guard let id = file.contentID, !id.isEmpty else { return false }
        return body.html?.contains("cid:\(id)") ?? false
    }
}
