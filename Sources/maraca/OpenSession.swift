import Foundation
import InboxKit
import InboxModel
import InboxUI
import TerminalUI

extension GlobalOptions {
    func makeHome() throws -> Home { try Self.makeHome(home) }

    /// - Parameter home: the folder; nil means the user's home.
    static func makeHome(_ home: String?) throws -> Home {
        if home?.isEmpty == true { throw CommandFailure(message: "--home is empty: say which folder", status: 2) }
        do throws(HomeError) {
            if let home { return Home(directory: home) }
            return try Home()
        } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
    }

    /// Opens the store of the home, without asking a server.
    /// - Parameters:
    ///   - echoes: whether anything is written to standard error, which the client needs for its screen: mistakes, and with
    ///     `--verbose` the log.
    ///   - tellsMistakes: whether mistakes in the configuration are; the caller may tell them itself.
    func openSession(echoes: Bool = true, tellsMistakes: Bool = true, origin: DeedOrigin = .command) throws
        -> MailSession
    {
        let home = try makeHome()
        var echo: (@Sendable (String) -> Void)?
        if verbose, echoes { echo = { Output.note($0) } }
        let log = SessionLog(path: home.logPath, isVerbose: verbose, echo: echo)
        let reading = SettingsReading(path: home.configuration)
        let settings = reading.settings
        // Without the user's settings much behaves differently: mail has no signature, for example.
        let tells = echoes && tellsMistakes
        if tells, reading.mistake != nil { for notice in reading.notices { Output.note(notice) } }
        let days = settings.keepDays
        if tells, let problem = settings.certificateProblem { Output.note(problem) }
        let policy = SyncPolicy(days: days > 0 ? days : nil)
        do throws(SessionError) {
            let session = try MailSession(
                home: home, policy: policy, log: log, origin: origin,
                network: Network(log: log, certificateFile: settings.certificatePath))
            session.setConfiguredAddresses(settings.ownAddresses)
            return session
        } catch {
            var failure = CommandFailure(message: Wording.sentence(error))
            failure.isLocked = error.isLocked
            throw failure
        }
    }

    func settings() throws -> Settings { SettingsReading(path: try makeHome().configuration).settings }

    /// Returns the user's sender addresses.
    func senders(_ session: MailSession) throws -> Senders {
        try settings().senders(of: try chosenAccounts(session), session)
    }

    /// Reports what the composer would ask before sending (M-7); the message is sent all the same.
    func noteDoubts(
        about content: DraftContent, text: String, signature: String = "", answered: Message? = nil,
        usual: MailAddress? = nil
    ) throws {
        let settings = try settings()
        let words = AttachmentWords(languages: settings.attachmentLanguages, more: settings.attachmentWords)
        let doubts = SendDoubt.all(
            about: content, text: text, signature: signature, answered: answered, usual: usual,
            words: words)
        for doubt in doubts { Output.note(doubt.text) }
    }

    /// Returns the accounts that the command applies to: the one asked for, else all.
    func chosenAccounts(_ session: MailSession) throws -> [Account] {
        guard let account else { return try session.knownAccounts() }
        return [try session.account(account)]
    }

    /// If there is no account, says so, to explain why nothing is found.
    func noteNoAccount(_ session: MailSession) throws {
        guard try session.knownAccounts().isEmpty else { return }
        Output.note(CommandFailure.noAccount.message)
    }

    /// Names the accounts of which nothing has been fetched yet, to explain why nothing of theirs is found.
    func noteNothingFetched(_ session: MailSession) throws {
        try noteNoAccount(session)
        // Mailboxes come first, even of an account without mail.
        guard let fetched = (try? session.mailboxes()).map({ Set($0.map(\.account)) }) else { return }
        for account in try chosenAccounts(session) where !fetched.contains(account.id) {
            Output.note("\(account.address): nothing has been fetched yet; `maraca sync` fetches its mail")
        }
    }

    /// Parses a query, within the chosen account.
    /// - Parameter isExact: whether to reject doubtful queries, for commands that act on everything found.
    func predicate(_ words: [String], _ session: MailSession, isExact: Bool = false) throws -> MailPredicate {
        let query = MailQuery(words.joined(separator: " "))
        if let problem = query.problem {
            throw CommandFailure(message: problem.message, below: Self.marked(query.text, problem.column), status: 2)
        }
        let doubts = QueryDoubt.all(
            in: query.text, mailboxes: try mailboxes(session), accounts: try session.knownAccounts())
        try warn(of: doubts, in: query.text, isExact: isExact)
        guard account != nil else { return query.predicate }
        return .all([query.predicate, .any(try chosenAccounts(session).map { .account($0.id) })])
    }
}

extension GlobalOptions {
    /// Returns a query with a mark below the doubtful place; only the surroundings of a long query.
    private static func marked(_ text: String, _ column: Int) -> [String] {
        let start = max(0, column - markedWidth)
        let before = (start > 0 ? "…" : "") + text.dropFirst(start).prefix(column - start)
        let after = text.dropFirst(column)
        let end = after.count > markedWidth ? "…" : ""
        return [
            "  \(before)\(after.prefix(markedWidth))\(end)",
            "  \(String(repeating: " ", count: TextCells.width(before)))^",
        ]
    }

    /// The number of characters shown on each side of a mark.
    private static let markedWidth = 60

    /// Returns the mailboxes that a query may name.
    private func mailboxes(_ session: MailSession) throws -> [Mailbox] {
        let all = (try? session.mailboxes()) ?? []
        guard account != nil else { return all }
        let accounts = Set(try chosenAccounts(session).map(\.id))
        return all.filter { accounts.contains($0.account) }
    }

    /// Reports parts of a query that probably mean something else. With `--json`, writes one line of JSON, also to standard error.
    /// - Throws: if a mailbox or account does not exist, or, for an exact query, for any doubt.
    private func warn(of doubts: [QueryDoubt], in text: String, isExact: Bool) throws {
        if let wrong = doubts.first(where: { isExact || $0.isAboutMailbox }) {
            throw CommandFailure(message: wrong.message, below: Self.marked(text, wrong.column), status: 2)
        }
        guard !doubts.isEmpty else { return }
        guard json else {
            for doubt in doubts { Output.error(doubt.message, below: Self.marked(text, doubt.column)) }
            return
        }
        struct Warning: Encodable {
            var column: Int
            var message: String
        }
        try Output.noteJSON(["warnings": doubts.map { Warning(column: $0.column, message: $0.message) }])
    }
}

extension CommandFailure {
    static var noAccount: CommandFailure {
        CommandFailure(message: "there is no account yet; `maraca account add ADDRESS` adds one")
    }
}

extension MailSession {
    func knownAccounts() throws -> [Account] {
        try telling { () throws(SessionError) in try accounts() }
    }

    /// Returns the account with an address; nil if there is none.
    func knownAccount(_ address: String) throws -> Account? {
        try knownAccounts().first { $0.address.lowercased() == address.lowercased() }
    }

    func account(_ address: String) throws -> Account {
        guard let account = try knownAccount(address) else {
            throw CommandFailure(
                message: "there is no account \(address); `maraca account list` lists them all")
        }
        return account
    }
}

/// Runs a body, and turns a `SessionError` into a sentence.
func telling<Result>(
    in words: (SessionError) -> String = { Wording.sentence($0) }, _ body: () async throws(SessionError) -> Result
) async throws -> Result {
    do throws(SessionError) { return try await body() } catch { throw CommandFailure(message: words(error)) }
}

/// Runs a body that asks only the store, and turns a `SessionError` into a sentence.
func telling<Result>(_ body: () throws(SessionError) -> Result) throws -> Result {
    do throws(SessionError) { return try body() } catch { throw CommandFailure(message: Wording.sentence(error)) }
}
