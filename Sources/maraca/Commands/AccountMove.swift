import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

extension AccountCommand {
    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Say where an account's server is now, if it has moved and its old place is dead.",
            discussion:
                "Mail, drafts, queue and settings stay; a running client goes on there at once. It must speak the same protocol, and open the same account for the "
                + "password or token that there is, or for another one with --password-stdin.")
        @OptionGroup var options: GlobalOptions
        @Flag(help: "Read another password or token from the first line of standard input.") var passwordStdin = false
        @Argument(help: "The mail address.", completion: Completing.accounts) var address: String
        @Argument(help: "The new URL of the server's API.") var url: String

        func validate() throws {
            if let flaw = ServerAddress.flaw(url) {
                throw ValidationError("This is no address of a server: “\(Output.clean(url))”: \(flaw).")
            }
        }

        func run() async throws {
            let session = try options.openSession()
            let account = try session.account(address)
            let secret = passwordStdin ? try GivenSecret.read(of: account.address, asks: false) : nil
            let place = ServerAddress.url(url, speaking: account.dialect)
            do throws(SessionError) {
                do throws(SessionError) {
                    try await session.move(account, to: place, secret: secret)
                } catch {
                    guard let origins = error.unapprovedOrigins, Approve.isGranted(origins, address) else {
                        throw error
                    }
                    try await session.approve(origins, of: account.id)
                    try await session.move(account, to: place, secret: secret)
                }
            } catch {
                let remedy = error.unapprovedOrigins.map { origins in
                    " Allow it with `maraca account approve \(address)\(origins.map { " --origin \($0)" }.joined())`."
                }
                throw CommandFailure(message: Wording.signIn(error, at: place) + (remedy ?? ""))
            }
            Output.note("\(account.address) goes on there")
        }
    }
}
