import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent
import TerminalUI

struct DoctorCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check configuration, store, terminal and connections, and say what to do.")

    @OptionGroup var options: GlobalOptions

    private struct Finding: Encodable {
        var check: String
        var ok: Bool
        var text: String
    }

    func run() async throws {
        var findings = checkTerminal()
        let home = try options.makeHome()
        findings += checkConfiguration(home)
        findings.append(Finding(check: "log", ok: true, text: home.logPath))
        findings += checkRoom(home)
        do {
            let repair = try telling { () throws(SessionError) in try MailSession.repairStore(of: home) }
            // What is wrong with the configuration is a finding already.
            let session = try options.openSession(tellsMistakes: false)
            findings +=
                repair.map { report in
                    Wording.findings(report, path: home.storePath).map {
                        Finding(check: "store", ok: $0.isGood, text: $0.text)
                    }
                } ?? checkStore(session, home)
            if let kept = Wording.setAside(session.setAsideFiles) {
                findings.append(Finding(check: "store", ok: true, text: kept))
            }
            findings +=
                checkNames(home, session) + checkQueries(home, session) + checkQueue(session) + checkRemovals(session)
            findings += try await checkAccounts(session)
        } catch let failure as CommandFailure {
            findings.append(Finding(check: "store", ok: false, text: failure.message))
        }
        if options.json {
            try Output.json(findings)
        } else {
            for finding in findings { Output.line("\(finding.ok ? "ok" : "!!")  \(finding.check): \(finding.text)") }
        }
        if findings.contains(where: { !$0.ok }) { throw ExitCode(1) }
    }

    private func checkTerminal() -> [Finding] {
        let environment = ProcessInfo.processInfo.environment
        let term = environment["TERM"] ?? ""
        // The first of them decides; an empty one counts as unset.
        let variables = ["LC_ALL", "LC_CTYPE", "LANG"].map { ($0, environment[$0] ?? "") }
        let (variable, locale) = variables.first { !$0.1.isEmpty } ?? ("LANG", "")
        let isUTF8 = locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
        let canDraw = !term.isEmpty && term != "dumb"
        return [
            Finding(
                check: "terminal", ok: canDraw, text: canDraw ? term : ClientRun.sentence(.unusable(terminal: term))),
            Finding(
                check: "locale", ok: isUTF8,
                text: isUTF8
                    ? locale
                    : "\(locale.isEmpty ? "none is set" : "\(variable)=\(locale) is not UTF-8"); "
                        + "set \(variable)=C.UTF-8 to see all characters"),
        ]
    }

    private func checkConfiguration(_ home: Home) -> [Finding] {
        guard FileManager.default.fileExists(atPath: home.configuration) else {
            return [Finding(check: "configuration", ok: true, text: "none at \(home.configuration); all defaults")]
        }
        let problems = SettingsReading(path: home.configuration).notices
        if problems.isEmpty { return [Finding(check: "configuration", ok: true, text: home.configuration)] }
        return problems.map { Finding(check: "configuration", ok: false, text: $0) }
    }

    /// Names what queries of the configuration speak of and no account has: they find nothing.
    private func checkQueries(_ home: Home, _ session: MailSession) -> [Finding] {
        guard let mailboxes = try? session.mailboxes(), let accounts = try? session.knownAccounts() else { return [] }
        return SettingsReading(path: home.configuration).settings.queries.flatMap { setting, query in
            QueryDoubt.all(in: query, mailboxes: mailboxes, accounts: accounts).map {
                Finding(check: "configuration", ok: false, text: "“\(setting)”: \($0.message)")
            }
        }
    }

    /// Names accounts of the configuration that are mistyped, or those of another machine with the same configuration, where that is no
    /// mistake.
    private func checkNames(_ home: Home, _ session: MailSession) -> [Finding] {
        guard let known = try? session.knownAccounts(), !known.isEmpty else { return [] }
        return SettingsReading(path: home.configuration).settings.unknownAccounts(among: known).map {
            Finding(
                check: "configuration", ok: true,
                text: "“\($0.setting)” names \($0.address), which is no account here, and has no effect for it")
        }
    }

    /// Reports only a lack of disk space.
    private func checkRoom(_ home: Home) -> [Finding] {
        var disk = statvfs()
        guard statvfs(home.data, &disk) == 0 else { return [] }
        let left = Int(disk.f_bavail) * Int(disk.f_frsize)
        guard left < Self.leastRoom else { return [] }
        let advice = "make room, or new mail and changes can't be stored"
        return [Finding(check: "disk", ok: false, text: "\(FileSize.text(left)) left for \(home.data): \(advice)")]
    }

    /// In bytes. Enough for a large message and SQLite's extra files.
    private static let leastRoom = 20_000_000

    /// Repairs nothing, because Maraca is running.
    private func checkStore(_ session: MailSession, _ home: Home) -> [Finding] {
        do throws(SessionError) {
            let problems = try session.storeProblems()
            let count = try session.count(.everything, messages: true)
            let queued = try session.actions().count
            if problems.isEmpty {
                let now = "\(Wording.count(count, "message")), \(Wording.number(queued)) queued"
                return [Finding(check: "store", ok: true, text: "\(home.storePath): sound, \(now)")]
            }
            return problems.map {
                Finding(
                    check: "store", ok: false,
                    text: "\($0); quit Maraca, and run this again to repair it")
            }
        } catch {
            return [Finding(check: "store", ok: false, text: Wording.sentence(error))]
        }
    }

    private func checkQueue(_ session: MailSession) -> [Finding] {
        guard let actions = try? session.actions() else { return [] }
        return actions.filter { $0.state == .unreadable }.map { action in
            Finding(
                check: "outbox", ok: false,
                text: "\(action.id) \(OutboxRow.unreadable); `maraca outbox discard \(action.id)` discards it")
        }
    }

    private func checkRemovals(_ session: MailSession) -> [Finding] {
        guard let count = try? session.accountsBeingRemoved(), count > 0 else { return [] }
        let what = count == 1 ? "an account that was removed is" : "\(count) accounts that were removed are"
        return [
            Finding(
                check: "removal", ok: false,
                text: "\(what) not wholly gone; `maraca` or `maraca sync` removes the rest when it starts")
        ]
    }

    private func checkAccounts(_ session: MailSession) async throws -> [Finding] {
        var findings: [Finding] = []
        let accounts: [Account]
        do { accounts = try options.chosenAccounts(session) } catch let failure as CommandFailure {
            return [Finding(check: "accounts", ok: false, text: failure.message)]
        }
        if accounts.isEmpty {
            findings.append(
                Finding(check: "accounts", ok: true, text: "none yet; `maraca account add ADDRESS` adds one"))
        }
        let known = try session.knownAccounts()
        for account in accounts {
            let check = "account \(account.address)"
            findings += checkSecret(account, session)
            switch await session.checkConnection(account) {
            case nil:
                let silent = SignIn.lacksSender(account.url) ? Wording.sender(of: account) : nil
                let only = silent.map { "; mail can only be read, as it names no server that sends. \($0)" } ?? ""
                findings.append(Finding(check: check, ok: true, text: "\(account.url) accepts the sign-in\(only)"))
            case .some(let error):
                let text = Wording.ended(by: error, on: account, among: known)
                findings.append(Finding(check: check, ok: false, text: text))
            }
            if let leftOut = Wording.leftOut((try? session.leftOutCount(of: account.id)) ?? 0) {
                findings.append(Finding(check: "mail \(account.address)", ok: false, text: leftOut))
            }
        }
        return findings
    }

    /// Checks where the account's secret is stored, and who else could read it.
    private func checkSecret(_ account: Account, _ session: MailSession) -> [Finding] {
        let check = "secret \(account.address)"
        do throws(SessionError) {
            guard let finding = try session.secretKeeping(of: account.id).map({ Wording.finding($0) }) else {
                return []
            }
            return [Finding(check: check, ok: finding.isGood, text: finding.text)]
        } catch {
            return [Finding(check: check, ok: false, text: Wording.sentence(error))]
        }
    }
}
