import Foundation
import MailContent

/// The text of a message in a file for an editor.
struct EditedFile: Sendable {
    enum Outcome: Hashable, Sendable {
        case same, empty, unreadable
        /// More than anybody writes, such as the bytes of a file that the editor read in: laying that out would hold up the keys.
        case tooLong
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

    /// The longest text that is taken, in bytes, if the text was not about that long before.
    private static let longest = 4 << 20

    /// The result of editing.
    var outcome: Outcome {
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        guard size <= max(Self.longest, 2 * text.utf8.count) else { return .tooLong }
        guard let bytes = FileManager.default.contents(atPath: path) else { return .unreadable }
        let new = Self.text([UInt8](bytes))
        if new == text || new == text + "\n" { return .same }
        if new.allSatisfy(\.isWhitespace) { return .empty }
        return .changed(new.hasSuffix("\n") ? String(new.dropLast()) : new)
    }

    /// Reads UTF-8, and what is none as Windows-1252: an editor may be set to that, have put a file of it into the text, or have cut the
    /// text within a letter.
    private static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let isMarkedUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        if isMarkedUTF16 { return TextDecoder(bytes, charset: nil).text }
        var text = ""
        var place = 0
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar):
                text.unicodeScalars.append(Unicode.UTF8.decode(scalar))
                place += scalar.count
            case .error(let length):
                text += TextDecoder([UInt8](bytes[place..<place + length]), charset: "windows-1252").text
                place += length
            case .emptyInput: return text
            }
        }
    }

    /// Whether the file is still there: an editor may have deleted it.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    func remove() { files.remove(path) }

    /// Keeps the file for the user.
    /// - Returns: The file's new path.
    func putAside() -> String { files.putAside(path) }
}
