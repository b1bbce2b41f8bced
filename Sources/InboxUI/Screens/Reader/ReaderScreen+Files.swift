import InboxModel
import MailContent
import TerminalUI

/// The files of a mail that is itself a file: stepped through, opened, saved and piped one by one.
extension ReaderScreen {
    private var innerFiles: [InnerFile] {
        guard openInner != nil, case .here(let content) = state else { return [] }
        return content.files
    }

    /// The file that keys act on, with its number in the mail.
    var focused: (file: InnerFile, number: Int, mail: [UInt8])? {
        guard let focus, innerFiles.indices.contains(focus), case .here(let content) = state else { return nil }
        return (innerFiles[focus], focus + 1, content.bytes)
    }

    func moveFocus(_ step: Int) {
        let files = innerFiles
        guard !files.isEmpty else { return around.say("There are no files here", kind: .info) }
        // Between the last and the first file comes the mail itself.
        let next = (focus ?? -1) + step
        focus = files.indices.contains(next) ? next : focus == nil ? files.count - 1 : nil
        relay()
        if let focus, fileLines.count == files.count {
            view.reveal(fileLines.lowerBound + focus..<fileLines.lowerBound + focus + 1)
        }
    }

    /// Handles a click: on a file it does what Enter does.
    func press(_ place: Point) -> Bool {
        guard let line = view.line(at: place), fileLines.contains(line), !innerFiles.isEmpty else { return false }
        focus = line - fileLines.lowerBound
        relay()
        if let inner = focused { openInner?(inner.file, inner.number, inner.mail) }
        around.setNeedsDraw()
        return true
    }

    func lay(_ text: StyledText, _ files: [InnerFile], width: Int, glyphs: Glyphs) {
        func laid(_ lines: ArraySlice<StyledText.Line>) -> [StyledLine] {
            var part = text
            part.lines = Array(lines)
            var body = BodyLines(width: width, showsQuotes: true, glyphs: glyphs)
            body.add(part)
            return body.lines.map(Self.styled)
        }
        let named = FileText.fileLines(of: text)
        guard openInner != nil, !files.isEmpty, named.count == files.count else {
            fileLines = 0..<0
            return view.rewrap(laid(text.lines[...]))
        }
        let above = laid(text.lines[..<named.lowerBound])
        let own = files.enumerated().map { index, inner in
            line(inner.file, isInFocus: index == focus, width: width, glyphs: glyphs)
        }
        fileLines = above.count..<above.count + own.count
        view.rewrap(above + own + laid(text.lines[named.upperBound...]))
    }

    private func line(_ file: MessageFile, isInFocus: Bool, width: Int, glyphs: Glyphs) -> StyledLine {
        let size = "  " + FileSize.text(file.size)
        let room = max(4, width - 9 - TextCells.width(size))
        var line = StyledLine()
        line.append("File     ", .dim)
        line.append(
            ShortFileName.fitting(file.fileName, columns: room, ellipsis: glyphs.ellipsis),
            isInFocus ? Style.link.with(.reverse) : .link)
        line.append(size, .dim)
        return line
    }

    /// Whether keys act on address cards, whose people can be added to the contacts.
    var isCard: Bool {
        guard keepCards != nil, let file = focused?.file.file ?? file?.file else { return false }
        return FileText.isCard(file.contentType, name: file.fileName)
    }

    func addContacts() {
        guard isCard else {
            return around.say("Only people on an address card can be kept: this is not one", kind: .info)
        }
        guard let chosen else { return sayNothingIsHere() }
        keepCards?(chosen.bytes)
    }

    var fileHints: [StatusBar.Hint] {
        guard !innerFiles.isEmpty else { return [] }
        let open = focused == nil ? nil : around.hint(.fetch, "open it", in: .reader)
        return [open, around.hint(.nextLink, "next file", in: .reader)].compactMap(\.self)
    }
}
