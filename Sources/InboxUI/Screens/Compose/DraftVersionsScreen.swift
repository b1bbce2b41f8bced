import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// A choice of earlier drafts or versions of a draft: their times, and words from each that the present text lacks.
@UI
final class DraftVersionsScreen: PickingScreen {
    struct Item: Hashable, Sendable {
        var version: DraftVersion
        var words: String
    }

    let around: any Surroundings
    private let title: String
    private let choose: @UI (DraftVersion) -> Void
    var picker: Picker<Item>

    private static let wordsInRow = 200

    /// - Parameter present: The present text, for telling the versions apart from it.
    init(
        _ title: String, _ versions: [DraftVersion], present: String? = nil, around: any Surroundings,
        choose: @escaping @UI (DraftVersion) -> Void
    ) {
        self.title = title
        self.around = around
        self.choose = choose
        let items = versions.map { Item(version: $0, words: Self.words(of: $0, besides: present)) }
        picker = Picker(placeholder: "words of the text") { text in
            let words = text.lowercased()
            return items.filter { words.isEmpty || Self.text($0.version).lowercased().contains(words) }
        }
    }

    func chosen(_ item: Item) { choose(item.version) }

    private static func text(_ version: DraftVersion) -> String {
        version.content.subject + "\n" + ComposeForm.text(version.content.body)
    }

    /// Returns the first line that the present text lacks; for a whole draft its subject and text.
    private static func words(of version: DraftVersion, besides present: String?) -> String {
        let text = ComposeForm.text(version.content.body)
        guard let present else { return Wording.title(version.content.subject) + " " + oneLine(text) }
        let known = Set(present.split(separator: "\n"))
        let line = text.split(separator: "\n").first { !known.contains($0) }.map(String.init) ?? text
        let words = oneLine(line)
        return words.isEmpty ? "(no text)" : words
    }

    private static func oneLine(_ text: String) -> String {
        text.prefix(wordsInRow).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func draw(into grid: inout Grid) {
        let dates = MessageDates(clock: around.clock)
        picker.draw(
            into: &grid, title: title, size: Size(width: 72, height: 16), nothing: "No draft contains these words"
        ) {
            part, item in
            let glyphs = part.frame.glyphs
            let end = part.draw(dates.short(item.version.keptAt), endingAt: part.width - 1, y: 0, .dim)
            let text = TextCells.truncated(Wording.line(item.words), to: max(4, end - 2), ellipsis: glyphs.ellipsis)
            part.draw(text, x: 1, y: 0)
        }
    }
}

extension ComposeScreen {
    /// Asks which earlier text to restore; the present text is kept first.
    func chooseVersion() {
        form.finishTyping()
        keep()
        let asked = form.content
        around.run { [self] in
            let versions = draft.flatMap { try? around.session.versions(of: $0) } ?? []
            guard !isOver, !versions.isEmpty else {
                return around.say("This draft has no earlier text.", kind: .info)
            }
            around.answer(self, tookText: true) { [self] in
                // A user who is still typing would choose one by accident.
                guard form.content == asked else {
                    return around.say("The text has changed: open the earlier texts again", kind: .info)
                }
                around.push(
                    DraftVersionsScreen("Earlier texts", versions, present: form.body.text, around: around) {
                        [weak self] in self?.goBack(to: $0)
                    })
            }
        }
    }

    private func goBack(to version: DraftVersion) {
        form.take(version.content)
        changed()
        around.setNeedsDraw()
    }
}

extension Surroundings {
    /// Asks which discarded draft to restore, and opens it.
    func chooseDiscarded(on screen: any Screen) {
        let versions = (try? session.discardedDrafts()) ?? []
        guard !versions.isEmpty else {
            return say("No draft discarded in seven days.", kind: .info)
        }
        push(
            DraftVersionsScreen("Discarded drafts", versions, around: self) { [weak self, weak screen] version in
                self?.restore(version, on: screen)
            })
    }

    private func restore(_ version: DraftVersion, on screen: (any Screen)?) {
        attempt { [weak self, weak screen] () async throws(SessionError) in
            guard let self else { return }
            guard let draft = try await session.restoreDraft(version.id) else {
                return say("This draft is no longer kept.", kind: .warning)
            }
            guard let screen, isInFront(screen) else {
                return say("It is a draft again", kind: .done)
            }
            answer(screen, tookText: false) { [weak self] in
                guard let self, let composer = ComposeScreen(.draft(draft), around: self) else { return }
                push(composer)
            }
        }
    }
}
