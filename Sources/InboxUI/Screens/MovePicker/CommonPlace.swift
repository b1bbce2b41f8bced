import InboxModel

/// A place that each of several accounts has, by what it is for or by its name: mail of all of them can go there together.
struct CommonPlace: Hashable, Sendable {
    /// That of the first account.
    let mailbox: Mailbox
    let targets: [AccountID: MailboxID]

    var name: String { Wording.name(of: mailbox) }
}

extension Sequence<Mailbox> {
    /// The places that all of these accounts have: those that are for something first, then by name.
    func inCommon(_ accounts: Set<AccountID>) -> [CommonPlace] {
        let owned = Dictionary(grouping: self, by: \.account)
        guard let first = accounts.min() else { return [] }
        let all = (owned[first] ?? []).compactMap { mailbox -> CommonPlace? in
            var targets = [first: mailbox.id]
            for account in accounts where account != first {
                guard let same = owned[account]?.counterpart(of: mailbox) else { return nil }
                targets[account] = same.id
            }
            return CommonPlace(mailbox: mailbox, targets: targets)
        }
        func rank(_ place: CommonPlace) -> (Int, String) {
            (place.mailbox.role == nil ? 1 : 0, place.name.lowercased())
        }
        return all.sorted { rank($0) < rank($1) }
    }

    /// What is for the same there, else what has the same name.
    private func counterpart(of mailbox: Mailbox) -> Mailbox? {
        mailbox.role.flatMap { role in first { $0.role == role } }
            ?? first { $0.name.lowercased() == mailbox.name.lowercased() }
    }
}
