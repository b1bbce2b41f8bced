import Foundation
import InboxModel
import InboxStore

extension MailSession {
    /// Sets addresses of the user's besides those that accounts and servers know.
    public func setConfiguredAddresses(_ addresses: [String]) { store.own.set(addresses) }

    /// All addresses of the user, in lower case: the accounts', those that servers let them write as, and the configured ones.
    /// Patterns for whole domains are left out, since others may write from there.
    public func ownAddresses() -> Set<String> {
        Set((try? store.read { try $0.ownAddresses() }) ?? store.own.all.map { $0.lowercased() })
    }
}

extension StoreReader {
    /// In small letters, each once, in a stable order.
    func ownAddresses() throws -> [String] {
        let accounts = try accounts()
        let told = try accounts.flatMap { try serverIdentities(of: $0) }.filter { !$0.isPattern }
        let all = accounts.map(\.address) + told.map(\.email) + configuredAddresses
        return Set(all.map { $0.lowercased() }).sorted()
    }

    /// Who an account's server says that the user may write as.
    func serverIdentities(of account: Account) throws -> [Identity] {
        let text = try syncState(AccountSync.identities, account: account.id)
        return text.flatMap { try? JSONDecoder().decode([Identity].self, from: Data($0.utf8)) } ?? []
    }

    /// A filter with everything named that depends on the store or on the time.
    func resolved(_ filter: MailPredicate, now: Date = Date()) throws -> MailPredicate {
        try filter.resolved(mailboxes: mailboxes(), own: ownAddresses(), now: now)
    }
}
