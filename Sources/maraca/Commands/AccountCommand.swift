import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add, list and remove accounts.",
        subcommands: [Add.self, List.self, Password.self, Approve.self, Move.self, Remove.self],
        defaultSubcommand: List.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Sign in to an account; nothing is kept unless the server accepts it.",
            discussion:
                "The password or token comes from --password-command or from standard input, or you are asked for it; with --oauth you "
                + "sign in with a browser instead. A feed in a file needs none. For an IMAP "
                + "account, --url may name the server that sends, too: imaps://imap.example.org?smtp=smtps://smtp.example.org"
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The mail address.") var address: String
        @Option(help: "The URL of the server's API; without it, the server is found by the address.") var url: String?
        @Option(
            help:
                "The name to sign in with, if it is not the address; your own, for an account that others share with you."
        )
        var user: String?
        @Option(help: "Your name in what you write, if the server does not know it.") var name: String?
        @Option(
            name: .customLong("protocol"), help: "jmap, imap, inbox or feed; without it, the server is asked.",
            completion: .list(Account.Dialect.allCases.map(\.rawValue)))
        var dialect: String?
        @Option(help: "A shell command that prints the password or token; it runs at each start.")
        var passwordCommand: String?
        @Flag(help: "Read the password or token from the first line of standard input.") var passwordStdin = false
        @Option(
            help: ArgumentHelp(
                "Where else the password may be sent, such as https://api.example, if the server says so; may be repeated.",
                valueName: "origin"))
        var approve: [String] = []
        @Flag(help: "Sign in with the browser (OAuth 2), or with a code if there is none.") var oauth = false
        @Option(
            help: ArgumentHelp(
                "The client id that Maraca has at the sign-in server, if it had to be registered by hand; “oauthClients” keeps it.",
                valueName: "id"))
        var clientID: String?

        func validate() throws {
            try checkPlaces()
            if passwordCommand != nil, passwordStdin {
                throw ValidationError("--password-command and --password-stdin exclude each other.")
            }
            if oauth, passwordCommand != nil || passwordStdin {
                throw ValidationError("--oauth needs no password.")
            }
            if clientID != nil, !oauth { throw ValidationError("--client-id is for --oauth.") }
            if let dialect, Account.Dialect(rawValue: dialect) == nil {
                throw ValidationError("--protocol takes jmap, imap, inbox or feed.")
            }
            if url == nil, let wantedDialect, ![.jmap, .imap].contains(wantedDialect) {
                throw ValidationError(
                    "Name the server with --url: only JMAP and IMAP servers are found by the address.")
            }
        }

        func run() async throws {
            let session = try options.openSession()
            // Before the user is asked for a useless password.
            if try session.knownAccount(address) != nil { throw Self.exists(address) }
            let signIn = SignIn(session: session)
            let url = server
            let found = oauth || url == nil ? try await lookUp(signIn) : nil
            let place = found?.url ?? url ?? ""
            try tellWhatIsWanted(at: place)
            let secret =
                if oauth, let found { try await useBrowser(signIn, found) } else { try await readSecret(for: url) }
            var request = SignIn.Request(
                address: address, url: place, userName: user, secret: secret,
                dialect: wantedDialect ?? (url == nil ? found?.dialect : nil),
                source: passwordCommand.map { .command($0) } ?? .file, approved: approve, name: name ?? "")
            let account: Account
            do throws(SessionError) {
                do throws(SessionError) {
                    account = try await signIn.account(request)
                } catch {
                    guard let origins = error.unapprovedOrigins, Approve.isGranted(origins, address) else {
                        throw error
                    }
                    request.approved += origins
                    account = try await signIn.account(request)
                }
            } catch {
                if error == .accountExists { throw Self.exists(address) }
                throw CommandFailure(message: Wording.signIn(error, at: place) + hint(error))
            }
            tellIfOnlyRead(account)
            await approveRest(of: account, session)
            if options.json { try Output.json(AccountJSON(account)) } else { Output.line("added \(account.address)") }
        }

        private static func exists(_ address: String) -> CommandFailure {
            CommandFailure(
                message: Wording.sentence(SessionError.accountExists)
                    + " `maraca account password \(address)` gives it another password or token.")
        }

        /// Finds the server and its sign-in methods.
        private func lookUp(_ signIn: SignIn) async throws -> SignInWays {
            let found: SignInWays
            do throws(RemoteError) {
                found = try await signIn.ways(of: server ?? address, speaking: wantedDialect)
            } catch {
                if url != nil { throw CommandFailure(message: Wording.signIn(error, isInBrowser: oauth)) }
                if let foreign = error.foreignServer { return try await lookUp(foreign: foreign, signIn) }
                if case .noServer(let search) = error.reason {
                    throw CommandFailure(
                        message: "\(Wording.sentence(search)) If the server is elsewhere, say where with --url.")
                }
                throw CommandFailure(
                    message: "No server was found by the address (\(error.summary)). Say where it is with --url.")
            }
            guard wantedDialect != .jmap || found.dialect == .jmap else {
                throw CommandFailure(
                    message:
                        "The address leads to an IMAP server only. Leave --protocol out, or say where the JMAP server "
                        + "is with --url.")
            }
            return found
        }

        /// Returns advice about omitted arguments that may be the cause.
        private func hint(_ error: SessionError) -> String {
            if let origins = error.unapprovedOrigins {
                return " Allow it with " + origins.map { "--approve \($0)" }.joined(separator: " ")
            }
            guard case .remote(let error) = error else { return "" }
            switch error.reason {
            case .signedOut where user == nil && !oauth:
                return " If you sign in with another name than the address, give it with --user."
            case .unreachable, .unreadableAnswer, .notFound, .refused, .noServer:
                return url == nil ? " The address led there; if the server is elsewhere, say where with --url." : ""
            default: return ""
            }
        }

        private func useBrowser(_ signIn: SignIn, _ ways: SignInWays) async throws -> String {
            var clients = SettingsReading(path: try options.makeHome().configuration).settings.oauthClients
            if let clientID, let host = ways.oauth?.host { clients[host] = clientID }
            do throws(RemoteError) {
                let secret = try await signIn.withBrowser(ways, address: address, clients: clients) { prompt in
                    switch prompt {
                    case .visit(let url):
                        let words = ["Sign in on this page, in a browser on this machine:", "", "\(url)", ""]
                        for line in words { Output.note(line) }
                    case .enter(let code, let url): Output.note("Go to \(url) and enter \(code)")
                    }
                }
                if let secret { return secret }
            } catch {
                throw CommandFailure(message: Wording.signIn(error, isInBrowser: true) + hint(.remote(error)))
            }
            throw CommandFailure(message: "The server has no sign-in with a browser. Leave --oauth out.")
        }
    }

    struct List: AsyncParsableCommand, TellingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the accounts of this home.")
        @OptionGroup var options: GlobalOptions
        @Flag(help: "Ask the servers what else the same sign-ins open, such as accounts that others share.")
        var shared = false

        func run() async throws {
            let session = try options.openSession()
            try options.noteNoAccount(session)
            let accounts = try options.chosenAccounts(session)
            if shared { return try await listShared(session, accounts) }
            if options.json { return try Output.json(accounts.map(AccountJSON.init)) }
            for account in accounts { Output.line("\(account.address)  \(account.dialect.rawValue)  \(account.url)") }
        }

        private func listShared(_ session: MailSession, _ accounts: [Account]) async throws {
            var others: [String: [String]] = [:]
            for account in accounts {
                others[account.address] = try await telling { () async throws(SessionError) in
                    try await session.otherAccounts(of: account.id)
                }
            }
            if options.json { return try Output.json(others) }
            for (address, names) in others.sorted(by: { $0.key < $1.key }) {
                for name in names { Output.line("\(Output.clean(name))  with --user \(address)") }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an account with its mail, its queue and its password.")
        @OptionGroup var options: GlobalOptions
        @Flag(help: "Also discard what its server does not have yet: mail to send, and changes.") var discard = false
        @Argument(help: "The mail address.", completion: Completing.accounts) var address: String

        func run() async throws {
            let session = try options.openSession()
            let account = try session.account(address)
            // Composing a message and uploading its files are steps of sending it.
            let open = try session.deeds().map(\.action).filter { action in
                let isOfIt = action.account == account.id || action.transfer?.to == account.address
                return isOfIt && action.isQueued && !action.isUnasked
            }
            guard discard || open.isEmpty else {
                let unsent = open.count(where: \.command.sends)
                let mail = unsent == 0 ? "" : ", \(Wording.number(unsent)) of them mail that is not sent"
                throw CommandFailure(
                    message:
                        "its server does not have \(Wording.number(open.count)) of your changes yet\(mail): `maraca outbox` "
                        + "lists them, `maraca sync` sends them, --discard discards them")
            }
            let drafts = session.draftsOnlyHere(of: account.id)
            guard discard || drafts == 0 else {
                throw CommandFailure(
                    message:
                        "\(Wording.number(drafts)) of its drafts \(drafts == 1 ? "is" : "are") on this machine only: --discard "
                        + "discards them")
            }
            try await remove(account, session)
            if let words = Wording.staysBehind(in: session) { Output.note(words) }
        }

        /// Removing much mail takes time. If the command is interrupted, the next start removes the rest.
        private func remove(_ account: Account, _ session: MailSession) async throws {
            try await telling { () async throws(SessionError) in
                let mail = try session.count(.account(account.id), messages: true)
                Output.progress("removing \(Wording.count(mail, "message"))")
                defer { Output.progress("") }
                try await session.removeAccount(account.id)
            }
        }
    }
}

struct AccountJSON: Encodable {
    var object = "account"
    var email_address: String
    var name: String
    var `protocol`: String
    var url: String
    var organization_unit: String

    init(_ account: Account) {
        email_address = account.address
        name = account.name
        self.protocol = account.dialect.rawValue
        url = account.url
        organization_unit = account.hasLabels ? "label" : "folder"
    }
}
