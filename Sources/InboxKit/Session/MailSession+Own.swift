import Foundation
import InboxModel
import InboxStore

extension MailSession {
    /// Sets the user's addresses besides those that accounts and servers know.
    public func setConfiguredAddresses(_ addresses: [String]) { store.own.set(addresses) }

    /// All addresses of the user, in lower case: those of the accounts, those that servers let the user write as, and the
    /// configured ones. Patterns for whole domains are left out, since others may write from there.
    public func ownAddresses() -> Set<String> {
        Set((try? store.read { try $0.ownAddresses() }) ?? store.own.all.map { $0.lowercased() })
    }
}

extension StoreReader {
    /// Returns the user's addresses in lower case, without duplicates, in a stable order.
    func ownAddresses() throws -> [String] {
        let accounts = try accounts()
        let told = try accounts.flatMap { try serverIdentities(of: $0) }.filter { !$0.isPattern }
        let all = accounts.map(\.address) + told.map(\.email) + configuredAddresses
        return Set(all.map { $0.lowercased() }).sorted()
    }

    /// Returns the identities that an account's server lets the user write as.
    func serverIdentities(of account: Account) throws -> [Identity] {
        [Identity](jsonText: try syncState(AccountSync.Key.identities, account: account.id)) ?? []
    }

    /// Returns a filter with everything resolved that depends on the store or on the time.
    func resolved(_ filter: MailPredicate, now: Date = Date()) throws -> MailPredicate {
        try filter.resolved(accounts: accounts()).resolved(mailboxes: mailboxes(), own: ownAddresses(), now: now)
    }
}
