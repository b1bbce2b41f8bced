public import InboxModel

/// The text of a message as plain strings.
public enum BodyText {
    /// The longest text for an index, in bytes; nobody searches for what comes after.
    public static let maximumIndexed = 1 << 20

    /// Returns cleaned text in the form of a plain text mail, with quote marks: for programs, and for reading without a screen.
    public static func forReading(_ body: MessageBody) -> String {
        forReading(BodyChoice.preferred(body))
    }

    /// Returns the same for a text that is already parsed.
    public static func forReading(_ text: StyledText) -> String { text.typedLines().joined(separator: "\n") }

    /// Returns cleaned text for a search index: what a reader would see, without what the sender hid, and without joiners, which many leave
    /// out when they type a word.
    public static func forIndex(_ body: MessageBody) -> String {
        forIndex(BodyChoice.preferred(body))
    }

    /// Returns the same for a text that is already parsed.
    public static func forIndex(_ text: StyledText) -> String {
        let text = text.plainText
        let head =
            text.utf8.count > maximumIndexed
            ? String(decoding: text.utf8.prefix(maximumIndexed), as: UTF8.self) : text
        guard head.unicodeScalars.contains(where: isJoiner) else { return head }
        return String(String.UnicodeScalarView(head.unicodeScalars.filter { !isJoiner($0) }))
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }
}
