import Foundation
import InboxModel

/// A Message-ID that the client creates (RFC 5322 §3.6.4), so that it can look for what it sent.
enum MessageIDHeader {
    /// Creates a Message-ID that reveals nothing of this machine or its user, except the domain that the sender's address shows
    /// anyway.
    static func new(for sender: MailAddress?) -> String {
        let domain = sender?.email.split(separator: "@").last.map(String.init) ?? ""
        let isUsable = !domain.isEmpty && domain.utf8.allSatisfy(isPlain)
        return "<\(UUID().uuidString.lowercased())@\(isUsable ? domain.lowercased() : "mail.invalid")>"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        let letters = (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
        return letters || (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}
