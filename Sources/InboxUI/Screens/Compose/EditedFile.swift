import Foundation

/// The text of a message in a file for an editor.
struct EditedFile: Sendable {
    enum Outcome: Hashable, Sendable {
        case same, empty, unreadable
        /// The changed text, without the line end that editors add at the end.
        case changed(String)
    }

    let path: String
    private let text: String
    private let files: OpenedFiles

    /// Nil when there is no private place for the file.
    init?(_ text: String, in files: OpenedFiles) {
        // Without a final line end, text appended to the file would join the last line.
        let lines = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
        guard let path = files.keep(Array(lines.utf8), as: "message.txt", isForEditing: true) else { return nil }
        self.path = path
        self.text = text
        self.files = files
    }

    /// The result of editing.
    var outcome: Outcome {
        guard let bytes = FileManager.default.contents(atPath: path) else { return .unreadable }
        // An editor set to another charset most likely wrote Latin-1, in which every byte is a character.
        let new = String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(UnicodeScalar($0)) })
        if new == text || new == text + "\n" { return .same }
        if new.allSatisfy(\.isWhitespace) { return .empty }
        return .changed(new.hasSuffix("\n") ? String(new.dropLast()) : new)
    }

    /// Whether the file is still there: an editor may have deleted it.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    func remove() { files.remove(path) }

    /// Keeps the file for the user.
    /// - Returns: The file's new path.
    func putAside() -> String { files.putAside(path) }
}
