import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// A form for the fields of a contact.
@UI
final class ContactFormScreen: AskingScreen {
    enum Field: String, CaseIterable {
        case name = "Name"
        case email = "Address"
        case phones = "Phone"
        case firm = "Company"
        case groups = "Groups"
        case note = "Note"
    }

    let boxLine: BoxLine? = nil
    let deadCommands: Set<Command> = []

    let around: any Surroundings
    private let contact: Contact?
    /// The contact's data before anything is typed.
    private let card: ContactCard
    private let account: AccountID
    private(set) var fields: [Field: TextField]
    private let original: [Field: String]
    private(set) var focus = Field.name
    private var problem = ""
    /// Whether the input is being stored.
    private var isKeeping = false
    /// Stands for a line end where a field shows a note in one line; turned back into line ends for storing.
    private static let lineEnd = " ⏎ "

    /// - Parameters:
    ///   - contact: The contact to edit; nil for a new one.
    ///   - offered: Additional data to keep, from an address card.
    init(
        _ contact: Contact?, address: MailAddress, offered: ContactCard = ContactCard(), account: AccountID,
        around: any Surroundings
    ) {
        self.around = around
        self.contact = contact
        self.account = account
        card = (contact?.card ?? ContactCard()).filled(from: offered)
        let texts: [Field: String] = [
            .name: address.name, .email: address.email, .phones: card.phones.joined(separator: ", "),
            .firm: card.firm, .groups: card.groups.joined(separator: ", "),
            .note: card.note.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: Self.lineEnd),
        ]
        original = texts
        fields = texts.mapValues { TextField($0, limit: 2_000) }
        fields[.groups]?.placeholder = "names, with commas"
    }

    private func text(_ field: Field) -> String {
        CleanText.line(fields[field]?.text ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// - Parameter before: The original parts, since a part may itself contain a comma.
    private func list(_ field: Field, was before: [String]) -> [String] {
        if fields[field]?.text == original[field] { return before }
        return text(field).split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        if isKeeping { return true }
        guard fields.contains(where: { $0.value.text != original[$0.key] }) else {
            around.pop()
            return true
        }
        around.push(
            QuestionScreen(
                "Leave without saving?", text: "What you changed here is lost.", deed: "discard",
                other: "go on", around: around
            ) { [around] in around.pop() })
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if isKeeping { return true }
        switch event {
        case .key(.enter) where focus == .note, .key(.ctrl("s")): keep()
        case .key(.enter), .key(.tab), .key(.down): step(1)
        case .key(.backTab), .key(.up): step(-1)
        default:
            problem = ""
            return fields[focus]?.handle(event) != .ignored
        }
        return true
    }

    private func step(_ count: Int) {
        let all = Field.allCases
        guard let index = all.firstIndex(of: focus) else { return }
        focus = all[(index + count + all.count) % all.count]
    }

    private func keep() {
        let (found, rest) = AddressList.parse(text(.email))
        guard let email = found.first?.email, found.count == 1, rest.isEmpty else {
            problem = "That is not an address."
            focus = .email
            return
        }
        let kept = ContactCard(
            phones: list(.phones, was: card.phones), firm: text(.firm),
            note: text(.note).replacingOccurrences(of: Self.lineEnd, with: "\n"),
            groups: list(.groups, was: card.groups), person: card.person)
        let name = text(.name)
        let (around, account, old) = (around, account, contact?.id)
        isKeeping = true
        around.run { [weak self] in
            do throws(SessionError) {
                try await around.session.keepContact(
                    MailAddress(name: name, email: email), kept, account: account, insteadOf: old)
                around.say("\(name.isEmpty ? email : name) is saved", kind: .done)
                if let self { around.close(self) }
            } catch {
                // The typed text stays.
                self?.isKeeping = false
                around.say(Wording.sentence(error), kind: .failure)
            }
        }
    }

    // MARK: Drawing

    /// Where the contact is kept; with the account if there are several.
    private var about: String {
        let accounts = around.session.knownAccounts
        guard accounts.count > 1, let owner = accounts.first(where: { $0.id == account }) else {
            return "Kept on this machine only."
        }
        return "In \(Wording.line(owner.address)), on this machine only."
    }

    func draw(into grid: inout Grid) {
        let size = Size(width: min(64, grid.width - 4), height: Field.allCases.count + 4)
        grid.inside(grid.bounds.centred(size)) { part in
            Box.draw(into: &part, title: contact == nil ? "New contact" : "Contact", style: .accent) { inner in
                for (y, field) in Field.allCases.enumerated() {
                    inner.draw(field.rawValue, x: 0, y: y, field == focus ? .accent : .dim)
                    let place = Rect(x: 9, y: y, width: inner.width - 9, height: 1)
                    inner.inside(place) { fields[field]?.draw(into: &$0, isFocused: field == focus) }
                }
                let words = TextCells.truncated(
                    problem.isEmpty ? about : problem, to: inner.width, ellipsis: inner.frame.glyphs.ellipsis)
                inner.draw(words, x: 0, y: Field.allCases.count, problem.isEmpty ? .dim : .danger)
                let ends = [around.boxHint(.send, "keep")] + around.hints([.back], in: .picker)
                var keys = ends
                keys.insert(around.boxHint(.complete, "next"), at: 1)
                if Grid.width(of: keys, gap: 2) > inner.width { keys = ends }
                inner.draw(hints: keys, x: 0, y: Field.allCases.count + 1, .dim, gap: 2)
            }
        }
    }
}
