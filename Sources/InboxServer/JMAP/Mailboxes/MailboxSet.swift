import GRDB

/// Mailbox/set (RFC 8621 §2.5).
enum MailboxSet {
    static func run(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try SetRequest(call, more: ["onDestroyRemoveEmails"])
        let removesEmails = try call.arguments.bool("onDestroyRemoveEmails") ?? false
        return try await call.database.write { transaction in
            try transaction.set(.mailbox, ifInState: request.ifInState, call) { results in
                for member in request.create {
                    try results.create(member.name) { try create(member.value, call, transaction) }
                }
                for member in request.update {
                    let id = results.id(member.name, call)
                    try results.update(id) {
                        try update(id, ObjectPatch(member.value), call, transaction)
                        return .null
                    }
                }
                for id in request.destroy.map({ results.id($0, call) }) {
                    try results.destroy(id) { try destroy(id, removesEmails: removesEmails, call, transaction) }
                }
            }
        }
    }

    /// Creates a mailbox without a role: roles belong to the mailboxes that every account has.
    private static func create(_ object: JSONValue, _ call: MethodCall, _ transaction: MailTransaction) throws
        -> (id: String, members: [JSONMember])
    {
        let list = try MailboxList(transaction.db, account: call.account.id)
        let unknown = (object.members ?? []).map(\.name).filter {
            !["name", "parentId", "role", "sortOrder", "isSubscribed"].contains($0)
        }
        guard unknown.isEmpty else { throw SetError.invalidProperties(unknown, "cannot be set") }
        try check(object["parentId"], "parentId")
        try check(object["role"], "role")
        let name = try name(object["name"], except: nil, in: list)
        let row = try transaction.createMailbox(role: nil, displayName: name, account: call.account)
        let objects = try MailboxObjects(
            transaction.db, account: call.account, oddities: call.host.oddities, isCounting: false)
        let said: Set<String> = ["id", "name", "parentId"]
        return (row.publicID, (objects.json(row).members ?? []).filter { !said.contains($0.name) })
    }

    private static func update(_ id: String, _ patch: ObjectPatch, _ call: MethodCall, _ transaction: MailTransaction)
        throws
    {
        let list = try MailboxList(transaction.db, account: call.account.id)
        guard let row = list.withPublicID(id) else { throw SetError.notFound }
        let fixed = patch.properties.subtracting(["name", "parentId", "role", "sortOrder", "isSubscribed"]).sorted()
        guard fixed.isEmpty else { throw SetError.invalidProperties(fixed, "cannot be set") }
        try check(patch["parentId"], "parentId")
        try checkFixed(patch, of: row, call, transaction)
        guard patch.properties.contains("name") else { return }
        guard row.role == nil else { throw SetError.plain("forbidden", "a mailbox with a role keeps its name") }
        let name = try name(patch["name"], except: row.id, in: list)
        _ = try transaction.rename(row, to: name, account: call.account)
    }

    /// Refuses to change these properties; their current values may be given.
    private static func checkFixed(
        _ patch: ObjectPatch, of row: MailboxRow, _ call: MethodCall, _ transaction: MailTransaction
    ) throws {
        let said = patch.properties.intersection(["role", "sortOrder", "isSubscribed"])
        guard !said.isEmpty else { return }
        let present = try MailboxObjects(
            transaction.db, account: call.account, oddities: call.host.oddities, isCounting: false
        ).json(row)
        let others = said.filter { present[$0] ?? .null != patch[$0] ?? .null }.sorted()
        guard others.isEmpty else { throw SetError.invalidProperties(others, "does not change") }
    }

    private static func destroy(
        _ id: String, removesEmails: Bool, _ call: MethodCall, _ transaction: MailTransaction
    ) throws {
        let list = try MailboxList(transaction.db, account: call.account.id)
        guard let row = list.withPublicID(id) else { throw SetError.notFound }
        guard row.role == nil else { throw SetError.plain("forbidden", "a mailbox with a role cannot be deleted") }
        guard try transaction.isEmpty(row) || removesEmails else { throw SetError.plain("mailboxHasEmail") }
        if removesEmails, !call.account.hasLabels {
            // In an account with folders an email is in no other mailbox, so it is destroyed too.
            let emails = try String.fetchAll(
                transaction.db,
                sql: """
                    SELECT \(EmailRow.id) FROM message JOIN messageMailbox ON messageID = message.id WHERE mailboxID = ?
                    """, arguments: [row.id])
            for email in emails {
                guard let email = try EmailRow.fetch(transaction.db, id: email, account: call.account) else { continue }
                try transaction.destroy(email, account: call.account)
            }
        }
        try transaction.delete(row, account: call.account)
    }

    private static func check(_ value: JSONValue?, _ property: String) throws {
        guard value == nil || value == .null else {
            throw SetError.invalidProperties([property], "this server has mailboxes side by side, and roles are given")
        }
    }

    private static func name(_ value: JSONValue?, except id: Int64?, in list: MailboxList) throws -> String {
        guard let name = value?.textValue, !name.allSatisfy(\.isWhitespace),
            name.utf8.count <= MailboxMethods.longestName,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw SetError.invalidProperties(["name"], "must be a text of 1 to \(MailboxMethods.longestName) bytes")
        }
        guard !list.isTaken(name, except: id) else {
            throw SetError.invalidProperties(["name"], "there is a mailbox of that name")
        }
        return name
    }
}
