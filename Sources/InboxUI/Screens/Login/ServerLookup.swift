import InboxModel
import MailContent

/// What is known of the server while the user types address and password.
struct ServerLookup: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case none, running
        case found(SignInWays)
        /// There is none, for this reason, to show at the server field.
        case failed(String)
        /// The address leads to a server of another domain: its URL, which the user has to confirm, and why.
        case foreign(String, why: String)
    }

    /// The address that was looked up.
    private(set) var address = ""
    private(set) var state = State.none

    /// - Returns: False when the result is known or on its way.
    mutating func begin(_ new: String) -> Bool {
        guard new != address || state == .none else { return false }
        (address, state) = (new, .running)
        return true
    }

    /// Handles the result of a lookup; drops it if another address has been typed since.
    /// - Parameter demo: The key of the demo; nil where there is none.
    mutating func end(_ address: String, _ result: Result<SignInWays, RemoteError>, demo: String?) {
        guard address == self.address, state == .running else { return }
        switch result {
        case .success(let ways): state = .found(ways)
        case .failure(let error):
            if let advice = IMAPProvider.advice(address, demo: demo) { return state = .failed(advice) }
            if let url = error.foreignServer {
                let domain = CleanText.line(address.split(separator: "@").last.map(String.init) ?? address)
                return state = .foreign(
                    url, why: "\(domain) names this server, which is not its own: if you know it, press Enter")
            }
            if case .noServer(let search) = error.reason {
                return state = .failed(Wording.sentence(search) + (search.imap == nil ? " Type its URL." : ""))
            }
            let said = error.summary.isEmpty ? "" : " (\(CleanText.line(error.summary).prefix(120)))"
            state = .failed("no JMAP or Inbox API server was found by the address\(said): type its URL")
        }
    }

    var ways: SignInWays? { if case .found(let ways) = state { ways } else { nil } }

    /// Returns the hint beside the password.
    /// - Parameter key: The key that signs in; nil where none is bound.
    func hint(key: String?) -> String? {
        guard let ways, ways.oauth != nil else { return nil }
        guard ways.takesPassword else {
            return "This server signs you in with the browser" + (key.map { ": press \($0)." } ?? ".")
        }
        return key.map { "\($0) without a password signs in with the browser." }
    }
}
