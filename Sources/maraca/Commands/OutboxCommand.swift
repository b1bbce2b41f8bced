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
                "\(action.id)  \(told.stateWords)  \(action.takesBack ? "undo-" : "")\(action.command.rawValue)  "
                    + "\(Output.clean(action.title))\(reason)"
            )
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Try again without waiting, also what was refused; what was held goes back to its own time.",
            discussion: "`sync` or the client sends it.")
        @OptionGroup var options: GlobalOptions
        @OptionGroup var number: ActionNumber

        func run() async throws {
            let session = try options.openSession()
            let id = try number.action(session)
            try await telling { () async throws(SessionError) in try await session.retry(id) }
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take it out; what it changed here goes back, as what was refused has already.")
        @OptionGroup var options: GlobalOptions
        @OptionGroup var number: ActionNumber

        func run() async throws {
            let session = try options.openSession()
            let id = try number.action(session)
            try await telling { () async throws(SessionError) in try await session.discard(id) }
        }
    }
}

extension Action {
    /// How far it is, in words.
    fileprivate var stateWords: String {
        let isMail = command == .sendDraft || command == .bounce
        return switch state {
        case .waiting: "queued"
        case .sending: "on its way"
        case .unknown: "asks whether it arrived"
        case .held: "held by the server"
        case .recalling: "is being taken back"
        case .sent: "done"
        case .stopped where wasSent: "sent, and still a draft at its server"
        case .stopped where mayHaveBeenSent: "may have been sent"
        case .stopped where lastError == nil: "held here"
        case .stopped: isMail ? "not sent" : "not done"
        case .refused: isMail ? "not sent: refused" : "refused"
        }
    }
}

/// What is meant of the outbox: by the number that stands before it there, or by what writing the draft printed.
struct ActionNumber: ParsableArguments {
    @Flag(help: "The number is what `send`, `reply`, `forward` or `draft` printed.") var draft = false
    @Argument(help: "The number that stands before it in `maraca outbox`, or what writing the draft printed.")
    var id: Int64

    func action(_ session: MailSession) throws -> ActionID {
        let known: Set<ActionID>
        let written: ActionID?
        do throws(SessionError) {
            known = Set(try session.actions().map(\.id))
            written = try session.action(ofDraft: MessageID(id))
        } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
        let own = ActionID(id)
        if !draft, known.contains(own) {
            if written != nil, written != own {
                Output.note("\(id) is what stands before it in `maraca outbox`; --draft means what `send` printed")
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
