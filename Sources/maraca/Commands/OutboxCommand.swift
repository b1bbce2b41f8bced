import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

struct OutboxCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "What waits for a server, and what one refused.",
        subcommands: [Retry.self, Discard.self])

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let session = try options.openSession()
        try options.noteNoAccount(session)
        let addresses = Dictionary(uniqueKeysWithValues: try session.knownAccounts().map { ($0.id, $0.address) })
        let chosen = Set(try options.chosenAccounts(session).map(\.id))
        if options.json {
            let actions = try await telling { () throws(SessionError) in try session.actions() }
            let deeds = try await telling { () throws(SessionError) in try session.deeds() }
            let owners = Dictionary(deeds.flatMap { deed in deed.steps.map { ($0.id, deed.id) } }) { first, _ in first }
            return try Output.json(
                actions.filter { chosen.contains($0.account) }.map {
                    ActionJSON($0, account: addresses[$0.account] ?? "", step: owners[$0.id])
                })
        }
        for deed in try await telling({ () throws(SessionError) in try session.deeds() })
        where chosen.contains(deed.action.account) {
            let (action, told) = (deed.action, deed.trouble ?? deed.action)
            // Of what went through at last no trouble is told.
            let reason =
                (told.state == .sent ? nil : told.lastError).map {
                    " — \(Wording.reason($0))" + (told.state == .refused ? "" : " (tried \(told.attempts)×)")
                } ?? ""
            Output.line(
                "\(action.id)  \(told.state.rawValue)  \(action.takesBack ? "undo-" : "")\(action.command.rawValue)  "
                    + "\(Output.clean(action.title))\(reason)"
            )
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Try again without waiting, also what was refused; what was held goes back to its own time.",
            discussion: "`sync` or the client sends it.")
        @OptionGroup var options: GlobalOptions
        @Argument(help: "The number that stands before it in `maraca outbox`.") var id: Int64

        func run() async throws {
            let session = try options.openSession()
            try await OutboxCommand.check(id, session)
            try await telling { () async throws(SessionError) in try await session.retry(ActionID(id)) }
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take it out; what it changed here goes back, as what was refused has already.")
        @OptionGroup var options: GlobalOptions
        @Argument(help: "The number that stands before it in `maraca outbox`.") var id: Int64

        func run() async throws {
            let session = try options.openSession()
            try await OutboxCommand.check(id, session)
            try await telling { () async throws(SessionError) in try await session.discard(ActionID(id)) }
        }
    }

    private static func check(_ id: Int64, _ session: MailSession) async throws {
        let actions = try await telling { () throws(SessionError) in try session.actions() }
        guard actions.contains(where: { $0.id == ActionID(id) }) else {
            throw CommandFailure(
                message: "nothing in the outbox has the number \(id); `maraca outbox` shows what is there")
        }
    }
}
