import Foundation

/// The text of a message in a file of its own, for an editor.
struct EditedFile: Sendable {
    enum Outcome: Hashable, Sendable {
        case same, empty, unreadable
        /// The text without the line end that editors put at the end.
        case changed(String)
    }

    let path: String
    private let text: String
    private let files: OpenedFiles

    /// Nil when there is no private place for it.
    init?(_ text: String, in files: OpenedFiles) {
        // What is put behind a line without an end stands in it.
        let lines = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
        guard let path = files.keep(Array(lines.utf8), as: "message.txt", isForEditing: true) else { return nil }
        self.path = path
        self.text = text
        self.files = files
    }

    /// What the editor made of it.
    var outcome: Outcome {
        guard let bytes = FileManager.default.contents(atPath: path) else { return .unreadable }
        // An editor that is set to another charset has most likely written Latin-1, in which every byte is a character.
        let new = String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(UnicodeScalar($0)) })
        if new == text || new == text + "\n" { return .same }
        if new.allSatisfy(\.isWhitespace) { return .empty }
        return .changed(new.hasSuffix("\n") ? String(new.dropLast()) : new)
    }

    func remove() { files.remove(path) }

    /// Keeps it for the user.
    /// - Returns: where it is now.
    func putAside() -> String { files.putAside(path) }
}
