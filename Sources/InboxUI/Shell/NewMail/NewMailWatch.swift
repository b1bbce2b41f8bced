public import InboxKit
import InboxModel
import Programs
public import TerminalUI

/// Watches what counts as new mail, and announces it as the settings say.
@UI
public final class NewMailWatch {
    private let provider: ModelProvider<MailThread>
    private var listener: ProviderListener<MailThread>?
    private let settings: Settings
    private let session: MailSession
    private let display: (any Display)?
    private(set) var state = NewMailState()

    /// - Parameter display: nil for none: then only the command announces mail.
    /// - Returns: nil when nothing is to announce.
    public init?(settings: Settings, session: MailSession, display: (any Display)?, clock: WallClock) {
        guard !settings.newMail.isEmpty || !settings.newMailCommand.isEmpty else { return nil }
        self.settings = settings
        self.session = session
        self.display = display
        let query = MailQuery(settings.newMailQuery, calendar: clock.calendar)
        provider = session.threadProvider(filter: query.predicate, window: 0..<1)
        listener = ProviderListener(provider) { [weak self] _ in self?.look() }
    }

    /// Notes whether the terminal has the focus: then nothing is announced.
    public func focus(_ isInFront: Bool) { state.isInFront = isInFront }

    /// Removes the count from the title.
    func end() {
        if settings.newMail.contains(.title) { display?.setTitle(nil) }
    }

    private func look() {
        guard provider.isCounted else { return }
        let newest = provider.items.first
        let isFilling = newest.map { session.status(of: $0.account).progress?.work == .messages } ?? false
        for effect in state.now(count: provider.count, newest: newest, isFilling: isFilling) {
            switch effect {
            case .title(let title): if settings.newMail.contains(.title) { display?.setTitle(title) }
            case .tell(let words, let thread, let new, let count): tell(words, environment(thread, new, count))
            }
        }
    }

    private func tell(_ words: String, _ environment: [String: String]) {
        if settings.newMail.contains(.bell) { display?.ring() }
        if settings.newMail.contains(.notice) { display?.notify(words) }
        guard !settings.newMailCommand.isEmpty else { return }
        let line = settings.newMailCommand
        let seconds = settings.commandSeconds
        // Its result does not matter: it may only play a sound.
        Task {
            _ = try? await PipedProgram.run(
                ["/bin/sh", "-c", line], input: [], environment: environment, limit: .seconds(seconds))
        }
    }

    /// Returns the variables about a mail. They are never part of the command's text: no shell may interpret what a mail says.
    private func environment(_ id: ThreadID, _ new: Int, _ count: Int) -> [String: String] {
        let thread = try? session.thread(id)
        let names = ((try? session.mailboxes()) ?? []).filter { thread?.mailboxes.contains($0.id) == true }
        return [
            "MARACA_COUNT": "\(count)", "MARACA_NEW": "\(new)",
            "MARACA_SENDER": Wording.line(thread?.senders.last?.displayName ?? ""),
            "MARACA_SUBJECT": Wording.line(thread?.subject ?? ""),
            "MARACA_MAILBOX": names.first.map { Wording.name(of: $0) } ?? "",
            "MARACA_ID": thread?.remoteID?.rawValue ?? "",
        ]
    }
}
