import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

extension AccountCommand {
    struct Approve: AsyncParsableCommand, TellingCommand {
        static let configuration = CommandConfiguration(
            commandName: "approve",
            abstract: "Allow an account's password to be sent to other places that its server names.",
            discussion: "What is queued stays, and is sent as soon as the server can be reached there.")
        @OptionGroup var options: GlobalOptions
        @Option(
            help: ArgumentHelp(
                "The place, such as https://api.example; may be repeated. Without it, Maraca asks the server, and then you.",
                valueName: "origin"))
        var origin: [String] = []
        @Argument(help: "The mail address.", completion: Completing.accounts) var address: String

        func run() async throws {
            let session = try options.openSession()
            let account = try session.account(address)
            var wanted = origin
            if wanted.isEmpty {
                wanted = try await telling { () async throws(SessionError) in
                    try await session.unapprovedOrigins(of: account.id)
                }
                guard !wanted.isEmpty else { return Output.note("there is nothing to approve") }
                guard Self.isGranted(wanted, address) else {
                    throw CommandFailure(
                        message: "nothing was approved: name it with "
                            + wanted.map { "--origin \($0)" }.joined(separator: " "))
                }
            }
            let origins = wanted
            try await telling { () async throws(SessionError) in
                try await session.approve(origins, of: account.id)
            }
        }

        /// Asks on the terminal. Without a terminal, the answer is no.
        static func isGranted(_ origins: [String], _ address: String) -> Bool {
            let news = "The server of \(address) wants its password at other places too:"
            return Output.confirms([news] + origins.map { "  \($0)" }, "Send it there? Only if you know them.")
        }
    }
}

extension AccountCommand.Add {
    /// Asks to approve other origins, such as that of files. The account is there already, whatever comes of it.
    func approveRest(of account: Account, _ session: MailSession) async {
        guard account.dialect.namesOtherOrigins,
            let rest = try? await session.unapprovedOrigins(of: account.id), !rest.isEmpty
        else { return }
        let later = "`maraca account approve \(account.address)`"
        guard AccountCommand.Approve.isGranted(rest, account.address) else {
            return Output.note(
                "Some of its services are at \(rest.joined(separator: " and ")), where the password is not sent unasked: "
                    + "files can't be fetched. \(later) allows it.")
        }
        do throws(SessionError) {
            try await session.approve(rest, of: account.id)
        } catch {
            Output.note("Nothing was approved: \(Wording.sentence(error)) \(later) asks again.")
        }
    }
}
