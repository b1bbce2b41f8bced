import InboxKit
import InboxModel
import TerminalUI

/// Renaming tags, and removing them from all mail: the selected one in the drawer, the shown one in the list.
extension ListScreen {
    /// The selected or shown tag; nil where that is no tag.
    var chosenTag: Keyword? { if case .tag(let tag)? = chosenView { tag } else { nil } }

    func rename(_ tag: Keyword) {
        let known = listing.tags.all.map(\.keyword)
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

    /// Removes a tag from all mail, without a question, since it can be undone.
    func takeOff(_ tag: Keyword) { replace(tag, with: nil) }

    private static func note(on name: String, renaming tag: Keyword, among known: [Keyword]) -> EntryScreen.Note {
        guard !name.isEmpty else { return .init(text: "It needs a name.", isProblem: true) }
        guard let new = known.tag(typed: name) else {
            return .init(text: LabelChoices(tags: known).flaw(name), isProblem: true)
        }
        guard new != tag, known.contains(new) else { return .init(text: "") }
        return .init(text: "\(Wording.line(new.tagName)) exists already: the two tags will be merged")
    }

    private func replace(_ tag: Keyword, with new: Keyword?) {
        around.act(saying: { Wording.replaced($0, tag, with: new) }, otherwise: "No mail has that tag any more.") {
            session async throws(SessionError) in try await session.replaceTag(tag, with: new)
        }
        leave(tag, for: new)
    }

    /// Follows a rename that was undone or redone, if the view's tag no longer exists.
    func follow(_ renamed: Deed.RenamedTag?) {
        guard let renamed, case .tag(let shown) = view, [renamed.old, renamed.new].contains(shown),
            let known = try? around.session.tags(), !known.contains(shown)
        else { return }
        leave(shown, for: shown == renamed.new ? renamed.old : renamed.new)
    }

    /// Leaves the view of a tag that no mail has any more, for that of its new name, or for the previous place.
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
    /// Returns what became of a tag on all mail that had it.
    static func replaced(_ deed: Deed, _ tag: Keyword, with new: Keyword?) -> String {
        let messages = messages(deed)
        guard let new else { return "\(line(tag.tagName)) removed from \(messages)" }
        return "\(line(tag.tagName)) is now \(line(new.tagName)), on \(messages)"
    }
}
