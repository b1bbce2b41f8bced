package import InboxModel
import MailContent

/// Ids that IMAP does not give.
package enum IMAPID {
    private static let fields = ["message-id", "date", "from", "to", "cc", "subject"]
    /// No message has these, because of what ids of files begin with.
    private static let taken: Set = ["upload"]

    /// The id of a message: the server's (`emailID`), else made of what stands in its header and its size, so that it stays the same
    /// wherever the message is moved.
    /// - Parameters:
    ///   - header: fields as in `IMAPConnection.headFields`, or all there are.
    ///   - place: tells messages apart that have nothing by which to know them, such as those that their server can't read.
    package static func message(emailID: String?, header: [UInt8], size: Int, place: String = "") -> RemoteID {
        if let emailID, isValid(emailID) { return RemoteID(emailID) }
        let block = HeaderBlock(LineReader(header), from: 0, budget: MimeLimits.headerBytes, isRoot: true) { _ in false
        }
        var text: [UInt8] = []
        for name in fields {
            for value in block.all(name) { text += Array((name + ":").utf8) + collapsed(value) + [0x0A] }
        }
        if text.isEmpty { text = Array(place.utf8) + [0x0A] }
        text += Array(String(size).utf8)
        return RemoteID("m" + base64URL(SHA256.hash(text).prefix(18)))
    }

    /// What RFC 8474 §7 allows; others might be taken for something else.
    private static func isValid(_ id: String) -> Bool {
        (1...255).contains(id.utf8.count) && !taken.contains(id)
            && id.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                    || $0 == 0x5F
            }
    }

    /// Without blanks at the ends, and with one for several: servers fold lines as they like.
    private static func collapsed(_ value: [UInt8]) -> [UInt8] {
        Array(value.split { $0 <= 0x20 }.joined(separator: [0x20]))
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// - Parameter bytes: a multiple of three.
    private static func base64URL(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                text.append(letters[bits >> count & 0x3F])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
