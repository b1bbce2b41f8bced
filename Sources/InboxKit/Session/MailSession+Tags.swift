public import InboxModel
import InboxStore

extension MailSession {
    /// The tags that some mail here has, of whatever account; those that most of it has come first.
    public func tags() throws(SessionError) -> [Keyword] { try reading { try $0.tags() } }
}
