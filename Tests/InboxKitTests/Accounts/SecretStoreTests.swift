import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Passwords and tokens", .timeLimit(.minutes(10)))
struct SecretStoreTests {
    private let folder: TemporaryFolder
    private let secrets: SecretStore
    private let account = AccountID(7)

    init() throws {
        folder = try TemporaryFolder()
        secrets = SecretStore(folder: folder.path)
    }

    @Test("a secret is saved in a file with mode 0600 and removed with its account")
    func file() async throws {
        try secrets.save("pass word\u{e9}", for: account)
        #expect(try folder.mode("7") == 0o600)
        #expect(try await secrets.secret(for: account, from: .file) == "pass word\u{e9}")
        try secrets.save("other", for: account)
        #expect(try await secrets.secret(for: account, from: .file) == "other")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["7"])
        secrets.remove(account)
        await #expect(throws: SecretError.missing) { try await secrets.secret(for: account, from: .file) }
    }

    /// A session with an account whose secret is stored.
    private func signedIn() async throws -> (MailSession, Account, SecretStore) {
        let home = Home(directory: folder.file("home"))
        let session = try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "secret")
        let kept = SecretStore(folder: home.secretsPath)
        #expect(try await kept.secret(for: account.id, from: .file) == "secret")
        return (session, account, kept)
    }

    @Test("the next start removes the secret of an account whose removal was interrupted")
    func leaving() async throws {
        let (session, account, kept) = try await signedIn()
        try await session.store.write { try $0.hide(account.id) }
        session.start()
        let begun = session.running.withLock(\.tidying)
        await begun?.value
        #expect(kept.keeping(of: account.id) == .missing(path: kept.path(account.id)))
        await session.stopAndWait()
    }

    @Test("signing out removes the secret at once, and the mail then or at the next start")
    func signedOut() async throws {
        let (session, account, kept) = try await signedIn()
        try await session.signOut(of: account.id)
        #expect(kept.keeping(of: account.id) == .missing(path: kept.path(account.id)))
        #expect(try session.accounts().isEmpty)
        let removals = session.running.withLock(\.removals)
        for removal in removals { await removal.value }
        #expect(try session.accountsBeingRemoved() == 0)
        await session.stopAndWait()
    }

    @Test("the next start removes secrets that belong to no account, and no others")
    func strays() async throws {
        let home = Home(directory: folder.file("home"))
        let session = try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "secret")
        let secrets = SecretStore(folder: home.secretsPath)
        #expect(!secrets.hasAny(except: [account.id]) && secrets.hasAny(except: []))
        for name in ["99", "99.lock", "99.new", "98.lock", "\(account.id).lock", "notes"] {
            try Data("stray".utf8).write(to: URL(fileURLWithPath: "\(home.secretsPath)/\(name)"))
        }
        session.start()
        let begun = session.running.withLock(\.tidying)
        await begun?.value
        let left = try FileManager.default.contentsOfDirectory(atPath: home.secretsPath)
        #expect(Set(left) == ["\(account.id)", "\(account.id).lock", "notes"])
        await session.stopAndWait()
    }

    @Test("a renewal that ends after its account was removed stores nothing, and one before that does")
    func renewedTooLate() async throws {
        try secrets.save("old", for: account)
        let memory = secrets.memory(of: account) { Issue.record("\($0)") }
        let lock = await memory.lock()
        #expect(await memory.write("new"))
        #expect(try await secrets.secret(for: account, from: .file) == "new")
        secrets.remove(account)
        #expect(await memory.write("newer"))
        withExtendedLifetime(lock) {}
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("a secret file readable by others fails", arguments: [0o640, 0o604, 0o660])
    func open(mode: Int) async throws {
        try secrets.save("secret", for: account)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file("7"))
        await #expect(throws: SecretError.notPrivate(path: folder.file("7"))) {
            try await secrets.secret(for: account, from: .file)
        }
        try secrets.save("secret", for: account)
        #expect(try folder.mode("7") == 0o600)
    }

    @Test("N-3: another user's secret file is not read", .enabled(if: getuid() == 0, "only root can give one away"))
    func others() async throws {
        try secrets.save("secret", for: account)
        try #require(chown(folder.file("7"), 1, 1) == 0)
        await #expect(throws: SecretError.notPrivate(path: folder.file("7"))) {
            try await secrets.secret(for: account, from: .file)
        }
        guard case .file(let file) = secrets.keeping(of: account) else { Issue.record("nothing is kept"); return }
        #expect(!file.isOwn && !file.isPrivate && !file.holdsTokens)
    }

    @Test("links are neither read nor written through, and a file that can't be read is not called missing")
    func link() async throws {
        let victim = folder.file("victim")
        try Data("theirs".utf8).write(to: URL(fileURLWithPath: victim))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: victim)
        try FileManager.default.createSymbolicLink(atPath: folder.file("7"), withDestinationPath: victim)
        await #expect(throws: SecretError.notReadable(path: folder.file("7"))) {
            try await secrets.secret(for: account, from: .file)
        }
        try FileManager.default.createSymbolicLink(atPath: folder.file("7.new"), withDestinationPath: victim)
        try secrets.save("ours", for: account)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "theirs")
        #expect(try await secrets.secret(for: account, from: .file) == "ours")
    }

    @Test("a command's first line is the secret; a failure carries its error output")
    func command() async throws {
        #expect(try await secrets.secret(for: account, from: .command("printf 'token\\nmore\\n'")) == "token")
        #expect(try await secrets.secret(for: account, from: .command("printf 'token\\r\\nmore\\r\\n'")) == "token")
        await #expect(throws: SecretError.commandFailed(status: 3, output: "no key\n")) {
            try await secrets.secret(for: account, from: .command("echo 'no key' >&2; exit 3"))
        }
        await #expect(throws: SecretError.commandPrintedNothing) {
            try await secrets.secret(for: account, from: .command("true"))
        }
    }

    @Test("neither a command's endless output nor its background process blocks reading the secret")
    func talkative() async throws {
        let complains = "yes complaint | head -c 1000000 >&2; echo token"
        #expect(try await secrets.secret(for: account, from: .command(complains)) == "token")
        #expect(try await secrets.secret(for: account, from: .command("sleep 3000 & echo $!")).isEmpty == false)
    }

    @Test("a secret command that runs too long is killed")
    func endless() async throws {
        await #expect(throws: SecretError.commandFailed(status: 137, output: "it took longer than 0.2 seconds")) {
            try await SecretCommand(command: "sleep 3000", limit: .milliseconds(200)).run()
        }
    }

    @Test("its children are killed as well")
    func children() async throws {
        let folder = try TemporaryFolder()
        let (pid, line) = (folder.file("pid"), "sleep 3000 & echo $! > ")
        func started() -> pid_t? {
            let text = try? String(contentsOfFile: pid, encoding: .utf8)
            return text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        // On a busy machine, the shell may take longer than that to begin.
        for limit in [300, 3_000, 30_000] where started() == nil {
            await #expect(throws: SecretError.self) {
                try await SecretCommand(command: "\(line)'\(pid)'; wait", limit: .milliseconds(limit)).run()
            }
        }
        let child = try #require(started())
        // Dead, though its new parent may not have reaped it yet.
        let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
        #expect(state.map { $0.contains(") Z") || $0.contains(") X") } ?? true, "\(state ?? "")")
    }

    @Test("S-7: failing to save a renewed secret is reported")
    func notKept() async throws {
        let nowhere = SecretStore(folder: folder.file("missing"))
        let (failures, failed) = AsyncStream<SecretError>.makeStream()
        let memory = nowhere.memory(of: account) { failed.yield($0) }
        #expect(await memory.write("new") == false)
        failed.finish()
        var heard: [SecretError] = []
        for await failure in failures { heard.append(failure) }
        #expect(heard == [.notWritable(path: folder.file("missing/7"))])
        try secrets.save("old", for: account)
        #expect(await secrets.memory(of: account) { _ in }.write("new"))
    }

    @Test("saving to a missing folder fails")
    func noFolder() {
        let nowhere = SecretStore(folder: folder.file("missing"))
        #expect(throws: SecretError.notWritable(path: folder.file("missing/7"))) {
            try nowhere.save("secret", for: account)
        }
    }
}
