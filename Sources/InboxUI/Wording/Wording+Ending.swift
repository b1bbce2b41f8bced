public import InboxKit
public import InboxModel

/// Why a command ends without success. Unlike the client, it does not try again by itself.
extension Wording {
    /// - Parameters:
    ///   - account: the account whose server the command asked.
    ///   - accounts: all accounts of this home. If only these are left on the server, the account was one that others shared.
    public static func ended(by error: RemoteError, on account: Account, among accounts: [Account]) -> String {
        guard let others = error.otherAccounts, case .busy = error.reason, !others.isEmpty else {
            return sentence(error, retries: false)
        }
        let known = accounts.filter { $0.id != account.id && $0.url == account.url }
        guard others.allSatisfy({ name in known.contains { $0.isListed(as: name) } }) else {
            return sentence(error, retries: false)
        }
        return
            "The server no longer lists this account: it is no longer shared with you. \(keptHere) and remove the account."
    }

    public static func ended(by failure: FetchFailure, on account: Account, among accounts: [Account]) -> String {
        guard case .remote(let error) = failure else { return sentence(failure) }
        return ended(by: error, on: account, among: accounts)
    }

    public static func ended(by error: SessionError, on account: Account, among accounts: [Account]) -> String {
        guard case .remote(let error) = error else { return sentence(error) }
        return ended(by: error, on: account, among: accounts)
    }
}

extension Account {
    /// Whether its server may list it by a name: its address, or what is before the `@`.
    fileprivate func isListed(as name: String) -> Bool {
        let (name, address) = (name.lowercased(), address.lowercased())
        return !name.isEmpty && (address == name || address.hasPrefix(name + "@"))
    }
}
