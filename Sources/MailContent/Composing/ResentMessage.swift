public import Foundation
public import InboxModel

/// A message that is passed on as it is: the original with a block of Resent fields in front (RFC 5322 §3.6.6).
public enum ResentMessage {
    /// The bytes that go out. Blind copies that the original names, and what mail servers wrote about its delivery to the
    /// user, are left out; everything else is the original, byte for byte.
    /// - Parameter messageID: of this resending, with its angle brackets.
    public static func bytes(
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

    /// Without the name: it says nothing that the reader of the original needs, and nothing in it can go wrong.
    private static func address(_ address: MailAddress) -> String {
        String(
            String.UnicodeScalarView(address.email.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
