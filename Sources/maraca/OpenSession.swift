import Foundation
import InboxKit
import InboxModel
import InboxUI
import TerminalUI

extension GlobalOptions {
    func makeHome() throws -> Home { try Self.makeHome(home) }

    /// - Parameter home: its folder; nil: the user's.
    static func makeHome(_ home: String?) throws -> Home {
        if home?.isEmpty == true { throw CommandFailure(message: "--home is empty: say which folder", status: 2) }
        do throws(HomeError) {
            if let home { return Home(directory: home) }
            return try Home()
        } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
    }

    /// Opens the home's store; asks no server.
    /// - Parameter echoes: whether `--verbose` tells on standard error what goes into the log; the client has its screen there.
    func openSession(echoes: Bool = true, origin: DeedOrigin = .command) throws -> MailSession {
        let home = try makeHome()
        var echo: (@Sendable (String) -> Void)?
        if verbose, echoes { echo = { Output.note($0) } }
        let log = SessionLog(path: home.logPath, isVerbose: verbose, echo: echo)
        let reading = SettingsReading(path: home.configuration)
        let settings = reading.settings
        // Without any setting of the user's much is done otherwise: mail goes without a signature, say.
        if echoes, reading.mistake != nil { for notice in reading.notices { Output.note(notice) } }
        let days = settings.keepDays
        if echoes, let problem = settings.certificateProblem { Output.note(problem) }
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

    /// Who may write.
    func senders(_ session: MailSession) throws -> Senders {
        try settings().senders(of: try chosenAccounts(session), session)
    }

    /// Says what the composer would ask before a message goes out (M-7); it goes all the same.
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

    /// The accounts that the command is about: the one asked for, else all.
    func chosenAccounts(_ session: MailSession) throws -> [Account] {
        guard let account else { return try session.knownAccounts() }
        return [try session.account(account)]
    }

    /// Whoever lists something without an account learns why there is nothing.
    func noteNoAccount(_ session: MailSession) throws {
        guard try session.knownAccounts().isEmpty else { return }
        Output.note("there is no account yet; `maraca account add ADDRESS` makes one")
    }

    /// A typed query, within the account asked for.
    /// - Parameter isExact: what may be meant otherwise is refused: for what acts on all that is found.
    func predicate(_ words: [String], _ session: MailSession, isExact: Bool = false) throws -> MailPredicate {
        let query = MailQuery(words.joined(separator: " "))
        if let problem = query.problem {
            throw CommandFailure(message: problem.message, below: Self.marked(query.text, problem.column), status: 2)
        }
        try warn(
            of: QueryDoubt.all(in: query.text, mailboxes: try mailboxes(session)), in: query.text, isExact: isExact)
        guard account != nil else { return query.predicate }
        return .all([query.predicate, .any(try chosenAccounts(session).map { .account($0.id) })])
    }
}

extension GlobalOptions {
    /// A query, and below it where in it the doubt is; of a long one what stands around that.
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

    /// How many letters stand on each side of a mark.
    private static let markedWidth = 60

    /// Those that a query may name.
    private func mailboxes(_ session: MailSession) throws -> [Mailbox] {
        let all = (try? session.mailboxes()) ?? []
        guard account != nil else { return all }
        let accounts = Set(try chosenAccounts(session).map(\.id))
        return all.filter { accounts.contains($0.account) }
    }

    /// Says what can be read, but hardly as it was meant. With `--json` that is one line of JSON, still on standard error.
    /// - Throws: where a mailbox is named that there is not; any doubt, where the query must be exact.
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

extension MailSession {
    func knownAccounts() throws -> [Account] {
        do throws(SessionError) { return try accounts() } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
    }

    /// The account of an address; nil when there is none.
    func knownAccount(_ address: String) throws -> Account? {
        try knownAccounts().first { $0.address.lowercased() == address.lowercased() }
    }

    func account(_ address: String) throws -> Account {
        guard let account = try knownAccount(address) else {
            throw CommandFailure(
                message: "there is no account \(address); `maraca account list` shows those there are")
        }
        return account
    }
}

/// Runs what throws a session's error, and turns the error into a sentence.
func telling<Result>(_ body: () async throws(SessionError) -> Result) async throws -> Result {
    do throws(SessionError) { return try await body() } catch { throw CommandFailure(message: Wording.sentence(error)) }
}
