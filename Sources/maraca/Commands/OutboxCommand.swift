import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

struct OutboxCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List what is waiting for a server, and what one refused.",
        usage: "maraca outbox [options]\nmaraca outbox <subcommand> [options] <id>",
        subcommands: [Retry.self, Hold.self, Discard.self])

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let session = try options.openSession()
        try options.noteNoAccount(session)
        let addresses = Dictionary(uniqueKeysWithValues: try session.knownAccounts().map { ($0.id, $0.address) })
        let chosen = Set(try options.chosenAccounts(session).map(\.id))
        if options.json {
            let actions = try telling { () throws(SessionError) in try session.actions() }
            let deeds = try telling { () throws(SessionError) in try session.deeds() }
            let owners = Dictionary(deeds.flatMap { deed in deed.steps.map { ($0.id, deed.id) } }) { first, _ in first }
            return try Output.json(
                actions.filter { chosen.contains($0.account) }.map {
                    ActionJSON($0, account: addresses[$0.account] ?? "", step: owners[$0.id])
                })
        }
        let deeds = try telling { () throws(SessionError) in try session.deeds() }
        let actions = Dictionary(
            try telling { () throws(SessionError) in try session.actions() }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        let clock = WallClock().written(as: try options.settings(), environment: ProcessInfo.processInfo.environment)
        for deed in deeds where chosen.contains(deed.action.account) {
            let action = deed.action
            let step = deed.trouble ?? deed.steps.first { $0.lastError != nil }
            let row = OutboxRow(
                action, account: nil, after: OutboxScreen.blocker(of: deed, in: actions),
                step: step == action ? nil : step, clock: clock)
            let owner = chosen.count > 1 ? (addresses[action.account] ?? "") + " · " : ""
            Output.line("\(action.id)  \(row.what) — \(row.state) (\(Output.clean(owner))\(row.history))")
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry",
            abstract: "Try again now, even what was refused; what was held goes back to its own time.",
            discussion: "`sync` or the running client sends it.")
        @OptionGroup var options: GlobalOptions
        @OptionGroup var number: ActionNumber

        func run() async throws {
            let session = try options.openSession()
            let id = try number.action(session)
            try await telling { () async throws(SessionError) in try await session.retry(id) }
        }
    }

    struct Hold: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hold", abstract: "Keep it back until `outbox retry` releases it.",
            discussion:
                "Only what has not begun can be held. What a server holds for later is taken back with `outbox discard`."
        )
        @OptionGroup var options: GlobalOptions
        @OptionGroup var number: ActionNumber

        func run() async throws {
            let session = try options.openSession()
            let id = try number.action(session)
            let state = try telling { () throws(SessionError) in try session.actions() }
                .first { $0.id == id }?.state
            guard state?.isAtRest == true else {
                throw CommandFailure(message: "only what has not begun can be held; `maraca outbox` says how it stands")
            }
            try await telling { () async throws(SessionError) in try await session.hold(id) }
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "discard",
            abstract: "Remove it from the outbox; what it changed here is undone (what was refused is undone already).")
        @OptionGroup var options: GlobalOptions
        @OptionGroup var number: ActionNumber

        func run() async throws {
            let session = try options.openSession()
            let id = try number.action(session)
            try await telling { () async throws(SessionError) in try await session.discard(id) }
        }
    }
}

/// An entry of the outbox, by its number there or by the id that was printed for its draft.
struct ActionNumber: ParsableArguments {
    @Flag(
        help:
            "ID is what `send`, `reply`, `forward` or `draft` printed, even if something else has that number in the outbox."
    ) var draft = false
    @Argument(help: "Its number in `maraca outbox`, or the id that was printed for the draft.")
    var id: Int64

    func action(_ session: MailSession) throws -> ActionID {
        let known = Set(try telling { () throws(SessionError) in try session.actions() }.map(\.id))
        let written = try telling { () throws(SessionError) in try session.action(ofDraft: MessageID(id)) }
        let own = ActionID(id)
        if !draft, known.contains(own) {
            if written != nil, written != own {
                Output.note("\(id) is taken as a number in `maraca outbox`; --draft means what `send` printed")
            }
            return own
        }
        guard let written else {
            let what =
                draft ? "nothing of the draft \(id) is in the outbox" : "nothing in the outbox has the number \(id)"
            throw CommandFailure(message: "\(what); `maraca outbox` shows what is there")
        }
        return written
    }
}
