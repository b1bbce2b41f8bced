package import InboxKit
import InboxModel
import Programs
package import TerminalUI

/// Watches what counts as new mail, and announces it as the settings say.
@UI
package final class NewMailWatch {
    /// The number of threads in the title.
    private let threads: ModelProvider<MailThread>
    /// What is announced: a message may come to a thread that is unread already.
    private let messages: ModelProvider<Message>
    private var listeners: [AnyObject] = []
    private let settings: Settings
    private let session: MailSession
    private let display: (any Display)?
    private(set) var state = NewMailState()
    private let complain: @UI (String) -> Void
    /// Whether the user was told that the command fails, which it may do for each mail.
    private var hasComplained = false
    /// Whether the command is running.
    private var isRunning = false
    /// What came meanwhile. It is announced together: whoever sends much mail must not start as many programs.
    private var waiting: NewMailState.News?

    /// - Parameters:
    ///   - display: nil for none: then only the command announces mail.
    ///   - complain: called once if the command fails, with a sentence that says so.
    /// - Returns: nil when nothing is to announce.
    package init?(
        settings: Settings, session: MailSession, display: (any Display)?, clock: WallClock,
        complain: @escaping @UI (String) -> Void = { _ in }
    ) {
        guard !settings.newMail.isEmpty || !settings.newMailCommand.isEmpty else { return nil }
        self.complain = complain
        self.settings = settings
        self.session = session
        self.display = display
        let query = MailQuery(settings.newMailQuery, calendar: clock.calendar)
        threads = session.threadProvider(filter: query.predicate, window: 0..<1)
        messages = session.messageProvider(filter: query.predicate, sort: .newestFirst, window: 0..<50)
        listeners = [
            ProviderListener(threads) { [weak self] _ in self?.count() },
            ProviderListener(messages) { [weak self] _ in self?.look() },
        ]
    }

    /// Notes whether the terminal has the focus: then nothing is announced.
    package func focus(_ isInFront: Bool) { state.isInFront = isInFront }

    /// Removes the count from the title.
    func end() {
        if settings.newMail.contains(.title) { display?.setTitle(nil) }
    }

    private func count() {
        guard threads.isCounted, settings.newMail.contains(.title) else { return }
        display?.setTitle(threads.count == 0 ? nil : "(\(Wording.number(threads.count))) Maraca")
    }

    private func look() {
        guard messages.isCounted else { return }
        let newest = messages.items.first
        let isFilling = newest.map { session.status(of: $0.account).progress?.work == .messages } ?? false
        guard let news = state.news(messages.items, count: messages.count, isFilling: isFilling) else { return }
        if settings.newMail.contains(.bell) { display?.ring() }
        if settings.newMail.contains(.notice) { display?.notify(news.words) }
        if !settings.newMailCommand.isEmpty { runCommand(about: news) }
    }

    private func runCommand(about news: NewMailState.News) {
        guard !isRunning else { return waiting = waiting?.followed(by: news) ?? news }
        isRunning = true
        let line = settings.newMailCommand
        let seconds = settings.commandSeconds
        let environment = environment(news)
        Task { [weak self] in
            let result = try? await PipedProgram.run(
                ["/bin/sh", "-c", line], input: [], environment: environment, limit: .seconds(seconds))
            self?.ended(result, after: seconds)
        }
    }

    private func ended(_ result: PipedProgram.Result?, after seconds: Int) {
        isRunning = false
        if let result { tell(of: result, after: seconds) }
        guard let next = waiting else { return }
        waiting = nil
        runCommand(about: next)
    }

    /// Tells of a command that failed and says why, or took too long. A bare status may mean that it chose to announce nothing.
    private func tell(of result: PipedProgram.Result, after seconds: Int) {
        let words: String? =
            switch (result.ending, result.complaint) {
            case (.tookTooLong, _): "took longer than \(seconds) s and was stopped"
            case (.byItself, let complaint?) where result.status != 0:
                "failed (\(result.status)): \(complaint)"
            default: nil
            }
        guard let words, !hasComplained else { return }
        hasComplained = true
        complain("newMailCommand \(words)")
    }

    /// Returns the variables about a mail. They are never part of the command's text: no shell may interpret what a mail says.
    private func environment(_ news: NewMailState.News) -> [String: String] {
        let thread = try? session.thread(news.newest.thread)
        let names = ((try? session.mailboxes()) ?? []).filter { news.newest.mailboxes.contains($0.id) }
        return [
            "MARACA_COUNT": "\(news.count)", "MARACA_NEW": "\(news.new)",
            "MARACA_SENDER": Wording.line(news.newest.from.first?.displayName ?? ""),
            "MARACA_SUBJECT": Wording.line(news.newest.subject),
            "MARACA_MAILBOX": names.first.map { Wording.name(of: $0) } ?? "",
            "MARACA_ID": thread?.remoteID?.rawValue ?? "",
        ]
    }
}
