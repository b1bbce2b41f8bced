import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// The files in which services of accounts over IMAP keep their index, beside the store: one for each account and server. What is removed
/// is made anew from the server.
struct IndexFiles: Sendable {
    private static let prefix = "imap-"

    let folder: String

    /// Nil for a store that is elsewhere, which does not know the accounts of the home.
    init?(_ home: Home, of store: Store) {
        guard home.storePath == store.path else { return nil }
        folder = home.data
    }

    /// Nil for accounts that need no index.
    func path(for account: Account) -> String? { name(for: account).map { folder + "/" + $0 } }

    /// Removes the files of an account.
    func remove(_ account: AccountID) { remove(files.filter { $0.hasPrefix(Self.start(account)) }) }

    /// Removes the files of accounts that are no more, and of servers where accounts are no more.
    /// - Parameter accounts: read after the files were listed, since any process may add one; nil if they can't be.
    func removeUseless(accounts: () -> [Account]?) {
        let files = files
        guard !files.isEmpty, let kept = accounts()?.compactMap(name) else { return }
        remove(files.filter { file in !kept.contains { file.hasPrefix($0) } })
    }

    private static func start(_ account: AccountID) -> String { "\(prefix)\(account)-" }

    /// The numbers of folders and messages of one server mean nothing on another.
    private func name(for account: Account) -> String? {
        guard account.dialect == .imap, let imap = IMAPPlaces(url: account.url)?.imap else { return nil }
        let place = "\(imap.host)-\(imap.port)".map { $0.isLetter || $0.isNumber || ".-".contains($0) ? $0 : "_" }
        return Self.start(account.id) + String(place) + ".sqlite"
    }

    private var files: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.filter { $0.hasPrefix(Self.prefix) }
    }

    private func remove(_ files: [String]) {
        for file in files { unlink("\(folder)/\(file)") }
    }
}

extension MailSession {
    /// Nil in a session without a home of its own.
    var indexFiles: IndexFiles? { home.flatMap { IndexFiles($0, of: store) } }
}
