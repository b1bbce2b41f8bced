import InboxModel

/// A mailbox that each of several accounts has, by role or by name, so that mail of all of them can go there together.
struct CommonPlace: Hashable, Sendable {
    /// The mailbox of the first account.
    let mailbox: Mailbox
    let targets: [AccountID: MailboxID]

    var name: String { Wording.name(of: mailbox) }
}

extension Sequence<Mailbox> {
    /// Returns the mailboxes that all of these accounts have: those with a role first, then by name.
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

    /// Returns the mailbox with the same role, otherwise with the same name.
    private func counterpart(of mailbox: Mailbox) -> Mailbox? {
        mailbox.role.flatMap { role in first { $0.role == role } }
            ?? first { $0.name.lowercased() == mailbox.name.lowercased() }
    }
}
