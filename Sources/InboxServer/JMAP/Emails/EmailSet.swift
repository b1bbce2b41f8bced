import GRDB

/// Email/set (RFC 8621 §4.6). Each object succeeds or fails on its own, all in one transaction.
enum EmailSet {
    static func run(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try SetRequest(call)
        return try await call.database.write { try apply(request, call, $0) }
    }

    /// Email/import (RFC 8621 §4.8).
    static func importEmails(_ call: MethodCall) async throws -> MethodOutcome {
        try call.arguments.allowOnly(["accountId", "ifInState", "emails"])
        let emails = try call.arguments.objects("emails") ?? []
        guard emails.count <= call.host.limits.objectsInSet else { throw MethodError.plain("requestTooLarge") }
        let ifInState = try call.arguments.text("ifInState")
        return try await call.database.write { transaction in
            try transaction.set(.email, ifInState: ifInState, call) { results in
                for member in emails {
                    let earlier = results
                    try results.create(member.name) {
                        try EmailCreation(call, transaction, results: earlier).importBlob(member.value)
                    }
                }
            }.only(["accountId", "oldState", "newState", "created", "notCreated"])
        }
    }

    static func apply(_ request: SetRequest, _ call: MethodCall, _ transaction: MailTransaction) throws -> MethodOutcome
    {
        let account = call.account
        return try transaction.set(.email, ifInState: request.ifInState, call) { results in
            for member in request.create {
                let earlier = results
                try results.create(member.name) {
                    try EmailCreation(call, transaction, results: earlier).create(member.value)
                }
            }
            for member in request.update {
                let earlier = results
                let id = results.id(member.name, call)
                try results.update(id) {
                    guard let row = try EmailRow.fetch(transaction.db, id: id, account: account) else {
                        throw SetError.notFound
                    }
                    guard !request.destroy.contains(id) else { throw SetError.plain("willDestroy") }
                    let patch = try ObjectPatch(member.value)
                    return try EmailUpdate(row, call, transaction, results: earlier).apply(patch)
                }
            }
            for id in request.destroy.map({ results.id($0, call) }) {
                try results.destroy(id) {
                    guard let row = try EmailRow.fetch(transaction.db, id: id, account: account) else {
                        throw SetError.notFound
                    }
                    try transaction.destroy(row, account: account)
                }
            }
        }
    }
}

/// Changes the keywords and mailboxes of one email, which are its only mutable properties (RFC 8621 §4.1.1).
struct EmailUpdate {
    private let row: EmailRow
    private let call: MethodCall
    private let transaction: MailTransaction
    private let results: SetResults

    init(_ row: EmailRow, _ call: MethodCall, _ transaction: MailTransaction, results: SetResults) {
        self.row = row
        self.call = call
        self.transaction = transaction
        self.results = results
    }

    /// Returns the properties that differ from the request; null for none.
    func apply(_ patch: ObjectPatch) throws -> JSONValue {
        // An immutable property may be given unchanged (RFC 8620 §5.3).
        let same: Set<String> = patch["id"]?.textValue == row.id ? ["id"] : []
        let fixed = patch.properties.subtracting(same.union(["keywords", "mailboxIds"])).sorted()
        guard fixed.isEmpty else { throw SetError.invalidProperties(fixed, "these never change") }
        let account = call.account
        var list = try MailboxList(transaction.db, account: account.id)
        let places = try EmailPlaces(row, in: transaction.db, mailboxes: list)
        let ids = Set(
            try patch.applied(to: places.mailboxIDs, property: "mailboxIds").map { results.id($0, call) })
        let keywords = try KeywordRows.checked(
            patch.applied(to: places.keywords, property: "keywords", ignoringCase: true))
        let before = try transaction.mailboxes(ofMessage: row.rowID)
        // Without `mailboxIds` in the patch the mailboxes stay, even those that JMAP would not have allowed.
        let rows =
            patch.properties.contains("mailboxIds")
            ? try EmailPlacing(account: account, mailboxes: list).rows(of: ids, before: before)
            : before.subtracting(list.keywords.map(\.id))
        try transaction.setDraft(
            keywords.contains(EmailKeyword.draft), isSent: list.isSent(rows), row, account: account)
        let hidden = list.keywords.filter {
            before.contains($0.id) && !EmailKeyword.isValid($0.displayName.lowercased())
        }
        let own = try KeywordRows.rows(of: keywords, in: transaction, account: account, list: &list)
            .union(hidden.map(\.id))
        try transaction.changeMarks(ofThread: row.thread, message: row.rowID, account: account, mailboxes: list) {
            all in
            all.map { marks in
                var marks = marks
                marks.isUnread = !keywords.contains(EmailKeyword.seen)
                marks.isStarred = keywords.contains(EmailKeyword.flagged)
                marks.mailboxes = rows.union(own)
                return marks
            }
        }
        let settled = Set(rows.compactMap { list[$0]?.publicID })
        return settled == ids ? .null : .object([JSONMember("mailboxIds", .flags(settled.sorted()))])
    }
}

/// The keywords that are stored as rows: all but the marks that every message has.
enum KeywordRows {
    /// Returns them in lower case; throws when one is invalid.
    static func checked(_ keywords: Set<String>) throws -> Set<String> {
        guard keywords.allSatisfy(EmailKeyword.isValid) else {
            throw SetError.invalidProperties(
                ["keywords"], "a keyword has at most 255 printable ASCII characters, none of (){]%*\"\\")
        }
        return Set(keywords.map { $0.lowercased() })
    }

    /// Returns the keywords' rows, and creates missing ones.
    static func rows(
        of keywords: Set<String>, in transaction: MailTransaction, account: ServedAccount, list: inout MailboxList
    ) throws -> Set<Int64> {
        let wanted = keywords.subtracting(EmailKeyword.marks)
        let known = Set(list.keywords.map { $0.displayName.lowercased() })
        let missing = wanted.subtracting(known)
        for keyword in missing.sorted() {
            _ = try transaction.createMailbox(role: nil, displayName: keyword, isKeyword: true, account: account)
        }
        if !missing.isEmpty { list = try MailboxList(transaction.db, account: account.id) }
        return Set(list.keywords.filter { wanted.contains($0.displayName.lowercased()) }.map(\.id))
    }
}
