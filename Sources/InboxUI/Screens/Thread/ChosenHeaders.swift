import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The headers of opened messages that the user wants to see: the setting `headers`. They come from the server if they are not here; no text
/// waits for them.
@UI
final class ChosenHeaders {
    private let session: MailSession
    private let changed: () -> Void
    private var names: [String] = []
    private var known: [MessageID: [ParsedHeader]] = [:]
    private var tasks: [MessageID: Task<Void, Never>] = [:]

    /// The most headers with one name, such as Received, that are shown.
    private static let mostOfOne = 3
    /// In bytes. A server that only gives whole messages is not asked for larger ones just for this.
    private static let largest = 1 << 20

    init(session: MailSession, changed: @escaping () -> Void) {
        self.session = session
        self.changed = changed
    }

    isolated deinit { for task in tasks.values { task.cancel() } }

    /// Takes the names to show; what was found under other names is forgotten.
    func choose(_ new: [String]) {
        guard new != names else { return }
        names = new
        known = [:]
        retry()
    }

    /// Returns the headers of a message, none while they are not known. `changed` is called when they are.
    /// - Parameter asking: false asks no server.
    func headers(of message: Message, asking: Bool) -> [ParsedHeader] {
        if names.isEmpty { return [] }
        if let known = known[message.id] { return known }
        let size = message.files.reduce(message.size) { $0 + $1.size }
        guard asking, !message.isDraft, size <= Self.largest, tasks[message.id] == nil else { return [] }
        tasks[message.id] = Task { [weak self, session, names] in
            let found = await SenderProofs.answer(on: message, session) {
                try await session.headers(named: names, of: message)
            }
            guard let found, !Task.isCancelled, let self else { return }
            self.known[message.id] = names.flatMap { name in
                found.filter { $0.name == name && !$0.value.isEmpty }.prefix(Self.mostOfOne)
            }
            self.changed()
        }
        return []
    }

    /// Asks now for what is not known yet.
    func retry() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }
}
