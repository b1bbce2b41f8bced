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
    mutating func end(_ address: String, _ result: Result<SignInWays, RemoteError>) {
        guard address == self.address, state == .running else { return }
        switch result {
        case .success(let ways): state = .found(ways)
        case .failure(let error):
            if let url = error.foreignServer {
                return state = .foreign(url, why: ForeignServer.question(url, at: address))
            }
            if case .noServer(let search) = error.reason {
                return state = .failed(Wording.sentence(search) + " Type its URL.")
            }
            let said = error.summary.isEmpty ? "" : " (\(CleanText.line(error.summary).prefix(120)))"
            state = .failed("no mail server was found by the address\(said): type its URL")
        }
    }

    /// Who runs the server, if that is well known.
    private var provider: MailProvider? {
        if case .foreign(let url, _) = state { return MailProvider.of(server: url) }
        return ways?.provider
    }

    var ways: SignInWays? { if case .found(let ways) = state { ways } else { nil } }

    /// Returns the hint beside the password.
    /// - Parameter key: The key that signs in; nil where none is bound.
    func hint(key: String?) -> String? {
        if let advice = provider.flatMap(Wording.advice) { return advice }
        guard let ways, ways.oauth != nil else { return nil }
        guard ways.takesPassword else {
            return "This server signs you in with the browser" + (key.map { ": press \($0)." } ?? ".")
        }
        return key.map { "\($0) without a password signs in with the browser." }
    }
}
