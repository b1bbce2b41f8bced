import InboxKit
import InboxModel
import TerminalUI

extension ContactsScreen {
    private static let detailsFrom = 100

    func draw(into grid: inout Grid) {
        let (head, rest) = grid.bounds.split(top: 2)
        let (middle, foot) = rest.split(top: rest.height - 1)
        var top = TopLine(lead: grid.frame.glyphs.back, title: isChoosing ? "Write to" : "Contacts")
        top.count = about
        top.status = around.statusText(for: nil)
        grid.inside(head) { top.draw(into: &$0) }
        grid.placeBack(around.keyName(of: .back, in: keyContext))
        grid.inside(middle) { drawMiddle(into: &$0) }
        drawFoot(foot, into: &grid)
    }

    private var about: String {
        let people = Wording.count(provider.count, "person", "people")
        return marked.isEmpty ? people : "\(people) · \(Wording.number(marked.count)) marked"
    }

    private func drawMiddle(into grid: inout Grid) {
        let (line, below) = grid.bounds.split(top: isTyping || !field.isEmpty ? 1 : 0)
        if line.height > 0 {
            let start = grid.draw("/", x: 1, y: 0, .accent) + 1
            grid.inside(Rect(x: start, y: 0, width: grid.width - start - 1, height: 1)) {
                field.draw(into: &$0, isFocused: isTyping)
            }
        }
        if !isTyping { grid.frame.hideCursor() }
        let details = grid.width >= Self.detailsFrom ? 44 : 0
        grid.inside(Rect(x: 0, y: below.y, width: grid.width - details, height: below.height)) { drawRows(into: &$0) }
        guard details > 0 else { return }
        grid.inside(Rect(x: grid.width - details, y: below.y, width: details, height: below.height)) {
            drawDetails(into: &$0)
        }
    }

    private func drawRows(into grid: inout Grid) {
        guard !list.rows.isEmpty else {
            grid.clear()
            let key = around.keyName(of: .addContact, in: .contacts).map { "  \($0) adds someone" } ?? ""
            let text = field.isEmpty ? "Nobody yet; people appear with their mail." : "Nobody by that name."
            return grid.draw(centred: text + (isTyping ? "" : key), y: grid.height / 2 - 1, .dim)
        }
        let (people, marks) = (people, Set(marked.map(\.id)))
        let dates = MessageDates(clock: around.clock)
        let known = around.session.knownAccounts
        let accounts = known.count > 1 ? AccountMark.all(of: known) : [:]
        list.draw(into: &grid) { part, id, _ in
            guard let contact = people[id] else { return }
            Self.draw(contact, isMarked: marks.contains(id), accounts[contact.account], dates, into: &part)
        }
    }

    /// - Parameter account: what tells the accounts apart where there are several: one person may be known in each.
    private static func draw(
        _ contact: Contact, isMarked: Bool, _ account: AccountMark?, _ dates: MessageDates, into grid: inout Grid
    ) {
        let glyphs = grid.frame.glyphs
        if !glyphs.areWords {
            if isMarked { grid.draw(glyphs.marked, x: 0, y: 0, .accent) }
            if contact.card != nil { grid.draw(glyphs.star, x: 1, y: 0, Style(.star)) }
        }
        // The date has a column of its own, so that the values beside it are aligned.
        let end = grid.width - (grid.width >= 60 ? 13 : 1)
        if grid.width >= 60, let last = contact.lastMailAt {
            grid.draw(dates.short(last), endingAt: grid.width - 1, y: 0, .dim)
        }
        var start = 3
        if let account, !glyphs.areWords {
            start = grid.draw(account.letter, x: start, y: 0, Style(account.role)) + 1
        }
        let room = max(0, end - start)
        let wide = contact.address.name.isEmpty ? room : room * 2 / 5
        let marked = glyphs.named(
            Wording.line(contact.address.displayName),
            [isMarked ? glyphs.marked : nil, contact.card == nil ? nil : "kept", account?.letter])
        let name = TextCells.truncated(marked, to: wide, ellipsis: glyphs.ellipsis)
        grid.draw(name, x: start, y: 0)
        guard !contact.address.name.isEmpty else { return }
        let groups = contact.card?.groups ?? []
        let more =
            Wording.line(contact.address.email)
            + (groups.isEmpty ? "" : "  " + Wording.line(groups.joined(separator: ", ")))
        grid.draw(
            TextCells.truncated(more, to: room - wide - 1, ellipsis: glyphs.ellipsis), x: start + 1 + wide, y: 0,
            .dim)
    }

    private func drawDetails(into grid: inout Grid) {
        grid.clear()
        for y in 0..<grid.height { grid.draw(grid.frame.glyphs.vertical, x: 0, y: y, .dim) }
        guard let selected else { return }
        grid.draw(Wording.line(selected.address.displayName), x: 2, y: 0, .bold, columns: grid.width - 3)
        var y = 2
        for (label, text) in text(of: selected).entries {
            grid.draw(label, x: 2, y: y, .dim)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                .flatMap { TextCells.wrapped(Wording.line(String($0)), to: grid.width - 12) }
            for line in lines where y < grid.height {
                grid.draw(line, x: 11, y: y)
                y += 1
            }
        }
    }

    private func drawFoot(_ place: Rect, into grid: inout Grid) {
        var bar = StatusBar(status: StyledLine())
        if isChoosing, isTyping {
            // Here, letters search.
            let some = [around.boxHint(.open, "choose"), StatusBar.Hint(markKey, "select")]
            bar.hints = (hasTargets ? some : []) + [around.boxHint(.back, "back")]
        } else if isChoosing {
            bar.hints = around.hints((hasTargets ? [.open, .select] : []) + [.search, .back], in: .contacts)
            if hasTargets { bar.hints[0].label = "choose" }
        } else if isTyping {
            bar.hints = [around.boxHint(.open, "to the list"), around.boxHint(.back, "everyone")]
            // Where nobody matches, there may be room for one key only.
            if list.rows.isEmpty { bar.hints.reverse() }
        } else {
            let commands: [Command] = [
                .compose, .addContact, .editContact, .removeContact, .search, .select, .back,
            ]
            bar.hints = around.hints(commands.filter { !isAboutNobody($0) }, in: .contacts)
        }
        bar.last = around.hints([.help], in: keyContext).first
        grid.inside(place) { bar.draw(into: &$0) }
    }
}
