import Foundation
import InboxKit
import InboxModel
import InboxUI

extension GlobalOptions {
    func makeHome() throws -> Home {
        do throws(HomeError) {
            if let home { return Home(directory: home) }
            return try Home()
        } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
    }

    /// Opens the home's store; asks no server.
    /// - Parameter echoes: whether `--verbose` tells on standard error what goes into the log; the client has its screen there.
    func openSession(echoes: Bool = true) throws -> MailSession {
        let home = try makeHome()
        var echo: (@Sendable (String) -> Void)?
        if verbose, echoes { echo = { Output.note($0) } }
        let log = SessionLog(path: home.logPath, isVerbose: verbose, echo: echo)
        let days = SettingsReading(path: home.configuration).settings.keepDays
        let policy = SyncPolicy(days: days > 0 ? days : nil)
        do throws(SessionError) {
            return try MailSession(home: home, policy: policy, log: log, network: Network(log: log))
        } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
    }

    /// The accounts that the command is about: the one asked for, else all.
    func chosenAccounts(_ session: MailSession) throws -> [Account] {
        let accounts = try session.knownAccounts()
        guard let account else { return accounts }
        let found = accounts.filter { $0.address.lowercased() == account.lowercased() }
        guard !found.isEmpty else {
            throw CommandFailure(message: "there is no account \(account); `maraca account list` shows those there are")
        }
        return found
    }

    /// A typed query, within the account asked for.
    func predicate(_ words: [String], _ session: MailSession) throws -> MailPredicate {
        let query = MailQuery(words.joined(separator: " "))
        if let problem = query.problem {
            throw CommandFailure(
                message: "\(problem.message)\n  \(query.text)\n  " + String(repeating: " ", count: problem.column)
                    + "^",
                status: 2)
        }
        guard account != nil else { return query.predicate }
        return .all([query.predicate, .any(try chosenAccounts(session).map { .account($0.id) })])
    }
}

extension MailSession {
    func knownAccounts() throws -> [Account] {
        do throws(SessionError) { return try accounts() } catch {
            throw CommandFailure(message: Wording.sentence(error))
        }
    }
}

/// Runs what throws a session's error, and turns the error into a sentence.
func telling<Result>(_ body: () async throws(SessionError) -> Result) async throws -> Result {
    do throws(SessionError) { return try await body() } catch { throw CommandFailure(message: Wording.sentence(error)) }
}
