import Foundation
import InboxServer

/// A parsed demo message, by simpler means than those that made it.
struct DemoMailText {
    let raw: String
    let body: String
    private let head: String

    init(_ message: DemoMessage) {
        raw = String(decoding: message.raw, as: UTF8.self)
        let end = raw.range(of: "\r\n\r\n")
        head = String(raw[..<(end?.lowerBound ?? raw.endIndex)]).replacingOccurrences(of: "\r\n ", with: " ")
        body = String(raw[(end?.upperBound ?? raw.endIndex)...])
    }

    func header(_ name: String) -> String? {
        head.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }?.dropFirst(name.count + 2).description
    }

    var subject: String { header("Subject") ?? "" }
    var messageID: String { header("Message-ID") ?? "" }
    var inReplyTo: String? { header("In-Reply-To") }
    var references: [String] { header("References")?.components(separatedBy: " ") ?? [] }

    /// The hosts of all addresses and links that are not encoded.
    var hosts: [String] {
        let pattern = /(?:https?:\/\/|[A-Za-z0-9._-]+@)([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)/
        return head.matches(of: pattern).map { String($0.1) } + links
    }

    private var links: [String] {
        body.contains("quoted-printable") || body.contains("base64")
            ? [] : body.matches(of: /https?:\/\/([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)/).map { String($0.1) }
    }

    /// Whether the bytes can be sent as they are: ASCII, CRLF only, lines of at most 998 bytes.
    static func isFitForTheWire(_ bytes: [UInt8]) -> Bool {
        var length = 0
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 10:
                guard index > 0, bytes[index - 1] == 13, length <= 999 else { return false }
                length = 0
            case 13:
                guard index + 1 < bytes.count, bytes[index + 1] == 10 else { return false }
            case 128...:
                return false
            default:
                length += 1
            }
        }
        return length == 0
    }
}
