import InboxModel
import TerminalUI

extension LoginScreen {
    private static let label = 11
    private static let widest = 46

    func draw(into grid: inout Grid) {
        grid.clear()
        let (middle, foot) = grid.bounds.split(top: grid.height - 1)
        grid.inside(middle) { drawForm(into: &$0) }
        grid.inside(foot) { drawFoot(into: &$0) }
    }

    private func drawForm(into grid: inout Grid) {
        let isTall = grid.height >= 20
        let width = max(12, min(Self.widest, grid.width - Self.label - 4))
        let x = max(2, (grid.width - Self.label - width) / 2)
        let said = form.fields.map {
            words(about: $0, x: x, width: width, columns: grid.width).lines.count
        }
        var y = isTall ? 4 : grid.height >= 15 ? 1 : 0
        // The fields and their problems take precedence over the program's name.
        if y + 3 + said.count + said.reduce(0, +) < grid.height {
            grid.draw(centred: "m a r a c a", y: y, Style(.accent, .bold))
            grid.draw(centred: "shake your inbox", y: y + 1, .dim)
            y += isTall ? 4 : 3
        } else {
            y = 0
        }
        for field in form.fields {
            y = draw(field, x: x, y: y, width: width, into: &grid)
        }
        y += isTall ? 1 : 0
        let end = drawProgress(x: x + Self.label, y: y, width: width, into: &grid)
        if !isDone, end < grid.height { drawKeys(y: min(grid.height - 1, max(end + 1, y + 2)), into: &grid) }
    }

    /// Returns the text about a field in lines for below it: aligned with the field's text, or over the whole width of a narrow screen.
    private func words(about field: LoginForm.Field, x: Int, width: Int, columns: Int) -> (
        x: Int, lines: [String], style: Style
    ) {
        guard let complaint = form.complaint(field),
            complaint.isError || isFocused(field) || field == .address
        else { return (x, [], .plain) }
        let indented = max(10, min(width + 8, columns - x - Self.label - 1))
        let style = complaint.isError ? Style.danger : Style.dim
        let lines = TextCells.wrapped(complaint.text, to: indented)
        if columns >= 60 || lines.count <= 2 { return (x + Self.label, lines, style) }
        return (x, TextCells.wrapped(complaint.text, to: columns - x - 1), style)
    }

    private static func name(of field: LoginForm.Field) -> String {
        switch field {
        case .address: "Address"
        case .user: "User name"
        case .password: "Password"
        case .server: "Server"
        }
    }

    /// Whether the form has done its work, and stands only behind the question for the owner's name.
    private var isDone: Bool { form.phase == .signedIn(lookingSince: nil) }

    private func isFocused(_ field: LoginForm.Field) -> Bool {
        form.focus == field && form.phase == .editing && !isStartingDemo
    }

    /// Draws a field with the text about it, and returns the row below.
    private func draw(_ field: LoginForm.Field, x: Int, y: Int, width: Int, into grid: inout Grid) -> Int {
        let isFocused = isFocused(field)
        grid.draw(Self.name(of: field), x: x, y: y, isFocused ? .bold : .dim)
        let area = Rect(x: x + Self.label, y: y, width: width, height: 1)
        grid.inside(area) { part in
            places[field] = part.place
            var text = form[field]
            // A user who moves here wants to type a server.
            if field == .server, isFocused { text.placeholder = "https://mail.example.org" }
            text.draw(into: &part, style: isFocused ? Style(.text, .underline) : .text, isFocused: isFocused)
        }
        if field == .server, !isFocused, !isDone, !form.isFixed, let key = around.keyName(of: .changeServer, in: .login)
        {
            let hint = [StatusBar.Hint(key, "change")]
            if area.maxX + 2 + Grid.width(of: hint) < grid.width {
                grid.draw(hints: hint, x: area.maxX + 2, y: y, .dim)
            }
        }
        let (left, lines, style) = words(about: field, x: x, width: width, columns: grid.width)
        if lines.isEmpty { return y + (grid.height >= 20 ? 2 : 1) }
        for (index, line) in lines.enumerated() { grid.draw(line, x: left, y: y + 1 + index, style) }
        let end = y + 1 + lines.count
        return lines.count > 1 && grid.height >= 20 ? end + 1 : end
    }

    /// Returns the row below what it draws.
    private func drawProgress(x: Int, y: Int, width: Int, into grid: inout Grid) -> Int {
        if isStartingDemo { return drawWork("Creating the demo mailbox", since: demoBegin, x: x, y: y, into: &grid) }
        if case .signingIn(let since) = form.phase {
            return drawWork("Signing in", since: since, x: x, y: y, into: &grid)
        }
        if case .finding(let since) = form.phase {
            return drawWork("Looking for the server", since: since, x: x, y: y, into: &grid)
        }
        if case .signedIn(let since?) = form.phase {
            return drawWork("Looking up your name", since: since, stop: "skip", x: x, y: y, into: &grid)
        }
        if case .inBrowser(let prompt, let since) = form.phase {
            return drawPrompt(prompt, since: since, y: y, into: &grid)
        }
        guard let notice = form.notice else { return y }
        let left = grid.width < 60 ? 2 : x
        let lines = TextCells.wrapped(notice, to: grid.width < 60 ? grid.width - 3 : width)
        for (index, line) in lines.enumerated() { grid.draw(line, x: left, y: y + index, .warn) }
        return y + lines.count
    }

    /// Draws what to do in the browser. The URL takes whole rows, so that it can be copied.
    private func drawPrompt(
        _ prompt: SignInPrompt?, since: ContinuousClock.Instant, y: Int, into grid: inout Grid
    ) -> Int {
        var row = y
        func write(_ text: String, _ style: Style) {
            grid.draw(text, x: 0, y: row, style)
            row += 1
        }
        switch prompt {
        case nil: break
        case .visit(let url):
            write(" Sign in on this page, in a browser" + (grid.width < 54 ? ":" : " on this machine:"), .plain)
            var rest = url[...]
            while !rest.isEmpty, row < grid.height - 1 {
                write(String(rest.prefix(grid.width)), .accent)
                rest = rest.dropFirst(grid.width)
            }
        case .enter(let code, let url):
            write(" Go to  \(url)", .plain)
            write(" and enter  \(code)", Style(.accent, .bold))
        }
        return drawWork("Waiting for the browser", since: since, x: 1, y: row, into: &grid)
    }

    private func drawWork(
        _ text: String, since: ContinuousClock.Instant, stop: String = "stop", x: Int, y: Int, into grid: inout Grid
    ) -> Int {
        let sign = Spinner(begin: since).sign(in: &grid.frame) ?? " "
        let (words, stop) = ("\(sign) \(text)\(grid.frame.glyphs.ellipsis)", [StatusBar.Hint(back, stop)])
        let last = grid.width - 1 - Grid.width(of: stop)
        let end = grid.draw(words, x: max(1, min(x, last - 1 - TextCells.width(words))), y: y)
        grid.draw(hints: stop, x: min(max(end + 3, x + 30), last), y: y, .dim)
        return y + 1
    }

    private func drawKeys(y: Int, into grid: inout Grid) {
        let key = hasDemo ? around.keyName(of: .demo, in: .login) : nil
        let demo = key.map { "        \($0)  look around in a demo mailbox" } ?? ""
        let enter = around.keyName(of: .open, in: .login) ?? ""
        let (long, line) = ("\(enter)  sign in", "\(enter)  sign in" + demo)
        let short = "\(enter) sign in" + (key.map { "  \($0) demo mailbox" } ?? "")
        let isLong = TextCells.width(line) <= grid.width
        let shown = isLong ? line : short
        grid.draw(centred: shown, y: y, .dim)
        let start = max(0, (grid.width - TextCells.width(shown)) / 2)
        let first = TextCells.width(isLong ? long : "\(enter) sign in")
        grid.place(hint: enter, x: start, y: y, width: first)
        if let key { grid.place(hint: key, x: start + first + 1, y: y, width: TextCells.width(shown) - first - 1) }
    }

    private var back: String { around.keyName(of: .back, in: .login) ?? "" }

    private func drawFoot(into grid: inout Grid) {
        let keys = around.hints([.quit, .help], in: .login)
        let start = max(0, grid.width - 1 - Grid.width(of: keys))
        grid.draw(hints: keys, x: start, y: 0, .dim)
        let about = canGoBack ? "\(back)  back" : "no account yet"
        guard TextCells.width(about) + 3 <= start else { return }
        let end = grid.draw(about, x: 1, y: 0, .dim)
        if canGoBack { grid.place(hint: back, x: 1, y: 0, width: end - 1) }
    }
}
