import GRDB

/// Mailbox/changes (RFC 8621 §2.2).
///
/// The log names a changed message, but not the mailboxes that it left, so the counts of all mailboxes may have changed. They
/// are reported in row order, in as many steps as the client's limit requires; the state between two steps says how far the
/// client has come.
struct MailboxChanges {
    /// A client's progress from one position of the change log to another.
    private struct Step {
        /// The row of the last mailbox that was reported.
        var row: Int64
        let end: Int64

        var suffix: String { ".\(row).\(end)" }

        /// - Parameter state: a state with or without a step at its end.
        static func split(_ state: String) -> (state: String, step: Step?) {
            let parts = state.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let row = Int64(parts[1]), let end = Int64(parts[2]) else { return (state, nil) }
            return (String(parts[0]), Step(row: row, end: end))
        }
    }

    static func run(_ call: MethodCall) async throws -> MethodOutcome {
        let request = try ChangesRequest(call)
        return try await call.database.read { db in try MailboxChanges(request, call, db).outcome }
    }

    let outcome: MethodOutcome

    private init(_ request: ChangesRequest, _ call: MethodCall, _ db: Database) throws {
        let (since, step) = Step.split(request.sinceState)
        let start = try request.start(call, db, state: since)
        let end = try step?.end ?? request.end(.mailbox, after: start, call, db)
        let own = try ChangedIDs(
            db, type: .mailbox, after: start, upTo: end, limit: nil, account: call.account
        ) { entry in
            call.account.mailboxObject == entry.object ? entry.publicID : nil
        }
        let isFirst = step == nil
        let ownCount = isFirst ? own.created.count + own.destroyed.count : 0
        // All creations and deletions come in the first step: the log cannot be split between them.
        if let wanted = request.wanted, ownCount > wanted { throw MethodError.plain("cannotCalculateChanges") }
        let created = Set(own.created)
        let left = try MailboxList(db, account: call.account.id).all.filter {
            start < end && $0.id > step?.row ?? 0 && !created.contains($0.publicID)
        }
        let told = left.prefix(request.limit.map { max($0 - ownCount, 0) } ?? left.count)
        let hasMore = told.count < left.count
        let next = Step(row: told.last?.id ?? step?.row ?? 0, end: end)
        outcome = request.outcome(
            call, created: isFirst ? own.created : [], updated: told.map(\.publicID),
            destroyed: isFirst ? own.destroyed : [],
            newState: hasMore ? since + next.suffix : StateString.text(end, call.account), hasMore: hasMore,
            more: [JSONMember("updatedProperties", own.all.isEmpty ? .texts(MailboxObjects.counted) : .null)])
    }
}
