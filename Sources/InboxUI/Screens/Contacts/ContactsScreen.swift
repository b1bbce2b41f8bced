import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// All known people: contacts kept by the user, contacts of servers, and people with whom mail was exchanged.
@UI
final class ContactsScreen: Screen {
    /// While the user types a search, letters are text.
    var keyContext: KeyContext { isTyping ? .picker : .contacts }

    var helpNotes: [HelpNote] {
        guard isTyping else { return [] }
        let enter = isChoosing ? "write to the selected one, or to those marked" : "to the list, with what was found"
        let mark = HelpNote.Entry(markKey, "mark, to write to several")
        return [.picking(enter, around.boxKeyName(.open), [mark]), HelpScreen.textKeys]
    }

    let around: any Surroundings
    /// Called with the chosen people, after the screen has closed; nil when the screen was opened just to look.
    private let choose: (@UI ([MailAddress]) -> Void)?
    let provider: ModelProvider<Contact>
    private var listener: ProviderListener<Contact>?
    var list = ListWidget<ContactID>()
    private(set) var people: [ContactID: Contact] = [:]
    /// The search text.
    var field = TextField("", placeholder: "a name, an address, a group", limit: 200)
    var isTyping = false
    var search = ContactSearch()
    /// The marked contacts, kept here as the search may no longer find them.
    private(set) var marked: [Contact] = []
    /// Whether the last row was wanted, which is not loaded yet.
    private var wantsBottom = false
    /// The contacts removed last on this screen, which undo can restore.
    private var removed: [Contact] = []

    init(around: any Surroundings, choose: (@UI ([MailAddress]) -> Void)? = nil) {
        self.around = around
        self.choose = choose
        provider = around.session.contactProvider(loadsAtOnce: true)
        listener = ProviderListener(provider) { [weak self] in self?.changed($0) }
        take()
        list.reset(provider.items.map(\.id))
        isTyping = choose != nil
    }

    var takesText: Bool { isTyping }
    /// The key that marks while the user types.
    var markKey: String { around.keyName(of: .select, in: .picker) ?? around.boxKeyName(.complete) }
    var isChoosing: Bool { choose != nil }
    var selected: Contact? { list.selection.flatMap { people[$0] } }

    private func take() { people = Dictionary(provider.items.map { ($0.id, $0) }) { first, _ in first } }

    private func changed(_ event: ProviderEvent) {
        take()
        list.apply(event, ids: provider.items.map(\.id))
        if wantsBottom { _ = move(.bottom) }
        hear(event)
        around.setNeedsDraw()
    }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        wantsBottom = false
        if !isTyping, isAboutNobody(command) {
            around.say("There is nobody here.", kind: .info)
            return true
        }
        switch command {
        case .search: isTyping = true
        case .back: back()
        case .open where isChoosing: take(targets)
        // Enter ends the search, as the bottom line says.
        case .open: if isTyping { isTyping = false } else { look() }
        case .compose: write(to: chosen)
        case .select: mark()
        case .addContact: add()
        case .editContact: if let selected { edit(selected) }
        case .removeContact: askToRemove(chosen)
        // Here undo must not take back an earlier action on mail.
        case .undo: bringBack()
        case .contacts: return true
        default: return move(command)
        }
        return true
    }

    /// Whether a command needs the selected person, or those marked, and there is none.
    func isAboutNobody(_ command: Command) -> Bool {
        switch command {
        case .select, .editContact: selected == nil
        case .open: isChoosing ? !hasTargets : selected == nil
        case .compose, .removeContact: !hasTargets
        default: false
        }
    }

    private func move(_ command: Command) -> Bool {
        guard list.perform(command) else { return false }
        wantsBottom = command == .bottom && (list.rows.count < provider.count || !provider.isCounted)
        if wantsBottom {
            provider.window = 0..<max(provider.window.upperBound, provider.count)
        } else {
            extendWindow()
        }
        return true
    }

    private func extendWindow() {
        // Only once until the requested rows arrive, since a count may move far.
        if let index = list.selectedIndex, index > list.rows.count - 50, list.rows.count < provider.count,
            provider.window.count <= list.rows.count
        {
            provider.extendWindow(by: 500)
        }
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        wantsBottom = false
        if isTyping, type(event) { return true }
        switch list.handle(event) {
        case .activated: return perform(.open)
        case .moved:
            extendWindow()
            return true
        case .ignored: return false
        }
    }

    private func back() {
        if isTyping || !field.isEmpty, !(isChoosing && field.isEmpty) {
            isTyping = false
            search.isOn = false
            field.set("")
            provider.sort = .name
            provider.filter = .everyone
        } else if !marked.isEmpty {
            marked = []
        } else {
            around.pop()
        }
    }

    func mark() {
        guard let selected else { return }
        if let index = marked.firstIndex(where: { $0.id == selected.id }) {
            marked.remove(at: index)
        } else {
            marked.append(selected)
        }
        list.move(by: 1)
    }

    /// The marked contacts, otherwise the selected one.
    private var chosen: [Contact] { marked.isEmpty ? [selected].compactMap(\.self) : marked }
    var hasTargets: Bool { !chosen.isEmpty }
    var targets: [MailAddress] { chosen.map(\.address) }

    func take(_ people: [MailAddress]) {
        guard !people.isEmpty else { return }
        around.pop()
        choose?(people)
    }

    // MARK: Doing

    private func look() {
        if let selected { around.push(ContactCardScreen(selected, of: self)) }
    }

    func text(of contact: Contact) -> ContactText {
        let accounts = around.session.knownAccounts
        let account = accounts.count > 1 ? accounts.first { $0.id == contact.account }?.address : nil
        return ContactText(contact: contact, account: account, dates: MessageDates(clock: around.clock))
    }

    func write(to people: [Contact]) {
        guard !isChoosing, !people.isEmpty else { return }
        let request = ComposeRequest.to(people.map(\.address), account: selected?.account)
        guard let screen = ComposeScreen(request, around: around) else {
            return around.sayNotWritten(request)
        }
        if people == marked { marked = [] }
        around.push(screen)
    }

    private func add() {
        guard let account = selected?.account ?? around.session.knownAccounts.first?.id else { return }
        let typed = AddressList.parse(field.text)
        let address = typed.addresses.first ?? MailAddress(name: typed.rest, email: "")
        around.push(ContactFormScreen(nil, address: address, account: account, around: around))
    }

    func edit(_ contact: Contact) {
        around.push(ContactFormScreen(contact, address: contact.address, account: contact.account, around: around))
    }

    func askToRemove(_ people: [Contact]) {
        guard !people.isEmpty else { return }
        around.push(
            QuestionScreen(
                "Remove \(ContactText.names(people))?",
                text: "\(ContactText.removal(people)) Mail is not changed.", deed: "remove", around: around
            ) { [weak self] in self?.remove(people) })
    }

    private func remove(_ people: [Contact]) {
        let session = around.session
        change { () async throws(SessionError) in
            try await session.removeContacts(people.map(\.id))
        } done: { screen in
            (screen.removed, screen.marked) = (people, [])
            let key = screen.around.keyName(of: .undo, in: .contacts).map { " · \($0) restores them" } ?? ""
            screen.around.say("\(ContactText.names(people)) removed\(key)", kind: .done)
        }
    }

    private func bringBack() {
        let people = removed
        guard !people.isEmpty else {
            return around.say("Nobody was removed here", kind: .info)
        }
        let session = around.session
        change { () async throws(SessionError) in
            try await session.bringBack(people)
        } done: { screen in
            screen.removed = []
            screen.around.say("\(ContactText.names(people)) restored", kind: .done)
        }
    }

    private func change(
        _ work: @escaping @Sendable () async throws(SessionError) -> Void, done: @escaping @UI (ContactsScreen) -> Void
    ) {
        around.attempt { [weak self] () async throws(SessionError) in
            try await work()
            if let self { done(self) }
        }
    }
}

extension ContactText {
    /// Returns the name of a single person, or the number of people.
    fileprivate static func names(_ people: [Contact]) -> String {
        people.count == 1
            ? Wording.line(people[0].address.displayName) : Wording.count(people.count, "person", "people")
    }

    /// Returns what removing these people means.
    fileprivate static func removal(_ people: [Contact]) -> String {
        let offered = "\(people.count == 1 ? "Their address is" : "Their addresses are") no longer offered here"
        let there = people.contains { $0.remoteID != nil }
        return there ? "\(offered); the server keeps its contact\(people.count == 1 ? "" : "s")." : "\(offered)."
    }
}
