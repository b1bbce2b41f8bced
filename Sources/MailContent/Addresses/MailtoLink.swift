public import InboxModel

/// The message that a `mailto:` link asks for (RFC 6068). Only addresses, subject, text and the message to answer count; a link can't
/// attach a file, choose a sender, or send.
public struct MailtoLink: Hashable, Sendable {
    public var to: [MailAddress] = []
    public var cc: [MailAddress] = []
    public var subject = ""
    public var body = ""
    /// A Message-ID with its angle brackets.
    public var inReplyTo: String?
    /// What was ignored: the names of fields such as `attach`, `bcc` and `from`, and recipients that are not a single address.
    public var dropped: [String] = []

    private static let maximumLength = 64 << 10

    /// Whether a link exceeds the limit of 64 KiB.
    public static func isTooLong(_ link: String) -> Bool { link.utf8.count > maximumLength }

    /// - Returns: `nil` when `link` is not a `mailto:` link, or is too long.
    public init?(_ link: String) {
        guard !Self.isTooLong(link), let colon = link.firstIndex(of: ":"),
            link[..<colon].lowercased() == "mailto"
        else { return nil }
        let rest = link[link.index(after: colon)...].prefix { $0 != "#" }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        to = addresses(parts.first ?? "")
        for field in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            take(Self.decoded(pair[0]).lowercased(), pair.count > 1 ? pair[1] : "")
        }
    }

    private mutating func take(_ name: String, _ value: Substring) {
        switch name {
        case "to": to += addresses(value)
        case "cc": cc += addresses(value)
        case "subject": subject = CleanText.line(Self.decoded(value))
        case "body":
            let text = CleanText.body(Self.decoded(value).withLineFeeds())
            body += (body.isEmpty ? "" : "\n") + text
        case "in-reply-to":
            let id = CleanText.line(Self.decoded(value)).trimmingBlanks()
            inReplyTo = id.hasPrefix("<") ? id : "<\(id)>"
        default: dropped.append(String(CleanText.line(name).prefix(40)))
        }
    }

    /// Splits addresses at the literal commas of the link, so that an encoded `%2C` can't add a second recipient (H-3).
    private mutating func addresses(_ text: Substring) -> [MailAddress] {
        var all: [MailAddress] = []
        for piece in text.split(separator: ",") {
            let given = Self.decoded(piece)
            let (found, rest) = AddressList.parse(given)
            if found.count == 1, rest.isEmpty {
                all += found
            } else if !found.isEmpty || !rest.isEmpty {
                dropped.append("“\(CleanText.line(given).prefix(40))”")
            }
        }
        return all
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            if source[index] == 0x25, index + 2 < source.count,
                let value = UInt8(String(decoding: source[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
