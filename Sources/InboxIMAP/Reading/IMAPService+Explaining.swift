package import InboxModel

extension IMAPService {
    /// What a server is asked for a query, for people; nil if it is not asked, since it can't say anything of it.
    package static func request(for question: RemoteQuestion) -> String? {
        guard let key = SearchKey(question) else { return nil }
        let names = question.mailboxes.filter { $0.remoteID.map { key.mailboxes?.contains($0) ?? false } ?? false }
        return "UID SEARCH \(key.text)"
            + (names.isEmpty ? "" : " in " + names.map(\.name).sorted().joined(separator: ", "))
    }
}
