import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The bodies of a thread's messages. They are read from the store when they come into sight, and fetched when the store has none.
@UI
final class MessageBodies {
    private struct Entry {
        var body: MessageBody?
        var state: MessageBodyState
        /// Increases whenever the state changes, for caches of derived data.
        var version: Int
    }

    private let session: MailSession
    private let explain: (SessionError) -> String
    private let changed: () -> Void
    private var entries: [MessageID: Entry] = [:]
    private var forms: [MessageID: BodyForm] = [:]
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    /// The bodies shown instead of the server's, and whether they must not load anything.
    private var others: [MessageID: (body: MessageBody, isSecret: Bool)] = [:]
    private var versions = 0
    private var arrivals: [MessageID: ContinuousClock.Instant] = [:]

    /// Larger bodies, in bytes, are read into lines in the background.
    private static let readAtOnce = 48 << 10
    /// The number of texts to keep ready. Beyond that the older ones are dropped, and read again when needed.
    private static let kept = 300

    init(session: MailSession, explain: @escaping (SessionError) -> String, changed: @escaping () -> Void) {
        self.session = session
        self.explain = explain
        self.changed = changed
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
    }

    /// Returns the state of a message's text; the first call starts to read or fetch it.
    func state(of message: Message) -> (state: MessageBodyState, version: Int) {
        if let entry = entries[message.id] { return (entry.state, entry.version) }
        if entries.count > Self.kept { forgetMost() }
        readForm(of: message)
        if let body = others[message.id]?.body ?? session.bodyInStore(of: message.id) {
            take(body, of: message.id)
        } else {
            set(.fetching(since: .now), of: message.id)
            fetch(message)
        }
        let entry = entries[message.id]
        return (entry?.state ?? .gone, entry?.version ?? 0)
    }

    /// Whether a text is here, and laying it out takes negligible time.
    func isAtHand(_ id: MessageID) -> Bool {
        guard let entry = entries[id], entry.state.isHere, let body = entry.body else { return false }
        return Self.isSmall(body)
    }

    /// Reads a text that the store has, if it is not here yet. Other texts wait until they come into sight.
    func readKept(_ message: Message) {
        guard entries[message.id] == nil,
            let body = others[message.id]?.body ?? session.bodyInStore(of: message.id)
        else { return }
        if entries.count > Self.kept { forgetMost() }
        readForm(of: message)
        take(body, of: message.id)
    }

    /// Whether a message has files, or links in its text, as far as that is on this machine.
    func mayHaveTargets(_ message: Message) -> Bool {
        guard message.files.isEmpty else { return true }
        readKept(message)
        guard case .here(let text, _, _, _) = entries[message.id]?.state else { return false }
        return !text.links.isEmpty
    }

    /// Whether a long text of the store is being read into lines.
    func isBeingRead(_ id: MessageID) -> Bool { entries[id].map { $0.body != nil && !$0.state.isHere } ?? false }

    /// Returns what can be searched of a message's text without asking its server.
    func searchable(_ message: Message) -> SearchableText {
        if case .here(let text, _, _, _) = entries[message.id]?.state { return .here(text) }
        return .stored(StoredText(message: message, form: forms[message.id], other: others[message.id]))
    }

    /// Keeps a text that a search has read, unless another one is here by now.
    func keep(_ read: StoredText.Read, of id: MessageID) {
        guard entries[id]?.state.isHere != true, others[id] == nil || others[id]?.body == read.body else { return }
        tasks[id]?.cancel()
        set(read.reading.state, body: read.body, of: id)
    }

    /// Shows another text instead of the server's: the decrypted one, or the one under its signature.
    /// - Parameter isSecret: whether the text must not load anything, whatever it asks for.
    func show(_ body: MessageBody, insteadOf id: MessageID, isSecret: Bool = false) {
        guard others[id]?.body != body else { return }
        others[id] = (body, isSecret)
        tasks[id]?.cancel()
        take(body, of: id)
    }

    /// Returns when an awaited text arrived; nil when it was there at once.
    func arrival(of id: MessageID) -> ContinuousClock.Instant? { arrivals[id] }

    /// Fetches a text again after a failure.
    func retry(_ message: Message) {
        guard case .failed = entries[message.id]?.state else { return }
        set(.fetching(since: .now), of: message.id)
        fetch(message)
    }

    /// Handles a change of the message: a text that was missing may exist now.
    func reload(_ id: MessageID) {
        guard entries[id]?.state.isHere != true else { return }
        tasks[id]?.cancel()
        tasks[id] = nil
        entries[id] = nil
    }

    /// Returns the key for the form in which a sender's mail is read. It contains no address, since it outlives the mail.
    nonisolated static func formKey(of message: Message) -> String? {
        guard let email = message.from.first?.email.lowercased(), !email.isEmpty else { return nil }
        let hash = SHA256.hash(Array(email.utf8)).prefix(12)
        return "form." + hash.map { String($0, radix: 16) }.joined(separator: "-")
    }

    /// Shows the other form of the text, also for future mail of this sender. Returns the form shown now, or nil when there is
    /// no other.
    func switchForm(of message: Message) -> BodyForm? {
        let id = message.id
        guard let entry = entries[id], let body = entry.body, case .here(_, let isHTML, true, _) = entry.state else {
            return nil
        }
        show(isHTML ? .plain : .html, body, of: message)
        return forms[id]
    }

    /// Takes the texts from a message's source, where the server gave only one of the two forms, and shows the other one.
    /// - Returns: the form shown now, or nil when there is no other.
    func take(source body: MessageBody, of message: Message) -> BodyForm? {
        guard others[message.id] == nil, let entry = entries[message.id],
            case .here(let shown, _, false, let problems) = entry.state, case let plain = BodyChoice.plain(body),
            plain != BodyChoice.html(body)
        else { return nil }
        var body = body
        body.problems = problems
        show(shown == plain ? .html : .plain, body, of: message)
        return forms[message.id]
    }

    private func readForm(of message: Message) {
        guard forms[message.id] == nil, let key = Self.formKey(of: message) else { return }
        forms[message.id] = session.setting(key).flatMap(BodyForm.init)
    }

    private func show(_ form: BodyForm, _ body: MessageBody, of message: Message) {
        forms[message.id] = form
        take(body, of: message.id)
        if let key = Self.formKey(of: message) {
            Task { [session] in await session.setSetting(form.rawValue, key: key) }
        }
    }

    /// Shows the text that the sender of an HTML text hid, or hides it again. Returns false when nothing is hidden.
    func switchHidden(of id: MessageID) -> Bool {
        guard let entry = entries[id], let body = entry.body, case .here(let text, _, _, _) = entry.state else {
            return false
        }
        let isShown = forms[id] == .revealed
        guard isShown || text.hiddenTextCount > 0 || BodyChoice.html(body).hiddenTextCount > 0 else { return false }
        forms[id] = isShown ? .preferred : .revealed
        take(body, of: id)
        return true
    }

    private func set(_ state: MessageBodyState, body: MessageBody? = nil, of id: MessageID) {
        versions += 1
        if case .fetching = entries[id]?.state, state.isHere { arrivals[id] = .now }
        entries[id] = Entry(body: body ?? entries[id]?.body, state: state, version: versions)
    }

    private static func isSmall(_ body: MessageBody) -> Bool {
        (body.html?.utf8.count ?? 0) + (body.plain?.utf8.count ?? 0) <= readAtOnce
    }

    private func take(_ body: MessageBody, of id: MessageID) {
        let form = forms[id] ?? .preferred
        let isSecret = others[id]?.isSecret == true
        guard !Self.isSmall(body) else {
            return set(BodyReading(body, form, isSecret: isSecret).state, body: body, of: id)
        }
        if entries[id]?.state.isHere != true { set(.fetching(since: .now), body: body, of: id) }
        tasks[id]?.cancel()
        tasks[id] = Task { [weak self] in
            let reading = await Task.detached { BodyReading(body, form, isSecret: isSecret) }.value
            guard !Task.isCancelled else { return }
            self?.finished(reading.state, body: body, of: id)
        }
    }

    private func fetch(_ message: Message) {
        let session = session
        tasks[message.id]?.cancel()
        tasks[message.id] = Task { [weak self] in
            do throws(SessionError) {
                let body = try await session.body(of: message)
                guard !Task.isCancelled, let self else { return }
                guard let body else { return self.finished(.gone, body: nil, of: message.id) }
                self.take(body, of: message.id)
                self.changed()
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.finished(.failed(self.explain(error)), body: nil, of: message.id)
            }
        }
    }

    private func finished(_ state: MessageBodyState, body: MessageBody?, of id: MessageID) {
        set(state, body: body, of: id)
        changed()
    }

    private func forgetMost() {
        let old = entries.filter { $0.value.state.isHere }.sorted { $0.value.version < $1.value.version }
        for (id, _) in old.prefix(Self.kept / 2) { entries[id] = nil }
    }
}
