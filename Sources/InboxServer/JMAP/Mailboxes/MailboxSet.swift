import GRDB

/// Mailbox/set (RFC 8621 §2.5).
enum MailboxSet {
    static func run(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try SetRequest(call, more: ["onDestroyRemoveEmails"])
        let removesEmails = try call.arguments.bool("onDestroyRemoveEmails") ?? false
        return try await call.database.write { transaction in
            try transaction.set(.mailbox, ifInState: request.ifInState, call) { results in
                for member in parentsFirst(request.create) {
                    let parent = parentID(in: member.value, results, call)
                    try results.create(member.name) { try create(member.value, in: parent, call, transaction) }
                }
                for member in request.update {
                    let id = results.id(member.name, call)
                    let parent = parentID(in: member.value, results, call)
                    try results.update(id) {
                        try update(id, ObjectPatch(member.value), parent: parent, call, transaction)
                        return .null
                    }
                }
                let list = try MailboxList(transaction.db, account: call.account.id)
                for id in childrenFirst(request.destroy.map { results.id($0, call) }, in: list) {
                    try results.destroy(id) { try destroy(id, removesEmails: removesEmails, call, transaction) }
                }
            }
        }
    }

    /// Returns new mailboxes after those of the same call that they are created in (RFC 8620 §5.3).
    private static func parentsFirst(_ members: [JSONMember]) -> [JSONMember] {
        var (sorted, waiting) = ([JSONMember](), members)
        while !waiting.isEmpty {
            let names = Set(waiting.map { "#" + $0.name })
            func isReady(_ member: JSONMember) -> Bool { !names.contains(member.value["parentId"]?.textValue ?? "") }
            let ready = waiting.filter(isReady)
            // In a circle none has a parent.
            guard !ready.isEmpty else { return sorted + waiting }
            sorted += ready
            waiting.removeAll(where: isReady)
        }
        return sorted
    }

    /// A client that deletes a mailbox with all that lie in it need not say them in order.
    private static func childrenFirst(_ ids: [String], in list: MailboxList) -> [String] {
        let tree = MailboxTree(list)
        let levels = ids.map { id in (id, list.withPublicID(id).map { tree.ancestors(of: $0).count } ?? 0) }
        return levels.sorted { $0.1 > $1.1 }.map(\.0)
    }

    /// Returns what an object says of its parent, which may be one that this call created.
    private static func parentID(in object: JSONValue, _ results: SetResults, _ call: MethodCall) -> JSONValue? {
        guard let value = object["parentId"], let id = value.textValue else { return object["parentId"] }
        return .text(results.id(id, call))
    }

    /// Creates a mailbox without a role: roles belong to the mailboxes that every account has.
    private static func create(
        _ object: JSONValue, in parentID: JSONValue?, _ call: MethodCall, _ transaction: MailTransaction
    ) throws -> (id: String, members: [JSONMember]) {
        let list = try MailboxList(transaction.db, account: call.account.id)
        let unknown = (object.members ?? []).map(\.name).filter {
            !["name", "parentId", "role", "sortOrder", "isSubscribed"].contains($0)
        }
        guard unknown.isEmpty else { throw SetError.invalidProperties(unknown, "cannot be set") }
        guard object["role"] == nil || object["role"] == .null else {
            throw SetError.invalidProperties(["role"], "roles are given")
        }
        let tree = MailboxTree(list)
        let parent = try parent(parentID ?? .null, in: list)
        try checkDepth(of: parent, in: tree)
        let whole = try wholeName(MailboxTree.Place(parent: parent, name: name(object["name"])), in: tree)
        guard !list.isTaken(whole, except: nil) else { throw taken(whole) }
        let row = try transaction.createMailbox(role: nil, displayName: whole, account: call.account)
        let objects = try MailboxObjects(
            transaction.db, account: call.account, oddities: call.host.oddities, isCounting: false)
        let said: Set<String> = ["id", "name", "parentId"]
        return (row.publicID, (objects.json(row).members ?? []).filter { !said.contains($0.name) })
    }

    /// Renames a mailbox, moves it into another, or both. What lies in it comes along.
    private static func update(
        _ id: String, _ patch: ObjectPatch, parent parentID: JSONValue?, _ call: MethodCall,
        _ transaction: MailTransaction
    ) throws {
        let list = try MailboxList(transaction.db, account: call.account.id)
        guard let row = list.withPublicID(id) else { throw SetError.notFound }
        let fixed = patch.properties.subtracting(["name", "parentId", "role", "sortOrder", "isSubscribed"]).sorted()
        guard fixed.isEmpty else { throw SetError.invalidProperties(fixed, "cannot be set") }
        try checkFixed(patch, of: row, call, transaction)
        let tree = MailboxTree(list)
        let present = tree.place(of: row)
        var wanted = present
        if patch.properties.contains("name") { wanted.name = try name(patch["name"], keeping: present.name) }
        if patch.properties.contains("parentId") {
            guard let parentID else { throw SetError.invalidProperties(["parentId"], "has no parts") }
            wanted.parent = try parent(parentID, in: list)
        }
        let isMoved = wanted.parent?.id != present.parent?.id
        guard isMoved || wanted.name != present.name else { return }
        guard row.role == nil else {
            throw SetError.plain("forbidden", "a mailbox with a role keeps its name and place")
        }
        if isMoved, let parent = wanted.parent {
            guard !([parent] + tree.ancestors(of: parent)).contains(where: { $0.id == row.id }) else {
                throw SetError.invalidProperties(["parentId"], "a mailbox cannot lie in itself")
            }
            try checkDepth(of: parent, plus: tree.levels(below: row), in: tree)
        }
        let whole = try wholeName(wanted, in: tree)
        if let known = list.taken(renaming: row, to: whole) { throw taken(known) }
        _ = try transaction.rename(row, to: whole, account: call.account)
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
        guard !MailboxTree(list).hasChild(row) else { throw SetError.plain("mailboxHasChild") }
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

    private static func parent(_ value: JSONValue, in list: MailboxList) throws -> MailboxRow? {
        if value.isNull { return nil }
        guard let row = value.textValue.flatMap(list.withPublicID) else {
            throw SetError.invalidProperties(["parentId"], "there is no such mailbox")
        }
        return row
    }

    /// - Parameter levels: the number of levels that come along.
    private static func checkDepth(of parent: MailboxRow?, plus levels: Int = 0, in tree: MailboxTree) throws {
        guard let parent, tree.ancestors(of: parent).count + 2 + levels > MailboxMethods.deepest else { return }
        throw SetError.invalidProperties(["parentId"], "there are \(MailboxMethods.deepest) levels at most")
    }

    /// Returns the name that is stored for a mailbox in that place.
    private static func wholeName(_ place: MailboxTree.Place, in tree: MailboxTree) throws -> String {
        let name = place.parent.map { $0.displayName + "/" + place.name } ?? place.name
        // One with levels of its own may lie in another mailbox there.
        let found = tree.place(ofName: name)
        guard found.parent?.id == place.parent?.id, found.name == place.name else {
            throw SetError.invalidProperties(["name"], "a part of it is another mailbox")
        }
        return name
    }

    private static func taken(_ name: String) -> SetError {
        .invalidProperties(["name"], "there is a mailbox “\(name)”")
    }

    /// - Parameter present: the name of before. Its levels that are no mailboxes may stay: `Work/` in `Work/2026`.
    private static func name(_ value: JSONValue?, keeping present: String = "") throws -> String {
        guard let name = value?.textValue, !name.allSatisfy(\.isWhitespace),
            name.utf8.count <= MailboxMethods.longestName,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw SetError.invalidProperties(["name"], "must be a text of 1 to \(MailboxMethods.longestName) bytes")
        }
        let levels = present.lastIndex(of: MailboxTree.separator).map { present[...$0] } ?? ""
        let own = name.hasPrefix(levels) ? name.dropFirst(levels.count) : name[...]
        guard !own.allSatisfy(\.isWhitespace), !own.contains(MailboxTree.separator) else {
            throw SetError.invalidProperties(["name"], "“/” can't be in it: parentId says what a mailbox lies in")
        }
        return name
    }
}
