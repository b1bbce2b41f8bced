import ArgumentParser
import CProcess
import Foundation
import InboxKit
import InboxModel
import InboxUI

extension AccountCommand {
    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Give an account another password or token, if its server accepts it.",
            discussion: "Mail, queue and settings stay; a running client uses it at once.")
        @OptionGroup var options: GlobalOptions
        @Flag(help: "Read the password or token from the first line of standard input.") var passwordStdin = false
        @Argument(help: "The mail address.", completion: Completing.accounts) var address: String

        func run() async throws {
            let session = try options.openSession()
            let account = try session.account(address)
            // Before the user is asked for a secret that cannot be stored.
            if case .command(let program)? = try? session.secretKeeping(of: account.id) {
                throw CommandFailure(message: Wording.sentence(SecretError.isFromCommand(program)))
            }
            let secret = try GivenSecret.read(of: account.address, asks: !passwordStdin)
            do throws(SessionError) {
                try await session.signInAgain(account, secret: secret)
            } catch {
                throw CommandFailure(message: Wording.signIn(error, at: account.url))
            }
            Output.note("\(account.address) uses it now")
        }
    }
}

extension AccountCommand.Add {
    /// Returns the password or token; an empty one for a file, which nobody signs in to.
    func readSecret(for url: String?) async throws -> String {
        if let passwordCommand {
            do throws(SecretError) { return try await SecretCommand(command: passwordCommand).run() } catch {
                throw CommandFailure(message: Wording.sentence(error))
            }
        }
        if !passwordStdin, url.map(ServerAddress.namesFile) == true { return "" }
        return try GivenSecret.read(of: address, asks: !passwordStdin)
    }
}

/// Reads a password or token from standard input, or asks for it on the terminal.
enum GivenSecret {
    /// - Parameter asks: whether to ask if standard input is a terminal.
    static func read(of address: String, asks: Bool) throws -> String {
        if asks, isatty(STDIN_FILENO) != 0 { return ask("Password or token for \(address): ") }
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw CommandFailure(message: "there is no password on standard input", status: 2)
        }
        return line
    }

    /// Asks on the terminal, without echo.
    private static func ask(_ prompt: String) -> String {
        FileHandle.standardError.write(Data(prompt.utf8))
        // Ctrl-C restores the echo.
        let isSilent = cprocess_silence(STDIN_FILENO) == 0
        defer {
            if isSilent { cprocess_end_silence() }
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return readLine(strippingNewline: true) ?? ""
    }
}
