package import Foundation
package import InboxModel

/// A message that is passed on unchanged: the original behind a block of Resent fields (RFC 5322 §3.6.6).
package enum ResentMessage {
    /// Returns the bytes to send: the original byte for byte, but without its blind copies and the fields that mail servers added about its
    /// delivery to the user.
    /// - Parameter messageID: of the resent message, with its angle brackets.
    package static func bytes(
        of original: [UInt8], from: MailAddress, to: [MailAddress], at date: Date, messageID: String
    ) -> [UInt8] {
        let lineEnd = original.firstIndex(of: 0x0A).map { $0 > 0 && original[$0 - 1] == 0x0D } == false ? "\n" : "\r\n"
        let recipients = to.map { address($0) }.joined(separator: ",\(lineEnd) ")
        let fields = [
            "Resent-Date: " + HeaderDate.text(date), "Resent-From: " + address(from), "Resent-To: " + recipients,
            "Resent-Message-ID: " + messageID,
        ]
        let kept = HeaderRemoval.removing(
            HeaderRemoval.blindCopies.union(["return-path", "delivered-to"]), from: original)
        return Array(fields.map { $0 + lineEnd }.joined().utf8) + kept
    }

    /// Returns an address without its name, which the reader of the original does not need and which could only cause errors.
    private static func address(_ address: MailAddress) -> String {
        String(
            String.UnicodeScalarView(address.email.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
