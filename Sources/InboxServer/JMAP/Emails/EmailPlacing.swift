/// The rules for the mailboxes of an email.
struct EmailPlacing {
    let account: ServedAccount
    let mailboxes: MailboxList

    /// Returns the rows for these ids, in a combination that the kind of account allows.
    ///
    /// - Parameter before: the current mailboxes; newly named ones take precedence.
    func rows(of ids: Set<String>, before: Set<Int64>) throws -> Set<Int64> {
        let rows = ids.map { mailboxes.withPublicID($0)?.id }
        guard !rows.isEmpty, !rows.contains(nil) else {
            throw SetError.invalidProperties(
                ["mailboxIds"], rows.isEmpty ? "an email is in one mailbox at least" : "there is no such mailbox")
        }
        let wanted = Set(rows.compactMap { $0 })
        guard account.hasLabels else {
            guard wanted.count == 1 else {
                throw SetError.plain("tooManyMailboxes", "an email of this account is in one mailbox")
            }
            return wanted
        }
        return withOneHome(wanted, before: before)
    }

    /// Keeps exactly one of `all`, `trash` and `spam`, as required with labels.
    private func withOneHome(_ wanted: Set<Int64>, before: Set<Int64>) -> Set<Int64> {
        let homes = [MailboxRow.Role.trash, .spam, .all].compactMap { mailboxes[$0]?.id }
        let named = homes.filter(wanted.contains)
        guard let home = named.first(where: { !before.contains($0) }) ?? named.first else {
            return wanted.union([mailboxes[.all]?.id].compactMap { $0 })
        }
        return wanted.subtracting(homes).union([home])
    }
}
