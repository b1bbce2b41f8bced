import GRDB

/// Email/copy (RFC 8621 §4.7): copies from one account to another, for users who may open both.
enum EmailCopy {
    static func run(_ call: MethodCall) async throws -> MethodOutcome {
        let arguments = call.arguments
        try arguments.allowOnly([
            "accountId", "fromAccountId", "ifFromInState", "ifInState", "create", "onSuccessDestroyOriginal",
            "destroyFromIfInState",
        ])
        let source = try source(call)
        let create = try arguments.objects("create") ?? []
        guard create.count <= call.host.limits.objectsInSet else { throw MethodError.plain("requestTooLarge") }
        let (ifInState, ifFromInState) = (try arguments.text("ifInState"), try arguments.text("ifFromInState"))
        let destroys = try arguments.bool("onSuccessDestroyOriginal") ?? false
        return try await call.database.write { transaction in
            let db = transaction.db
            try SetRequest.check(ifFromInState, StateString.of(.email, source, in: db), call)
            var copied: [String] = []
            var outcome = try transaction.set(.email, ifInState: ifInState, call) { results in
                for member in create {
                    let earlier = results
                    try results.create(member.name) {
                        let id = member.value["id"]?.textValue ?? ""
                        guard let row = try EmailRow.fetch(db, id: id, account: source) else { throw SetError.notFound }
                        let bytes = try EmailBytes.of(row, account: source, in: db)
                        let object = try withMarks(of: row, in: db, source, member.value)
                        let made = try EmailCreation(call, transaction, results: earlier).store(
                            bytes, object, otherwiseReceived: row.date)
                        copied.append(id)
                        return made
                    }
                }
            }.only(["accountId", "oldState", "newState", "created", "notCreated"])
            outcome.arguments = outcome.arguments.adding([JSONMember("fromAccountId", .text(source.publicID))])
            if destroys, !copied.isEmpty {
                outcome.implied = [("Email/set", try destroy(copied, source, call, transaction))]
            }
            return outcome
        }
    }

    private static func source(_ call: MethodCall) throws -> ServedAccount {
        guard let id = try call.arguments.text("fromAccountId"), id != call.account.publicID else {
            throw MethodError.invalidArgument("fromAccountId", "must be the id of another account")
        }
        guard let source = call.host.accounts(for: call.account).first(where: { $0.publicID == id }) else {
            throw MethodError.plain("fromAccountNotFound")
        }
        return source
    }

    /// Adds the original's keywords if the client gives none.
    private static func withMarks(of row: EmailRow, in db: Database, _ source: ServedAccount, _ object: JSONValue)
        throws
        -> JSONValue
    {
        guard object["keywords"] == nil else { return object }
        let places = try EmailPlaces(row, in: db, mailboxes: MailboxList(db, account: source.id))
        return object.adding([JSONMember("keywords", .flags(places.keywords.sorted()))])
    }

    private static func destroy(
        _ ids: [String], _ source: ServedAccount, _ call: MethodCall, _ transaction: MailTransaction
    ) throws -> JSONValue {
        var members = [JSONMember("accountId", .text(source.publicID)), JSONMember("destroy", .texts(ids))]
        if let state = try call.arguments.text("destroyFromIfInState") {
            members.append(JSONMember("ifInState", .text(state)))
        }
        let implied = MethodCall(
            arguments: Arguments(.object(members)), account: source, host: call.host, createdIDs: call.createdIDs)
        do {
            return try EmailSet.apply(SetRequest(implied), implied, transaction).arguments
        } catch let error as MethodError {
            return error.json
        }
    }
}

extension JSONValue {
    /// Returns the object with further members.
    func adding(_ more: [JSONMember]) -> JSONValue {
        .object((members ?? []) + more)
    }
}
