package import InboxModel

extension IMAPService {
    /// What a server is asked for a query, for people, and what hits must still match; nil if it is not asked, since it can't say
    /// anything of it.
    package static func request(for question: RemoteQuestion, isGmail: Bool) -> (text: String, rest: MailPredicate)? {
        guard let key = SearchKey(question, .init(isGmail: isGmail)) else { return nil }
        let names = question.mailboxes.filter { $0.remoteID.map { key.mailboxes?.contains($0) ?? false } ?? false }
        let text = "UID SEARCH \(key.text)"
        return (
            text + (names.isEmpty ? "" : " in " + names.map(\.name).sorted().joined(separator: ", ")), key.remainder
        )
    }
}
