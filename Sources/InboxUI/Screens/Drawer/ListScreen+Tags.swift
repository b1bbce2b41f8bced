import InboxKit
import InboxModel
import TerminalUI

/// Tags are renamed, and taken off all mail: in the drawer the selected one, in the list the one that is shown.
extension ListScreen {
    /// Nil where what is selected or shown is no tag.
    var chosenTag: Keyword? { if case .tag(let tag)? = chosenView { tag } else { nil } }

    func rename(_ tag: Keyword) {
        let known = tags.all.map(\.keyword)
        around.push(
            EntryScreen(
                "Rename \(Wording.line(tag.tagName))", deed: "rename", text: String(tag.tagName.dropFirst()),
                around: around,
                note: { Self.note(on: $0, renaming: tag, among: known) },
                done: { [weak self] name in
                    guard let new = known.tag(typed: name), new != tag else { return }
                    self?.replace(tag, with: new)
                }))
    }

    /// It can be taken back: nobody is asked.
    func takeOff(_ tag: Keyword) { replace(tag, with: nil) }

    private static func note(on name: String, renaming tag: Keyword, among known: [Keyword]) -> EntryScreen.Note {
        guard !name.isEmpty else { return .init(text: "It needs a name.", isProblem: true) }
        guard let new = known.tag(typed: name) else {
            return .init(text: LabelChoices(tags: known).flaw(name), isProblem: true)
        }
        guard new != tag, known.contains(new) else { return .init(text: "") }
        return .init(text: "\(Wording.line(new.tagName)) is there: its mail and this one's come together")
    }

    private func replace(_ tag: Keyword, with new: Keyword?) {
        around.act(saying: { Wording.replaced($0, tag, with: new) }) { session async throws(SessionError) in
            try await session.replaceTag(tag, with: new)
        }
        leave(tag, for: new)
    }

    /// A view of a tag that was renamed back, or again, follows it where nothing has the name any more.
    func follow(_ renamed: Deed.RenamedTag?) {
        guard let renamed, case .tag(let shown) = view, [renamed.old, renamed.new].contains(shown),
            let known = try? around.session.tags(), !known.contains(shown)
        else { return }
        leave(shown, for: shown == renamed.new ? renamed.old : renamed.new)
    }

    /// Nothing has it any more: what is shown is what has its new name, or where one was before.
    private func leave(_ tag: Keyword, for new: Keyword?) {
        let home = ListScreen.home(accounts.items)
        let next = new.map { MailView.tag($0) }
        drawer.leaveOrigin(for: ListPlace(view: next ?? home, thread: nil)) { $0 != .tag(tag) }
        guard view == .tag(tag) else { return }
        let target = next ?? drawer.origin?.view ?? home
        show(target)
        if drawer.isOpen { drawer.expect(.view(target)) }
    }
}

extension Wording {
    /// What became of a tag on all mail that had it.
    static func replaced(_ deed: Deed, _ tag: Keyword, with new: Keyword?) -> String {
        let messages = messages(deed)
        guard let new else { return "\(line(tag.tagName)) taken off \(messages)" }
        return "\(line(tag.tagName)) is \(line(new.tagName)) now, on \(messages)"
    }
}
