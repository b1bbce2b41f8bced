import InboxKit
import InboxModel
import InboxUI
import TerminalUI

/// Keeps mail in sync without a screen, and runs the user's command for new mail, until it is ended. A client that is opened takes over.
@UI
final class Watching {
    private let session: MailSession
    private var syncs = false
    private var hasToldLock = false
    private let news: NewMailWatch?
    private var phases: [AccountID: AccountStatus.Phase] = [:]

    init(_ session: MailSession, _ settings: Settings) {
        self.session = session
        news = NewMailWatch(settings: settings, session: session, display: nil, clock: WallClock()) { Output.note($0) }
        // A client that is already open reports new mail itself.
        news?.focus(true)
    }

    private static let pause = Duration.seconds(1)

    func run() async throws {
        let isAlone = try telling { () throws(SessionError) in try session.watch() }
        guard isAlone else { throw CommandFailure(message: "another `maraca sync --watch` keeps this mail in sync") }
        let looking = Task { @UI in
            while !Task.isCancelled {
                await look()
                try? await Task.sleep(for: Self.pause)
            }
        }
        await Termination.signal()
        looking.cancel()
        await looking.value
        await session.stopAndWait()
    }

    private func look() async {
        let session = session
        if session.isOnScreen {
            guard syncs else { return }
            syncs = false
            // From now on the client reports new mail.
            news?.focus(true)
            Output.note("a client is syncing now")
            await session.onlyFollow()
        } else if !syncs {
            syncs = await Task.detached { session.start() }.value
            guard syncs else { return tellOfLock() }
            Output.note("watching")
            news?.focus(false)
        }
        tellPhases()
    }

    /// Reports once if nothing is synced although no other process does it.
    private func tellOfLock() {
        guard !hasToldLock, let failure = session.lockFailure else { return }
        hasToldLock = true
        Output.error(Wording.sentence(failure))
    }

    /// Reports the state of each account when it changes.
    private func tellPhases() {
        guard syncs else { return }
        for account in (try? session.accounts()) ?? [] {
            let phase = session.status(of: account.id).phase
            // An account is idle only until its own task has begun.
            guard phase != .connecting, phase != .idle, phases.updateValue(phase, forKey: account.id) != phase else {
                continue
            }
            Output.note("\(account.address): \(Wording.sentence(phase))")
        }
    }
}
