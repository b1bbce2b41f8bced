package import InboxModel

/// A part of a search that is valid, but hardly meant as written: an unknown field, a mailbox or account that does not exist, an operator
/// in small letters.
package struct QueryDoubt: Equatable {
    /// What is wrong and how the part is read, for the user.
    package var message: String
    /// What to write instead: a similar field with its colon, a similar mailbox name, the state or the operator.
    package var meant: String?
    /// Whether nothing can be found because of the mailbox or account.
    package var isAboutMailbox: Bool
    /// The position of the part, in characters.
    package var column: Int
    package var length: Int

    /// - Parameters:
    ///   - mailboxes: All mailboxes; if empty, mailboxes are not checked.
    ///   - accounts: All accounts; if empty, accounts are not checked.
    package static func all(in text: String, mailboxes: [Mailbox], accounts: [Account] = []) -> [QueryDoubt] {
        let fields = MailQuery.fields(in: text).compactMap { field -> QueryDoubt? in
            if !field.isKnown { return unknown(field) }
            if field.name == "account" { return accounts.isEmpty ? nil : stranger(field, accounts) }
            guard !mailboxes.isEmpty else { return nil }
            guard field.name == "in" else { return unmarked(field, mailboxes) }
            return missing(field, mailboxes, isTag: text.dropFirst(field.column).lowercased().hasPrefix("tag:"))
        }
        return fields + MailQuery.smallOperators(in: text).map { small($0.word, $0.column, $0.length) }
    }

    /// Returns the doubt about an operator in small letters, as other programs allow it: here that is a word.
    private static func small(_ word: String, _ column: Int, _ length: Int) -> QueryDoubt {
        QueryDoubt(
            message: "“\(word)” is looked for as a word; did you mean \(word.uppercased())", meant: word.uppercased(),
            isAboutMailbox: false, column: column, length: length)
    }

    /// Returns the doubt about an unknown field, which is searched for as plain words and finds next to nothing.
    private static func unknown(_ field: QueryField) -> QueryDoubt {
        let near = Spelling.nearest(to: field.name, among: QueryTerm.names.sorted())
            .flatMap { Spelling.distance(field.name, $0) * 2 < field.name.count ? $0 + ":" : nil }
        return QueryDoubt(
            message: near.map { "read as plain words; did you mean \($0)" }
                ?? "\(field.name): is not a field; read as plain words",
            meant: near, isAboutMailbox: false, column: field.column, length: field.length)
    }

    /// Returns the doubt about a name that means no account, or several.
    private static func stranger(_ field: QueryField, _ accounts: [Account]) -> QueryDoubt? {
        let query = MailQuery(field.isQuoted ? "account:\"\(field.value)\"" : "account:\(field.value)")
        guard query.problem == nil, case .accountNamed(let name) = query.predicate, accounts.named(name) == nil else {
            return nil
        }
        let near = Spelling.nearest(to: name.lowercased(), among: accounts.map { $0.address.lowercased() })
        return QueryDoubt(
            message: "“\(Wording.line(name))” names no account, or several"
                + (near.map { "; did you mean “\(Wording.line($0))”" } ?? ""),
            meant: near, isAboutMailbox: true, column: field.column, length: field.length)
    }

    /// Returns the doubt about `is:important` without a mailbox for it: servers keep mail that they rate as important in such a mailbox.
    private static func unmarked(_ field: QueryField, _ mailboxes: [Mailbox]) -> QueryDoubt? {
        guard field.name == "is", field.value.lowercased() == "important",
            !mailboxes.contains(where: { $0.role == .important })
        else { return nil }
        return QueryDoubt(
            message: "no server here marks mail as important", meant: nil, isAboutMailbox: true, column: field.column,
            length: field.length)
    }

    /// - Parameter isTag: Whether the query says “tag”, which some programs call labels, but which here stands for the user's own keywords.
    private static func missing(_ field: QueryField, _ mailboxes: [Mailbox], isTag: Bool) -> QueryDoubt? {
        let query = MailQuery(field.isQuoted ? "in:\"\(field.value)\"" : "in:\(field.value)")
        guard query.problem == nil, case .mailbox(let reference) = query.predicate, case .name(let name) = reference,
            !mailboxes.contains(where: reference.means)
        else { return nil }
        // Other programs have states among the tags and places: `tag:unread`, `in:starred`.
        if !field.isQuoted, MailQuery("is:" + name).problem == nil {
            return QueryDoubt(
                message: "no mailbox is called “\(Wording.line(name))”; did you mean is:\(name.lowercased())",
                meant: "is:" + name.lowercased(), isAboutMailbox: true, column: field.column, length: field.length)
        }
        // A mailbox may be meant by the last level of its name.
        let names = mailboxes.flatMap { [$0.name] + ($0.name.split(separator: "/").last.map { [String($0)] } ?? []) }
        let roles = mailboxes.compactMap(\.role).map(\.rawValue)
        let near = Spelling.nearest(to: name, among: Set(names.map { $0.lowercased() } + roles).sorted())
        let known = near.flatMap { near in (names + roles).first { $0.lowercased() == near } }
        return QueryDoubt(
            message: "no mailbox is called “\(Wording.line(name))”"
                + (known.map { "; did you mean “\(Wording.line($0))”" } ?? "")
                + (isTag ? "; keyword: finds tags" : ""),
            meant: known, isAboutMailbox: true, column: field.column, length: field.length)
    }
}
