/// Hostile text made printable: what comes out holds no control, nothing that stacks up or hides, and nothing that turns
/// the direction of its neighbours. Everything from outside passes here before it is shown, whatever decoded it.
public enum CleanText {
    /// For what takes one line: subjects, names, addresses, file names, messages of servers.
    /// Line breaks are stand-ins, tabs a blank, direction marks visible stand-ins.
    public static func line(_ text: String) -> String {
        if isPlain(text.utf8, allowsLineFeed: false) { return text }
        var cleaner = TextCleaner(keepsLines: false)
        return cleaner.clean(text)
    }

    /// For texts of several lines: LF and CRLF end lines, tabs go on to the next multiple of eight columns, direction
    /// marks are closed at the end of their line.
    public static func body(_ text: String) -> String {
        if isPlain(text.utf8, allowsLineFeed: true) { return text }
        var cleaner = TextCleaner(keepsLines: true)
        return cleaner.clean(text)
    }

    /// Printable ASCII needs no second look.
    private static func isPlain(_ bytes: String.UTF8View, allowsLineFeed: Bool) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && allowsLineFeed }
    }
}
