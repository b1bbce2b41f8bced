import InboxModel
import MailContent
import TerminalUI

/// The attachments of a message.
extension MessageLayout {
    var files: [LaidMessage.Line] {
        guard !message.files.isEmpty else { return [] }
        var lines = [LaidMessage.Line()]
        for (index, file) in message.files.enumerated() {
            let name = fileNames[index] ?? SafeFileName.of(file, number: index + 1)
            let size = about(file, named: name)
            let room = max(4, textWidth - TextCells.width(size) - 6)
            lines.append(
                LaidMessage.Line([
                    .init(" " + glyphs.file + " ", .dim),
                    .init(TextCells.truncated(name, to: room, ellipsis: glyphs.ellipsis), .link, .file(index)),
                    .init("  " + size, .dim),
                ]))
            if let doubt = FileType.conflict(type: file.contentType, name: file.fileName) {
                lines += notes(doubt, .warn)
            }
            if let disguise = disguises[index] { lines += notes(disguise, .warn) }
        }
        return lines
    }

    /// Returns the size of a file, and its type where the name does not tell.
    private func about(_ file: MessageFile, named name: String) -> String {
        let (size, type) = (FileSize.text(file.size), CleanText.line(file.contentType.lowercased()))
        let isTold = type.isEmpty || FileType.named(name) != FileType.named("")
        return isTold ? size : "\(TextCells.truncated(type, to: 40, ellipsis: glyphs.ellipsis)), \(size)"
    }
}
