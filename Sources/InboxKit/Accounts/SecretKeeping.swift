import Foundation
public import InboxModel
import InboxRemote
import InboxStore

/// How an account's password or token is kept.
public enum SecretKeeping: Hashable, Sendable {
    /// A command prints it; the program's name, without what it is given.
    case command(String)
    case file(SecretFile)
    /// There is none where it should be.
    case missing(path: String)
}

/// A file that holds a password, or the tokens of a sign-in with a browser.
public struct SecretFile: Hashable, Sendable {
    public var path: String
    /// Whether it is a sign-in with a browser, which renews itself, and not a password.
    public var holdsTokens: Bool
    /// Who may read, write and execute it.
    public var mode: UInt16
    /// Whether it is a file of the user's own, and no link to one.
    public var isOwn: Bool

    /// Whether it is the user's alone (N-3).
    public var isPrivate: Bool { isOwn && mode & ~0o600 == 0 }
}

extension MailSession {
    /// Looks, and asks no command and no server. Nil where nothing is kept, as in a session without a home.
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
