public import InboxKit
public import InboxModel

extension Wording {
    /// Says why an account could not be added: it has no mail here yet, and nothing in the queue.
    /// - Parameter url: where its server was asked, if that is known.
    public static func signIn(_ error: SessionError, at url: String? = nil) -> String {
        if case .remote(let error) = error { return signIn(error, isInBrowser: false, at: url) }
        return LoginFailure(error)?.text ?? sentence(error)
    }

    /// Says how a server that sends is named for an IMAP account that has none; nil for any other account.
    package static func sender(of account: Account) -> String? {
        SignIn.namingSender(account.url).map {
            "If you know one: maraca account move \(line(account.address)) '\(line($0))'"
        }
    }

    /// - Parameter isInBrowser: whether a web page asked for the password.
    public static func signIn(_ error: RemoteError, isInBrowser: Bool, at url: String? = nil) -> String {
        if let other = error.foreignServer {
            return "The mail seems to be at another place. If you know it, name it: '\(line(other))'"
        }
        return LoginFailure(error, isInBrowser: isInBrowser, at: url)?.text ?? sentence(error)
    }
}
