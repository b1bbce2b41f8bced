/// The rules for a message's labels after a client requests a set of labels.
///
/// A message has exactly one of `all`, `trash` and `spam`; `sent` and `drafts` describe the message and never change.
struct LabelRules {
    private let list: MailboxList

    init(_ list: MailboxList) {
        self.list = list
    }

    /// - Parameter known: the labels of all messages that the request acts on. A `sent` or `drafts` among them is repeated,
    ///   not added.
    func check(_ wanted: Set<Int64>, known: Set<Int64>) throws {
        for role in [MailboxRow.Role.sent, .drafts] where wanted.subtracting(known).contains(id(role)) {
            throw APIError.invalid("The label \(role.rawValue) cannot be added")
        }
        if wanted.subtracting(known).intersection(homes).count > 1 {
            throw APIError.invalid("Only one of “all”, “trash” and “spam” can be added")
        }
    }

    func labels(from current: Set<Int64>, wanted: Set<Int64>) -> Set<Int64> {
        let fixed: Set<Int64> = [id(.sent), id(.drafts)]
        var result = wanted.subtracting(fixed).union(current.intersection(fixed))
        let added = result.subtracting(current)
        if let home = [MailboxRow.Role.trash, .spam].map(id).first(where: added.contains) {
            result.subtract(homes)
            result.remove(id(.inbox))
            result.insert(home)
        } else if added.contains(id(.inbox)) {
            result.subtract(homes)
            result.insert(id(.all))
        } else if added.contains(id(.all)) {
            result.subtract([id(.trash), id(.spam)])
        } else if result.isDisjoint(with: homes) {
            result.formUnion(current.intersection(homes))
        }
        if result.isDisjoint(with: homes) { result.insert(id(.all)) }
        return result
    }

    private var homes: Set<Int64> { [id(.all), id(.trash), id(.spam)] }

    /// Returns the mailbox with that role. Accounts with labels have all roles, so the fallback is never used.
    private func id(_ role: MailboxRow.Role) -> Int64 { list[role]?.id ?? -1 }
}
