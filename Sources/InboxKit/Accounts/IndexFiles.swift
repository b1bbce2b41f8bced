import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// The files of services over IMAP, beside the store: an index for each account and server, which is made anew from the server if it is
/// removed, and what only this machine knows of an account, such as how far a sending came.
struct IndexFiles: Sendable {
    private static let prefix = "imap-"

    let folder: String

    /// Nil for a store that is elsewhere, which does not know the accounts of the home.
    init?(_ home: Home, of store: Store) {
        guard home.storePath == store.path else { return nil }
        folder = home.data
    }

    /// The path of the index; nil for accounts that need none.
    func path(for account: Account) -> String? { index(of: account).map { folder + "/" + $0 } }

    /// Removes the files of an account.
    func remove(_ account: AccountID) {
        remove(files.filter { file in Self.starts(account).contains { file.hasPrefix($0) } })
    }

    /// Removes the files of accounts that are no more, and the index of servers where accounts are no more.
    /// - Parameter accounts: read after the files were listed, since any process may add one; nil if they can't be.
    func removeUseless(accounts: () -> [Account]?) {
        let files = files
        guard !files.isEmpty, let accounts = accounts() else { return }
        let kept = accounts.compactMap(index) + accounts.map { Self.own($0.id) }
        remove(files.filter { file in !kept.contains { file.hasPrefix($0) } })
    }

    private static func starts(_ account: AccountID) -> [String] { ["\(prefix)\(account)@", own(account)] }

    /// What is not of one server.
    private static func own(_ account: AccountID) -> String { "\(prefix)\(account)-" }

    /// The numbers of folders and messages of one server mean nothing on another.
    private func index(of account: Account) -> String? {
        guard account.dialect == .imap, let imap = IMAPPlaces(url: account.url)?.imap else { return nil }
        let place = "\(imap.host)-\(imap.port)".map { $0.isLetter || $0.isNumber || ".-".contains($0) ? $0 : "_" }
        return "\(Self.prefix)\(account.id)@\(String(place)).sqlite"
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
