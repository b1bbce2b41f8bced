public import Foundation
public import InboxModel

/// The content of a mail, parsed from its bytes. Texts are as the sender wrote them: decoded, but not yet cleaned for a screen
/// (`CleanText`).
public struct ParsedMessage: Sendable {
    /// With its angle brackets, such as "<a@b>"; `nil` when there is none.
    public var messageID: String?
    /// Each with its angle brackets, at most 1,000.
    public var inReplyTo: [String] = []
    /// Each with its angle brackets, oldest first, at most 1,000.
    public var references: [String] = []
    /// Decoded, on one line.
    public var subject = ""
    public var from: [MailAddress] = []
    public var to: [MailAddress] = []
    public var cc: [MailAddress] = []
    public var bcc: [MailAddress] = []
    public var replyTo: [MailAddress] = []
    /// The time in the Date header; `nil` when there is none, or it can't be parsed.
    public var date: Date?
    /// The letters in the Status and X-Status headers of an mbox, such as "RO" or "A"; `nil` when there are none.
    public var status: String?
    /// The id between the angle brackets of List-Id (RFC 2919).
    public var listID: String?
    /// The texts, without files.
    public var body = MessageBody()
    /// The parts that aren't text of the message, in order.
    public var files: [ParsedFile] = []
    /// What was malformed and how it was handled, in words; empty when nothing was.
    public var problems: [String] = []
    /// All headers, in order.
    public var headers: [ParsedHeader] = []

    public init() {}

    /// Parses a message (RFC 5322, RFC 2045). Never fails: malformed input yields what can be parsed, and problems.
    /// The limits are those of `MimeLimits`. Takes time linear in the size.
    public static func parse(_ bytes: [UInt8]) -> ParsedMessage {
        let lines = LineReader(withLineFeeds(bytes))
        let tree = MimeTree(lines)
        var message = ParsedMessage()
        message.problems = tree.problems
        if let root = tree.parts.first {
            message.readHeaders(root.headers.inUTF8(from: tree.textCharset))
        }
        message.readParts(tree, bytes: lines.bytes)
        return message
    }

    /// Returns the decoded bytes of a part; `nil` when there is no such part, or it is a multipart.
    public static func fileContents(of bytes: [UInt8], partID: String) -> [UInt8]? {
        let lines = LineReader(withLineFeeds(bytes))
        let tree = MimeTree(lines)
        let place = partID.split(separator: ParsedFile.inText, omittingEmptySubsequences: false)
        guard let section = place.first, let index = tree.leaves.first(where: { tree.parts[$0].partID == section })
        else {
            return nil
        }
        let part = tree.parts[index]
        guard place.count > 1 else { return PartContent(of: part, in: lines.bytes).bytes }
        return Int(place[1]).flatMap { contents(of: part, in: lines.bytes, file: $0) }
    }

    /// Returns a message with LF for CR where its lines end in a bare CR: otherwise it would be a single line.
    static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x0D), !bytes.contains(0x0A) else { return bytes }
        return bytes.map { $0 == 0x0D ? 0x0A : $0 }
    }
}
