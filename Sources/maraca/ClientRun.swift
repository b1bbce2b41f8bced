import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent
import TerminalUI

/// Runs the interactive client, on the user's home or on a temporary demo.
struct ClientRun {
    private let options: GlobalOptions
    private let isDemo: Bool

    private let start: Start

    /// What the client opens with.
    enum Start: Sendable {
        case mail
        case writing(MailtoLink)
        case reading(ThreadID)
    }

    init(_ options: GlobalOptions, isDemo: Bool = false, start: Start = .mail) {
        self.options = options
        self.isDemo = isDemo
        self.start = start
    }

    func run() throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw CommandFailure(message: "the client needs a terminal; `maraca list` and the other commands do not")
        }
        let (options, isDemo, start) = (options, isDemo, start)
        let outcome = Outcome()
        UI.run {
            do {
                if isDemo { try await Self.openDemo(options) } else { try await Self.open(options, start) }
            } catch {
                let isTold = error is ExitCode || error is CommandFailure
                outcome.failure = isTold ? error : CommandFailure(message: "\(error)")
            }
        }
        if let failure = UI.assumeIsolated({ outcome.failure }) { throw failure }
    }

    /// How the run ended, for the thread that waits for the screen.
    @UI
    private final class Outcome {
        var failure: (any Error)?
        nonisolated init() {}
    }

    @UI
    private static func open(_ options: GlobalOptions, _ start: Start) async throws {
        let session = try await openSession(options)
        let home = try options.makeHome()
        defer { session.stop() }
        let account = options.account == nil ? nil : try options.chosenAccounts(session).first?.id
        let holder = Holder()
        let configuration = home.configuration
        let read: @UI @Sendable () -> SettingsReading = { SettingsReading(path: configuration) }
        let display = try display(read().settings)
        try await show(session, read(), on: display, readSettings: read, account: account, start: start) { app in
            // The login screen's demo replaces the empty home.
            do throws(CommandFailure) {
                holder.demo = .success(try await Demo.start())
            } catch {
                holder.demo = .failure(error)
            }
            app.quit()
        }
        guard let demo = try holder.demo?.get() else { return }
        // Uses the same terminal again, which the first client has released.
        display.resume()
        let readDemo: @UI @Sendable () -> SettingsReading = { read().forDemo }
        do { try await show(demo.session, readDemo(), on: display, readSettings: readDemo) } catch {
            await demo.stop()
            throw error
        }
        await demo.stop()
    }

    /// Opens the mailbox before anything is drawn. If another program keeps it locked, reports that on the terminal and waits.
    @UI
    private static func openSession(_ options: GlobalOptions) async throws -> MailSession {
        // Nothing has been started by then.
        Application.onInterrupt { exit(130) }
        defer { Application.onInterrupt(nil) }
        let notice = Task {
            // Most mailboxes open well before this.
            guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
            Output.note(
                "The mailbox is not open yet: another program may have it locked. It opens when it is free; "
                    + "Ctrl-c gives up.")
        }
        defer { notice.cancel() }
        while true {
            do {
                return try await Task.detached { try options.openSession(echoes: false, origin: .screen) }.value
            } catch let failure as CommandFailure where failure.isLocked {
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
    }

    @UI
    private static func openDemo(_ options: GlobalOptions) async throws {
        // The demo's mail is discarded, but its appearance and keys are the user's. Without a home, the defaults apply.
        let configuration = try? options.makeHome().configuration
        let read: @UI @Sendable () -> SettingsReading = {
            configuration.map { SettingsReading(path: $0).forDemo } ?? SettingsReading()
        }
        let demo = try await Demo.start()
        do {
            let reading = read()
            try await show(demo.session, reading, on: try display(reading.settings), readSettings: read)
        } catch {
            await demo.stop()
            throw error
        }
        await demo.stop()
    }

    static func sentence(_ error: TerminalError) -> String {
        switch error {
        case .notATerminal: "the client needs a terminal; `maraca list` and the other commands do not"
        case .unusable(""): "TERM is not set; set it to what your terminal is, such as xterm-256color"
        case .unusable(let name):
            "the client can't draw on “\(name)”; set TERM to what your terminal is, such as xterm-256color"
        case .inUse: "the screen is in use already"
        }
    }

    /// Takes over the terminal. A process has only one display.
    @UI
    private static func display(_ settings: Settings) throws -> NcursesDisplay {
        do throws(TerminalError) {
            return try NcursesDisplay(settings.displayOptions())
        } catch {
            throw CommandFailure(message: sentence(error))
        }
    }

    /// Shows a session until the user quits.
    @UI
    private static func show(
        _ session: MailSession, _ reading: SettingsReading, on display: NcursesDisplay,
        readSettings: @escaping @UI @Sendable () -> SettingsReading, account: AccountID? = nil, start: Start = .mail,
        startDemo: (@UI @Sendable (MailApp) async -> Void)? = nil
    ) async throws {
        let holder = Holder()
        var options = MailApp.Options()
        options.notices = reading.notices
        options.account = account
        switch start {
        case .mail: break
        case .writing(let link): options.writing = link
        case .reading(let thread): options.opening = thread
        }
        options.readSettings = readSettings
        options.settingsFile = reading.file
        options.clock.nextZone = { MachineZone.next(after: $0) }
        // A terminal that was closed is none any more.
        options.isHeard = { isatty(STDIN_FILENO) == 1 }
        if let startDemo {
            options.startDemo = { if let app = holder.app { await startDemo(app) } }
        }
        let app = MailApp(session: session, settings: reading.settings, display: display, options: options)
        holder.app = app
        let settings = reading.settings
        let keeping = Task { _ = try? await settings.keep(session) }
        defer { keeping.cancel() }
        let parting = await app.run { Output.note($0) }
        for words in parting.failures + parting.notes { Output.note(words) }
        if !parting.failures.isEmpty { throw ExitCode.failure }
    }
}

/// State that the screen's closures share with their creators.
@UI
private final class Holder {
    weak var app: MailApp?
    var demo: Result<Demo, CommandFailure>?
}
