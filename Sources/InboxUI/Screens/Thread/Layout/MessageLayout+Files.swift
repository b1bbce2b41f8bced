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
            let size = FileSize.text(file.size)
            let room = max(4, textWidth - TextCells.width(size) - 6)
            let short = ShortFileName.fitting(name, columns: room, ellipsis: glyphs.ellipsis)
            let type = shownType(of: file, named: name, columns: room - TextCells.width(short) - 2)
            lines.append(
                LaidMessage.Line([
                    .init(" " + glyphs.file + " ", .dim), .init(short, .link, .file(index)),
                    .init("  " + (type.map { $0 + ", " } ?? "") + size, .dim),
                ]))
            if let doubt = FileType.conflict(type: file.contentType, name: file.fileName) {
                lines += notes(doubt, .warn)
            }
            if let disguise = disguises[index] { lines += notes(disguise, .warn) }
        }
        return lines
    }

    /// Returns the type of a file; nil where its name tells it, or where the name leaves no room for it.
    private func shownType(of file: MessageFile, named name: String, columns: Int) -> String? {
        let type = CleanText.line(file.contentType.lowercased())
        guard !type.isEmpty, FileType.named(name) == FileType.named(""), columns >= min(12, TextCells.width(type))
        else {
            return nil
        }
        return TextCells.truncated(type, to: min(40, columns), ellipsis: glyphs.ellipsis)
    }
}
