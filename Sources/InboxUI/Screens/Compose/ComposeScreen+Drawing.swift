import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension ComposeScreen {
    private static let label = 9
    private static let widestText = 100

    func draw(into grid: inout Grid) {
        grid.clear()
        let (head, rest) = grid.bounds.split(top: grid.height < 10 ? 1 : 2)
        let (middle, foot) = rest.split(top: rest.height - 1)
        grid.inside(head) { drawHead(into: &$0) }
        places = [:]
        grid.inside(middle) { drawForm(into: &$0) }
        grid.inside(foot) { drawFoot(into: &$0) }
    }

    private func drawHead(into grid: inout Grid) {
        let status = around.statusText(for: form.account.id)
        let start = grid.draw(status.connection, endingAt: grid.width - 1, y: 0, status.isGood ? .ok : .warn)
        grid.placeBack(around.keyName(of: .back, in: .compose))
        let x = grid.draw(grid.frame.glyphs.back + " ", x: 1, y: 0, .accent)
        grid.draw(title, x: x, y: 0, .bold, columns: max(0, start - x - 1))
        if grid.height > 1 { TopLine.drawRule(into: &grid, y: 1) }
    }

    private func drawForm(into grid: inout Grid) {
        var y = 0
        for field in form.fields where field != .body && form.isShown(field) {
            // The text keeps at least a few rows, whatever is above it.
            guard y < max(3, grid.height - 4) || field == form.focus else { continue }
            y += draw(field, y: y, into: &grid)
        }
        if let seal = form.seal, y < max(3, grid.height - 4) {
            draw(seal, y: y, into: &grid)
            y += 1
        }
        if !form.replyTo.isEmpty, y < max(3, grid.height - 4) {
            grid.draw("Reply-To", x: 1, y: y, .dim)
            let people = form.replyTo.map(AddressList.text(of:)).joined(separator: ", ")
            grid.draw(CleanText.line(people), x: 1 + Self.label, y: y, .text)
            y += 1
        }
        if grid.height >= 9 {
            TopLine.drawRule(into: &grid, y: y)
            y += 1
        }
        // As wide as the reader's lines, which is still easy to read. The cursor may use the margin, so that quoted lines of 78 columns fit
        // an 80-column terminal.
        let width = max(1, min(Self.widestText, grid.width - 1))
        let body = Rect(x: 1, y: y, width: width, height: max(1, grid.height - y))
        grid.inside(body) { part in
            places[.body] = part.place
            form.body.draw(into: &part, isFocused: form.focus == .body) { Self.style($0) }
        }
        if let awaited { drawAwaited(awaited, into: &grid) }
        if isFetching { grid.draw("Getting the text" + grid.frame.glyphs.ellipsis, x: 1, y: grid.height - 1, .dim) }
        drawCompletions(into: &grid)
    }

    private static func style(_ line: String) -> Style {
        guard line.hasPrefix(">") else { return line == "-- " ? .dim : .text }
        let depth = line.prefix { $0 == ">" || $0 == " " }.count { $0 == ">" }
        return Style([Role.quote1, .quote2, .quote3][(depth - 1) % 3])
    }

    /// - Returns: The number of rows that the field takes.
    private func draw(_ field: ComposeForm.Field, y: Int, into grid: inout Grid) -> Int {
        let isFocused = form.focus == field
        let name = ["From", "To", "Cc", "Bcc", "Subject", "Files", ""][field.rawValue]
        grid.draw(name, x: 1, y: y, isFocused ? .bold : .dim)
        let area = Rect(
            x: 1 + Self.label, y: y, width: max(4, grid.width - Self.label - 2), height: max(1, min(4, grid.height - y))
        )
        var rows = 1
        grid.inside(area) { part in
            switch field {
            case .from: drawFrom(into: &part, isFocused: isFocused)
            case .subject: form.subject.draw(into: &part, isFocused: isFocused)
            case .files: rows = drawFiles(into: &part, isFocused: isFocused)
            case .to, .cc, .bcc:
                rows = form.recipients[field]?.draw(into: &part, isFocused: isFocused) ?? 1
            case .body: break
            }
            var place = part.place
            place = Rect(x: place.x, y: place.y, width: place.width, height: min(place.height, rows))
            places[field] = place
        }
        return min(rows, area.height)
    }

    private func draw(_ seal: DraftSeal, y: Int, into grid: inout Grid) {
        grid.draw(seal.kind.name, x: 1, y: y, .dim)
        let words = seal.encrypts ? "signed and encrypted; no server has the draft" : "signed"
        let x = grid.draw(words, x: 1 + Self.label, y: y, .ok, columns: grid.width - Self.label - 2)
        guard seal.encrypts, let next = kind(after: seal.kind), let key = around.keyName(of: .seal, in: .compose) else {
            return
        }
        grid.draw("\(key): \(next.name)", x: x + 2, y: y, .dim, columns: max(0, grid.width - x - 3))
    }

    private func drawFrom(into grid: inout Grid, isFocused: Bool) {
        var x = grid.draw(
            CleanText.line(AddressList.text(of: form.sender.address)), x: 0, y: 0, isFocused ? .accent : .text)
        if form.sender.isDoubtful { x = grid.draw("its server may refuse it", x: x + 2, y: 0, .warn) }
        if isFocused {
            grid.draw("Space changes it", x: x + 2, y: 0, .dim)
        } else if form.isGuess {
            grid.draw("a guess", x: x + 2, y: 0, .dim)
        }
    }

    /// Draws the files and their sum in as many rows as they need and the grid has. The selected one stays visible, and what has no room
    /// is counted.
    /// - Returns: The number of rows.
    private func drawFiles(into grid: inout Grid, isFocused: Bool) -> Int {
        let files = form.files
        var texts = files.map { file in
            let upload = around.session.transfer(of: file)
            if upload != nil { grid.frame.redraw(at: grid.frame.now + Spinner.step) }
            let size = " (\(upload?.amount ?? FileSize.text(file.size)))"
            let name = ShortFileName.fitting(
                file.fileName.isEmpty ? "file" : file.fileName, columns: grid.width - TextCells.width(size),
                ellipsis: grid.frame.glyphs.ellipsis)
            return name + size
        }
        let sum = "\(FileSize.text(files.reduce(0) { $0 + $1.size })) in all"
        if files.count > 1 { texts.append(sum) }
        var (x, y) = (0, 0)
        let places = texts.map { text in
            let width = TextCells.width(text)
            if x > 0, x + width > grid.width { (x, y) = (0, y + 1) }
            defer { x += width + 2 }
            return Point(x: x, y: y)
        }
        let selected = isFocused ? min(form.selectedFile, files.count - 1) : nil
        let atHand = selected.map { places[$0].y } ?? 0
        let first = max(0, atHand - grid.height + 1)
        let rows = first..<(first + grid.height)
        for (index, place) in places.enumerated() where rows.contains(place.y) {
            let style = index == selected ? Style(.accent, .reverse) : index < files.count ? .accent : .dim
            grid.draw(texts[index], x: place.x, y: place.y - first, style)
        }
        if isFocused, rows.contains(y), x + 12 < grid.width {
            grid.draw("x removes it", x: x, y: y - first, .dim, columns: grid.width - x)
        }
        let hidden = places.prefix(files.count).count { !rows.contains($0.y) }
        if hidden > 0 {
            let words = " +\(hidden) more" + (rows.contains(y) ? "" : ", \(sum)")
            let start = max(0, grid.width - TextCells.width(words))
            // Not over the selected one.
            grid.draw(words, x: start, y: atHand < grid.height - 1 ? grid.height - 1 : 0, Style(.dim, .bold))
        }
        return min(y + 1, grid.height)
    }

    /// Draws the progress of a file of another message, on its way from the server to be attached here.
    private func drawAwaited(_ file: MessageFile, into grid: inout Grid) {
        let amount = around.session.transfer(of: file).map { "  " + $0.amount } ?? ""
        let room = grid.width - 2 - TextCells.width("Getting " + amount)
        let name = ShortFileName.fitting(file.fileName, columns: room, ellipsis: grid.frame.glyphs.ellipsis)
        let words = "Getting \(name)\(amount)"
        grid.draw(words, x: 1, y: grid.height - 1, .dim, columns: grid.width - 2)
        grid.frame.redraw(at: grid.frame.now + Spinner.step)
    }

    private func drawCompletions(into grid: inout Grid) {
        guard let place = places[form.focus] else { return }
        form.recipients[form.focus]?.drawCompletions(x: 1 + Self.label, y: place.maxY - grid.place.y, into: &grid)
    }

    /// Hints for reaching the hidden fields: Cc and Bcc appear when they get the focus.
    private var hiddenFields: [StatusBar.Hint] {
        let hidden = [(ComposeForm.Field.cc, "Cc"), (.bcc, "Bcc")].filter {
            form.fields.contains($0.0) && !form.isShown($0.0)
        }
        guard !hidden.isEmpty else { return [] }
        let names = hidden.map(\.1).joined(separator: " ")
        func hint(_ command: Command, _ words: String) -> [StatusBar.Hint] {
            around.hint(command, words, in: .compose).map { [$0] } ?? []
        }
        switch form.focus {
        case .to:
            return hint(.down, names) + (form.fields.contains(.from) ? hint(.previousLink, "From") : [])
        case .from: return hint(.nextLink, "To")
        case .subject: return hint(.previousLink, names)
        default: return hint(.previousLink, "Subject \(names)")
        }
    }

    private func drawFoot(into grid: inout Grid) {
        var bar = StatusBar()
        switch keeping {
        case _ where ending?.isSigning == true: bar.status.append("signing" + grid.frame.glyphs.ellipsis, .dim)
        case _ where ending != nil: bar.status.append("saving" + grid.frame.glyphs.ellipsis, .dim)
        case .nothing: break
        case .unkept: bar.status.append("not saved yet", .dim)
        case .kept: bar.status.append("draft saved", .dim)
        case .failed: bar.status.append("the draft can't be saved", .danger)
        }
        if form.isMarkdown {
            if keeping != .nothing { bar.status.append(" · ", .dim) }
            bar.status.append("Markdown", .accent)
        }
        let send = around.hints([.send], in: .compose)
        let leave = around.hint(.back, "keep as draft", in: .compose)
        let others = around.hints(
            [.attach, .editor, .sendLater, .discard, .markdown] + (canSeal ? [.seal] : []), in: .compose)
        bar.hints = send + [leave].compactMap(\.self) + hiddenFields + others
        bar.last = around.hints([.help], in: .compose).first
        if let leave, !bar.names(leave, width: grid.width) { bar.shorten(to: leave, behind: send, width: grid.width) }
        bar.draw(into: &grid)
    }
}

extension StatusBar {
    /// Shortens the bar where space is scarce, so that it still shows the hint for leaving.
    fileprivate mutating func shorten(to leave: Hint, behind send: [Hint], width: Int) {
        let short = Hint(leave.key, "keep")
        for way in [(send + [short], last), (send + [short], nil)] where !names(short, width: width) {
            (hints, last) = way
        }
        // How to send is worth more than that the text is Markdown.
        while status.spans.count > 1, !names(short, width: width) { status.spans.removeLast() }
        if !names(short, width: width) { hints = [short] }
    }
}
