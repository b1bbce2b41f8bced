import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Fetch new mail, and send what is queued.",
        discussion:
            "Exit status 0: all is done; 1: failed; 3: something is still queued; 4: a server refused something, or something stopped and "
            + "waits for you. While a client is open, that one reads and sends, and this command waits for it (with --bodies, for all "
            + "texts, too); 4 then means refused since the command began, and earlier refusals are reported on standard error."
    )

    @OptionGroup var options: GlobalOptions

    @Flag(
        help: "Also fetch the texts of all messages; over JMAP, one above 256 KiB comes only when it is opened.")
    var bodies = false

    @Flag(
        help:
            "Keep everything in sync until ended by a signal, and run newMailCommand for new mail. An open client takes over."
    )
    var watch = false

    func validate() throws {
        guard watch, bodies || options.account != nil else { return }
        throw ValidationError(
            "--watch syncs all accounts and fetches texts as the client does: leave out --bodies and --account.")
    }

    func run() async throws {
        let session = try options.openSession()
        let accounts = try options.chosenAccounts(session)
        let settings = try options.settings()
        // If this cannot be written, neither can new mail, which is reported.
        try? await settings.limitCache(of: session)
        guard !accounts.isEmpty else {
            if session.lockForSync() { await Self.finishRemovals(session) }
            throw CommandFailure.noAccount
        }
        if watch { return try await Watching(session, settings).run() }
        let bodies = bodies
        if !session.lockForSync() {
            if let failure = session.lockFailure { throw CommandFailure(message: Wording.sentence(failure)) }
            var other = OtherSync(session, accounts, bodies: bodies)
            if try await other.wait() { return }
        }
        let progress = SyncProgress(session, accounts)
        let showing = Task { await progress.show() }
        let reports = await withTaskGroup(of: SyncReport.self) { group in
            for account in accounts { group.addTask { await session.syncOnce(account, bodies: bodies) } }
            return await group.reduce(into: [SyncReport]()) { reports, report in
                reports.append(report)
                progress.finished(report.account.id)
            }
        }
        showing.cancel()
        await showing.value
        Output.progress("")
        await Self.finishRemovals(session)
        try conclude(reports, among: session.knownAccounts())
    }

    /// Completes the removal of accounts that was interrupted, also that of the last one.
    private static func finishRemovals(_ session: MailSession) async {
        let isLong = ((try? session.accountsBeingRemoved()) ?? 0) > 0
        if isLong { Output.progress("removing the rest of an account") }
        await session.finishTidying()
        if isLong { Output.progress("") }
    }

    private func conclude(_ reports: [SyncReport], among accounts: [Account]) throws {
        var status: Int32 = 0
        for report in reports {
            let address = report.account.address
            for notice in report.trouble {
                Output.error("\(address): \(Wording.sentence(notice, WallClock()))")
                status = 4
            }
            if let failure = report.failure {
                Output.error("\(address): \(Wording.ended(by: failure, on: report.account, among: accounts))")
                if status == 0 { status = 1 }
            }
            let waiting = report.queued - report.stopped
            if waiting > 0, status == 0 || status == 1 { status = 3 }
            if waiting > 0 {
                // A failure of the whole account is already reported.
                let reason = report.failure == nil ? ": `maraca outbox` says why" : ""
                Output.note("\(address): \(Wording.number(waiting)) still queued\(reason)")
            }
            if report.stopped > 0 { status = 4 }
            if report.stopped > 0 { Output.note("\(address): \(OtherSync.stopped(report.stopped))") }
        }
        if status != 0 { throw ExitCode(status) }
    }
}
