import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Get what is new, send what is queued.",
        discussion:
            "Exit status 0: all is done; 1: failed; 3: something is still queued; 4: a server refused something, or it stopped and waits for you. "
            + "Beside an open client that one reads and sends, and this waits for it: with --bodies also for all texts. 4 is then "
            + "what is refused meanwhile; what was refused before is told on standard error."
    )

    @OptionGroup var options: GlobalOptions

    @Flag(help: "Also get the text of all messages.")
    var bodies = false

    @Flag(
        help:
            "Stay, and keep all in sync as it happens, until ended by a signal; new mail runs the setting newMailCommand. An open client takes over meanwhile."
    )
    var watch = false

    func validate() throws {
        guard watch, bodies || options.account != nil else { return }
        throw ValidationError(
            "--watch is for all accounts, and gets texts as the client does: without --bodies and --account.")
    }

    func run() async throws {
        let session = try options.openSession()
        let accounts = try options.chosenAccounts(session)
        if watch { return try await Watching(session, try options.settings()).run() }
        guard !accounts.isEmpty else {
            throw CommandFailure(message: "there is no account yet; `maraca account add ADDRESS` makes one")
        }
        if !session.lockForSync(), try await waitForOther(session, accounts) { return }
        let bodies = bodies
        let showing = Task { await Self.showProgress(session, accounts) }
        let reports = await withTaskGroup(of: SyncReport.self) { group in
            for account in accounts { group.addTask { await session.syncOnce(account, bodies: bodies) } }
            return await group.reduce(into: [SyncReport]()) { $0.append($1) }
        }
        showing.cancel()
        Output.progress("")
        try conclude(reports)
    }

    private func conclude(_ reports: [SyncReport]) throws {
        var status: Int32 = 0
        for report in reports {
            let address = report.account.address
            for notice in report.trouble {
                Output.error("\(address): \(Wording.sentence(notice, WallClock()))")
                status = 4
            }
            if let failure = report.secretFailure { Output.error("\(address): \(Wording.sentence(failure))") }
            if let failure = report.failure { Output.error("\(address): \(Wording.sentence(failure))") }
            if report.failure != nil || report.secretFailure != nil, status == 0 { status = 1 }
            let waiting = report.queued - report.stopped
            if waiting > 0, status == 0 || status == 1 { status = 3 }
            if waiting > 0 { Output.note("\(address): \(waiting) still queued") }
            if report.stopped > 0 { status = 4 }
            if report.stopped > 0 { Output.note("\(address): \(Self.stopped(report.stopped))") }
        }
        if status != 0 { throw ExitCode(status) }
    }

    /// What no further sync does: the user says how to go on.
    private static func stopped(_ count: Int) -> String {
        "\(count) stopped: `maraca outbox` says why; `maraca outbox retry` or `discard` with its number lets it go on"
    }

    /// Another process syncs this home: it is the one that sends, so wait until it has.
    /// - Returns: false when the other one has ended, and this one is to do it.
    private func waitForOther(_ session: MailSession, _ accounts: [Account]) async throws -> Bool {
        Output.note(
            "another maraca keeps this mail in sync; waiting until it has read what is new and sent what is queued")
        let ids = Set(accounts.map(\.id))
        var wishes: [SyncWish] = []
        for account in accounts {
            wishes.append(try await telling { () throws(SessionError) in try await session.wantSync(of: account.id) })
        }
        var begun: Set<ActionID>?
        var (turn, idle) = (0, 0)
        var missing: [String] = []
        while idle < Self.mostTurns {
            defer { (turn, idle) = (turn + 1, idle + 1) }
            // A client does what is wanted; another `sync` only what it came for.
            if session.lockForSync() { return false }
            let deeds = try await telling { () throws(SessionError) in try session.deeds() }
                .filter { ids.contains($0.action.account) }
            let queued = deeds.filter(\.action.isQueued)
            let awaited = begun ?? Set(queued.flatMap { [$0.id] + $0.steps.map(\.id) })
            begun = awaited
            let unread = try await telling { () throws(SessionError) in
                var unread: [Account] = []
                for account in accounts where try !session.isRead(account.id) { unread.append(account) }
                return unread
            }
            let before = missing
            missing = try await telling { () throws(SessionError) in
                var positions: [String] = []
                for account in accounts where bodies {
                    if let position = try session.textsToCome(of: account.id) { positions.append(position) }
                }
                return positions
            }
            // Many texts take their time; nothing is wrong as long as they come.
            if missing != before { idle = 0 }
            let unasked = try await telling { () throws(SessionError) in
                for wish in wishes where try !session.isFulfilled(wish) { return true }
                return false
            }
            let troubled = try await telling { () throws(SessionError) in
                var troubled: [(Account, String)] = []
                for account in accounts {
                    if let trouble = try session.trouble(of: account.id) { troubled.append((account, trouble)) }
                }
                return troubled
            }
            // A line that is lost for a moment comes back within the first few seconds.
            if !troubled.isEmpty, turn >= Self.turnsOfGrace { try giveUp(troubled, queued) }
            // What was stopped waits for the user, and so does what comes after it; what is to leave later for its time.
            let now = Date()
            let isDone = queued.allSatisfy { $0.waitsForUser || $0.action.due.map { $0 > now } ?? false }
            if isDone, unread.isEmpty, missing.isEmpty, troubled.isEmpty, !unasked {
                let earlier = deeds.count { $0.action.state == .refused && !awaited.contains($0.id) }
                if earlier > 0 { Output.note("\(earlier) refused before: `maraca outbox` says why") }
                let refused = deeds.count { $0.action.state == .refused && awaited.contains($0.id) }
                if refused > 0 {
                    throw CommandFailure(message: "\(refused) refused: `maraca outbox` says why", status: 4)
                }
                guard !queued.isEmpty else { return true }
                let stopped = queued.count { $0.trouble != nil }
                if stopped > 0 { throw CommandFailure(message: Self.stopped(stopped), status: 4) }
                let until = queued.contains(where: \.waitsForUser) ? "you say how to go on" : "its time comes"
                throw CommandFailure(message: "\(queued.count) still queued, until \(until)", status: 3)
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        let what = missing.isEmpty ? "come to an end" : "got another text"
        throw CommandFailure(message: "the other maraca has not \(what) within 30 seconds", status: 3)
    }

    private static let mostTurns = 300
    private static let turnsOfGrace = 30

    /// Says which servers the other maraca does not reach, and what waits for them.
    private func giveUp(_ troubled: [(account: Account, trouble: String)], _ queued: [QueuedDeed]) throws -> Never {
        for (account, trouble) in troubled {
            Output.error("\(account.address): the other maraca cannot reach the server: \(Output.clean(trouble))")
        }
        for account in troubled.map(\.account) {
            let count = queued.count { $0.action.account == account.id }
            if count > 0 { Output.note("\(account.address): \(count) still queued") }
        }
        throw ExitCode(queued.isEmpty ? 1 : 3)
    }

    private static func showProgress(_ session: MailSession, _ accounts: [Account]) async {
        for await _ in session.statusChanges() {
            let parts = accounts.compactMap { account -> String? in
                guard let progress = session.status(of: account.id).progress else { return nil }
                let work = progress.work == .bodies ? "texts" : "threads"
                return "\(account.address): \(progress.done)\(progress.total.map { " of \($0)" } ?? "") \(work)"
            }
            if !parts.isEmpty { Output.progress(parts.joined(separator: "   ")) }
        }
    }
}
