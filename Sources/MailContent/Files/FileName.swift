/// Names of files of this machine.
public enum FileName {
    /// What stands behind the last slash. By bytes: a mark that belongs to the letter before it would make the slash another one,
    /// and the folder's name part of the file's.
    public static func last(of path: String) -> String {
        let bytes = path.utf8.reversed().drop { $0 == 0x2F }.prefix { $0 != 0x2F }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }
}
