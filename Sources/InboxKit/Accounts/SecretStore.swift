import Foundation
import InboxModel
import InboxRemote

/// Why a password or token is not available.
public enum SecretError: Error, Hashable, Sendable {
    case missing
    case notWritable(path: String)
    /// There is a file, but the system does not let us read it, or it is a link.
    case notReadable(path: String)
    /// Others can read the secret; `path` is the file or folder to close to them.
    case notPrivate(path: String)
    /// The command that should print the secret ended well, but printed none.
    case commandPrintedNothing
    /// The command that should print the secret failed, with this status and output.
    case commandFailed(status: Int32, output: String)
    /// A command prints the secret, so another one can't be stored here.
    case isFromCommand(String)
}

/// Where an account's password or token comes from.
public enum SecretSource: Hashable, Sendable {
    /// A private file, which only the owner can read.
    case file
    /// The first line that a shell command prints.
    case command(String)
}

/// Passwords and tokens in files of mode 0600, one per account, or from commands.
struct SecretStore: Sendable {
    let folder: String

    func path(_ account: AccountID) -> String { "\(folder)/\(account)" }

    /// - Parameter isRenewed: whether the secret only replaces another one: if there is none any more, its account was removed, and
    ///   nothing is stored.
    func save(_ secret: String, for account: AccountID, isRenewed: Bool = false) throws(SecretError) {
        let path = path(account)
        let new = newPath(account)
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .notWritable(path: path) }
        defer { close(file) }
        let bytes = Array(secret.utf8)
        guard fchmod(file, 0o600) == 0, write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0,
            !isRenewed || isStored(account), rename(new, path) == 0
        else {
            unlink(new)
            if isRenewed, !isStored(account) { return }
            throw .notWritable(path: path)
        }
    }

    func secret(for account: AccountID, from source: SecretSource) async throws(SecretError) -> String {
        switch source {
        case .file: return try read(path(account))
        case .command(let command): return try await SecretCommand(command: command).run()
        }
    }

    func remove(_ account: AccountID) {
        // First, so that a renewal that is just being stored can't take the place of what is removed.
        unlink(newPath(account))
        unlink(path(account))
        unlink(lockPath(account))
    }

    /// Removes what is stored for other accounts than these.
    func removeAll(except accounts: Set<AccountID>) { stored.subtracting(accounts).forEach(remove) }

    /// Whether anything is stored for other accounts than these.
    func hasAny(except accounts: Set<AccountID>) -> Bool { !stored.isSubset(of: accounts) }

    /// The accounts that something is stored for.
    private var stored: Set<AccountID> {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(files.compactMap { $0.split(separator: ".").first.flatMap { Int64($0) }.map { AccountID($0) } })
    }

    private func newPath(_ account: AccountID) -> String { path(account) + ".new" }
    private func lockPath(_ account: AccountID) -> String { path(account) + ".lock" }

    private func isStored(_ account: AccountID) -> Bool {
        var status = stat()
        return lstat(path(account), &status) == 0
    }

    /// Provides access to a secret that renews itself. Its lock is awaited for as long as a renewal may take.
    /// - Parameters:
    ///   - clock: times the wait for the lock.
    ///   - failed: receives the reason if a new secret could not be stored.
    func memory(
        of account: AccountID, clock: any Clock<Duration> = ContinuousClock(),
        failed: @escaping @Sendable (SecretError) -> Void
    ) -> SecretMemory {
        let lockPath = lockPath(account)
        return SecretMemory(
            read: { try? await secret(for: account, from: .file) },
            write: { secret in
                do throws(SecretError) { try save(secret, for: account, isRenewed: true) } catch {
                    failed(error)
                    return false
                }
                return true
            },
            lock: {
                for _ in 0..<600 {
                    if let lock = ProcessLock(path: lockPath) { return lock }
                    // Nobody can hold a lock where no file can be made, and a full disk must not sign the user out.
                    if ProcessLock.problem(path: lockPath) != nil { return true }
                    do { try await clock.wait(.milliseconds(100)) } catch { return nil }
                }
                return nil
            })
    }

    private func read(_ path: String) throws(SecretError) -> String {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw errno == ENOENT ? .missing : .notReadable(path: path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
            throw .notPrivate(path: path)
        }
        var bytes = [UInt8](repeating: 0, count: min(65_536, max(0, Int(status.st_size))))
        let count = Foundation.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw .notReadable(path: path) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
