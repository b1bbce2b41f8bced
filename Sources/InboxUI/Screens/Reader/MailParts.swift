import InboxModel
import MailContent

/// Every part of a mail, and what is broken in it.
struct MailParts: Sendable {
    struct Part: Sendable {
        var outline: ParsedMessage.OutlinePart
        /// It has a name even where its sender gave none.
        var file: MessageFile
        /// Its number among the parts, from 1.
        var number: Int

        /// Whether it only holds other parts.
        var isContainer: Bool { outline.size == nil }
    }

    private let bytes: [UInt8]
    let parts: [Part]
    let problems: [String]

    private static let mostProblems = 100

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        parts = ParsedMessage.outline(of: bytes).enumerated().map { index, part in
            var file = MessageFile(
                remoteID: RemoteID(""), fileName: part.fileName, contentType: part.contentType, size: part.size ?? 0)
            file.fileName = SafeFileName.of(file, number: index + 1)
            return Part(outline: part, file: file, number: index + 1)
        }
        problems = ParsedMessage.parse(bytes).problems.prefix(Self.mostProblems).map { CleanText.line($0) }
    }

    /// Returns the decoded content of a part.
    func contents(of part: Part) -> [UInt8] {
        ParsedMessage.fileContents(of: bytes, partID: part.outline.partID) ?? []
    }
}
