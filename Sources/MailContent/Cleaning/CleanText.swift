/// Makes hostile text printable: the result has no controls, nothing that stacks up or hides, and nothing that changes the direction of
/// its neighbours. All external text must pass through here before it is shown, whatever decoded it.
public enum CleanText {
    /// Cleans text for a single line: subjects, names, addresses, file names, messages of servers. Line breaks and direction marks become
    /// visible replacement characters, and a tab becomes a blank.
    public static func line(_ text: String) -> String {
        if isPlain(text.utf8, allowsLineFeed: false) { return text }
        var cleaner = TextCleaner(keepsLines: false)
        return cleaner.clean(text)
    }

    /// Cleans text of several lines. LF and CRLF end lines, tabs extend to the next multiple of eight columns, and direction
    /// marks are closed at the end of their line. Joiners stay where they shape letters.
    /// - Parameter keepsTabs: whether tabs stay as they are: for text to send, in which patches and Makefiles depend on them.
    public static func body(_ text: String, keepsTabs: Bool = false) -> String {
        if isPlain(text.utf8, allowsLineFeed: true) { return text }
        var cleaner = TextCleaner(keepsLines: true, keepsTabs: keepsTabs)
        return cleaner.clean(text)
    }

    /// Whether text is printable ASCII, which needs no cleaning.
    private static func isPlain(_ bytes: String.UTF8View, allowsLineFeed: Bool) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && allowsLineFeed }
    }
}
