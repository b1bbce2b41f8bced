public import InboxModel

/// The words of a message.
public enum BodyText {
    /// Longest text for an index, in bytes; no one searches for what comes after.
    public static let maximumIndexed = 1 << 20

    /// Cleaned text as mail in plain text has it, quotes with their marks: for programs, and for reading without a screen.
    public static func forReading(_ body: MessageBody) -> String {
        forReading(BodyChoice.preferred(body))
    }

    /// The same of a text that is read already.
    public static func forReading(_ text: StyledText) -> String { text.typedLines().joined(separator: "\n") }

    /// Cleaned text for a search index: what a reader would see, so nothing that the sender hid.
    public static func forIndex(_ body: MessageBody) -> String {
        forIndex(BodyChoice.preferred(body))
    }

    /// The same of a text that is read already.
    public static func forIndex(_ text: StyledText) -> String {
        let text = text.plainText
        guard text.utf8.count > maximumIndexed else { return text }
        return String(decoding: text.utf8.prefix(maximumIndexed), as: UTF8.self)
    }
}
