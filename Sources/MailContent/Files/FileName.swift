/// Names of local files.
public enum FileName {
    /// Returns the text behind the last slash. By bytes: a combining mark would make the slash a different `Character`, and the folder's
    /// name part of the file's.
    public static func last(of path: String) -> String {
        let bytes = path.utf8.reversed().drop { $0 == 0x2F }.prefix { $0 != 0x2F }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }

    /// Returns the last dot of a name. By scalar: a letter that joins the next one, such as U+0D4E, would make the dot part of a different
    /// `Character`, and systems would still see an extension.
    static func lastDot(of name: String) -> String.Index? { name.unicodeScalars.lastIndex(of: ".") }
}
