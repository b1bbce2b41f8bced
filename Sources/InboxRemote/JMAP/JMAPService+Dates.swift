import InboxModel

extension JMAPService {
    /// Gives emails whose time of arrival is unknown the date that their author wrote, if that is not in the future: without any date they
    /// would be at the end of every list, where nobody sees new mail.
    func dated(_ emails: [WireEmail], _ detail: Detail) async throws(RemoteError) -> [WireEmail] {
        let undated = emails.filter(\.isUndated)
        guard !undated.isEmpty else { return emails }
        var told = undated
        // Lists don't ask for it, because servers without the other date are rare.
        if !detail.properties.contains("sentAt") {
            let ids = undated.map(\.remote.id.rawValue)
            do throws(RemoteError) {
                told = try await caller.get("Email/get", ids, properties: ["id", "sentAt"], as: WireEmail.self).list
            } catch {
                guard error.nextStep == .drop else { throw error }
            }
        }
        let dates = Dictionary(told.map { ($0.remote.id, $0.sentAt) }, uniquingKeysWith: { $1 })
        return emails.map { email in
            guard email.isUndated, let date = dates[email.remote.id].flatMap(\.self) else { return email }
            var email = email
            email.remote.receivedAt = min(date, now())
            return email
        }
    }
}
