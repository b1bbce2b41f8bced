/// Names of local files.
public enum FileName {
    /// Returns the text behind the last slash. By bytes: a combining mark would make the slash a different `Character`, and the folder's
    /// name part of the file's.
    public static func last(of path: String) -> String {
        let bytes = path.utf8.reversed().drop { $0 == 0x2F }.prefix { $0 != 0x2F }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }
}
