public import Foundation
public import InboxModel

/// What a mail says, taken from its bytes. Texts are as the sender wrote them: decoded, not yet cleaned for a screen
/// (`CleanText`).
public struct ParsedMessage: Sendable {
    /// With its angle brackets, as "<a@b>"; `nil` when there is none.
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
    /// What the Date header says; `nil` when there is none that can be read.
    public var date: Date?
    /// The letters of an mbox's Status and X-Status headers, as "RO" or "A"; `nil` when there are none.
    public var status: String?
    /// What List-Id holds between its angle brackets (RFC 2919).
    public var listID: String?
    /// The texts; files aren't among them.
    public var body = MessageBody()
    /// What isn't text of the message, in order.
    public var files: [ParsedFile] = []
    /// What was broken and what was done about it, in words; empty when nothing was.
    public var problems: [String] = []
    /// All headers, in order.
    public var headers: [ParsedHeader] = []

    public init() {}

    /// Reads a message (RFC 5322, RFC 2045). Never fails: broken input gives what can be read, and problems.
    /// The limits are those of `MimeLimits`; the time is linear in the size.
    public static func parse(_ bytes: [UInt8]) -> ParsedMessage {
        let lines = LineReader(withLineFeeds(bytes))
        let tree = MimeTree(lines)
        var message = ParsedMessage()
        message.problems = tree.problems
        if let root = tree.parts.first {
            let charset = tree.parts.lazy.filter { $0.contentType.hasPrefix("text/") }.compactMap {
                $0.parameters["charset"]
            }.first
            message.readHeaders(root.headers.inUTF8(from: charset))
        }
        message.readParts(tree, bytes: lines.bytes)
        return message
    }

    /// The decoded bytes of one part, `nil` when there is no such part or it is a multipart.
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

    /// Messages whose lines end in CR alone would be one single line.
    static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x0D), !bytes.contains(0x0A) else { return bytes }
        return bytes.map { $0 == 0x0D ? 0x0A : $0 }
    }
}
