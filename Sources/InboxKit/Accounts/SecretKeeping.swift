import Foundation
public import InboxModel
import InboxRemote
import InboxStore

/// How an account's password or token is stored.
public enum SecretKeeping: Hashable, Sendable {
    /// A command prints the secret; this is the program's name, without its arguments.
    case command(String)
    case file(SecretFile)
    /// The secret is missing from where it should be.
    case missing(path: String)
}

/// A file that holds a password, or the tokens of a sign-in with a browser.
public struct SecretFile: Hashable, Sendable {
    public var path: String
    /// Whether the file holds a sign-in with a browser, which is renewed automatically, rather than a password.
    public var holdsTokens: Bool
    /// The permissions of the file.
    public var mode: UInt16
    /// Whether it belongs to the user and is not a symbolic link.
    public var isOwn: Bool

    /// Whether nobody but the user can read it (N-3).
    public var isPrivate: Bool { isOwn && mode & ~0o600 == 0 }
}

extension MailSession {
    /// Looks up how a secret is stored; runs no command and asks no server. Nil if nothing is stored, as in a session without a
    /// home.
    public func secretKeeping(of account: AccountID) throws(SessionError) -> SecretKeeping? {
        guard let home else { return nil }
        if let command = try reading({ try $0.syncState(Self.passwordCommand, account: account) }) {
            let program = command.split(separator: " ").first.map(String.init) ?? command
            return .command((program as NSString).lastPathComponent)
        }
        return SecretStore(folder: home.secretsPath).keeping(of: account)
    }
}

extension SecretStore {
    func keeping(of account: AccountID) -> SecretKeeping {
        let path = path(account)
        var status = stat()
        guard lstat(path, &status) == 0 else { return .missing(path: path) }
        let isOwn = status.st_mode & S_IFMT == S_IFREG && status.st_uid == getuid()
        let secret = isOwn ? FileManager.default.contents(atPath: path) : nil
        return .file(
            SecretFile(
                path: path,
                holdsTokens: secret.map { OAuthGrant.isGrant(String(decoding: $0, as: UTF8.self)) } ?? false,
                mode: UInt16(truncatingIfNeeded: status.st_mode & 0o7777), isOwn: isOwn))
    }
}
