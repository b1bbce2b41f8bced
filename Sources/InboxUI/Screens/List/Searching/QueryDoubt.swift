package import InboxModel

/// Something in a search that can be read, but hardly as it was meant: a field that is none, a mailbox that there is not.
package struct QueryDoubt: Equatable {
    /// What is wrong and what becomes of it, for the user.
    package var message: String
    /// What is near: a field with its colon, or a mailbox's name.
    package var meant: String?
    /// Nothing can be found there.
    package var isAboutMailbox: Bool
    /// Where it stands, in characters.
    package var column: Int
    package var length: Int

    /// - Parameter mailboxes: all that there are; without any nothing is said of them.
    package static func all(in text: String, mailboxes: [Mailbox]) -> [QueryDoubt] {
        MailQuery.fields(in: text).compactMap { field in
            if !field.isKnown { return unknown(field) }
            guard !mailboxes.isEmpty else { return nil }
            guard field.name == "in" else { return unmarked(field, mailboxes) }
            return missing(field, mailboxes, isTag: text.dropFirst(field.column).lowercased().hasPrefix("tag:"))
        }
    }

    /// It is looked for as it stands, which finds next to nothing.
    private static func unknown(_ field: QueryField) -> QueryDoubt {
        let near = Spelling.nearest(to: field.name, among: QueryTerm.names.sorted())
            .flatMap { Spelling.distance(field.name, $0) * 2 < field.name.count ? $0 + ":" : nil }
        return QueryDoubt(
            message: near.map { "read as plain words; did you mean \($0)" }
                ?? "\(field.name): is no field; read as plain words",
            meant: near, isAboutMailbox: false, column: field.column, length: field.length)
    }

    /// What servers hold for important lies in a mailbox of theirs.
    private static func unmarked(_ field: QueryField, _ mailboxes: [Mailbox]) -> QueryDoubt? {
        guard field.name == "is", field.value.lowercased() == "important",
            !mailboxes.contains(where: { $0.role == .important })
        else { return nil }
        return QueryDoubt(
            message: "no server here marks mail as important", meant: nil, isAboutMailbox: true, column: field.column,
            length: field.length)
    }

    /// - Parameter isTag: whether it was called a tag, as some programs call labels, and as keywords of the user's own are called here.
    private static func missing(_ field: QueryField, _ mailboxes: [Mailbox], isTag: Bool) -> QueryDoubt? {
        let query = MailQuery(field.isQuoted ? "in:\"\(field.value)\"" : "in:\(field.value)")
        guard query.problem == nil, case .mailbox(let reference) = query.predicate, case .name(let name) = reference,
            !mailboxes.contains(where: reference.means)
        else { return nil }
        // A name may be meant by its last level.
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
