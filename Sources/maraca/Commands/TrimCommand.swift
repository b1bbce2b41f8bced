import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

struct TrimCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim", abstract: "Remove old mail from this machine, as `trimDays` in the configuration says.",
        discussion: """
            The inbox, starred mail, drafts, what is queued, what you opened in the last 14 days and what undo can bring back stay. \
            Nothing is deleted on the server.
            """)

    @OptionGroup var options: GlobalOptions

    @Flag(name: .customLong("dry-run"), help: "Only say how much would be removed.")
    var isDry = false

    func run() async throws {
        let session = try options.openSession()
        try options.noteNoAccount(session)
        let settings = SettingsReading(path: try options.makeHome().configuration).settings
        var trimmed: [TrimJSON] = []
        for account in try options.chosenAccounts(session) {
            guard let retention = settings.retention(of: account) else {
                trimmed.append(TrimJSON(account: account.address, nil))
                if !options.json { Output.line("\(account.address): keeps everything") }
                continue
            }
            let isDry = isDry
            let report = try await telling { () async throws(SessionError) in
                isDry
                    ? try session.countTrimmable(account.id, retention) : try await session.trim(account.id, retention)
            }
            trimmed.append(TrimJSON(account: account.address, report))
            if !options.json { Output.line(Wording.trimmed(report, from: account, isDry: isDry)) }
        }
        if options.json { try Output.json(trimmed) }
    }
}
