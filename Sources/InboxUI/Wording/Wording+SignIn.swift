public import InboxKit
public import InboxModel

extension Wording {
    /// Why an account could not be added: there is no mail of it yet, and nothing that waits.
    public static func signIn(_ error: SessionError) -> String { LoginFailure(error)?.text ?? sentence(error) }

    /// - Parameter isInBrowser: whether a page asked for the password.
    public static func signIn(_ error: RemoteError, isInBrowser: Bool) -> String {
        LoginFailure(error, isInBrowser: isInBrowser)?.text ?? sentence(error)
    }
}
