/// The arguments common to all /set methods (RFC 8620 §5.3).
struct SetRequest: Sendable {
    let create: [JSONMember]
    let update: [JSONMember]
    let destroy: [String]
    let ifInState: String?

    init(_ call: MethodCall, more: Set<String> = []) throws {
        try call.arguments.allowOnly(more.union(["accountId", "ifInState", "create", "update", "destroy"]))
        create = try call.arguments.objects("create") ?? []
        update = try call.arguments.objects("update") ?? []
        destroy = try call.arguments.texts("destroy") ?? []
        ifInState = try call.arguments.text("ifInState")
        guard create.count + update.count + destroy.count <= call.host.limits.objectsInSet else {
            throw MethodError.plain("requestTooLarge")
        }
    }

    /// Refuses the call when the state differs from the one that the client expects.
    func check(_ state: String, _ call: MethodCall) throws {
        try Self.check(ifInState, state, call)
    }

    static func check(_ ifInState: String?, _ state: String, _ call: MethodCall) throws {
        guard let ifInState, ifInState != state, !call.host.oddities.shows(.ignoresIfInState) else { return }
        throw MethodError.plain("stateMismatch")
    }
}

extension MailTransaction {
    /// Changes objects of a type, and returns the answer of the /set, or of a method like it.
    /// - Parameter ifInState: the state that the client expects; nil for any.
    func set(
        _ type: JMAPType, ifInState: String?, _ call: MethodCall, _ change: (inout SetResults) throws -> Void
    ) throws -> MethodOutcome {
        let oldState = try StateString.of(type, call.account, in: db)
        try SetRequest.check(ifInState, oldState, call)
        var results = SetResults(refusesFirst: call.host.oddities.shows(.partialSets))
        try change(&results)
        try writeChanges()
        let newState = try StateString.of(type, call.account, in: db)
        return results.outcome(call, oldState: oldState, newState: newState)
    }
}

/// The results for the objects of a /set.
struct SetResults: Sendable {
    private(set) var created: [JSONMember] = []
    private(set) var notCreated: [JSONMember] = []
    private(set) var updated: [JSONMember] = []
    private(set) var notUpdated: [JSONMember] = []
    private(set) var destroyed: [String] = []
    private(set) var notDestroyed: [JSONMember] = []
    /// The ids by the client's creation ids.
    private(set) var createdIDs: [String: String] = [:]
    private let refusesFirst: Bool
    private var hasRefused = false

    /// - Parameter refusesFirst: whether to refuse the first object without a reason, as an odd server does.
    init(refusesFirst: Bool) {
        self.refusesFirst = refusesFirst
    }

    /// Returns the id, or the id of the object created as `#name` in this call or before.
    func id(_ text: String, _ call: MethodCall) -> String {
        guard text.hasPrefix("#") else { return text }
        return createdIDs[String(text.dropFirst())] ?? call.id(text) ?? text
    }

    /// - Parameter body: returns the new object's id, and the properties that the client did not give.
    mutating func create(_ name: String, _ body: () throws -> (id: String, members: [JSONMember])) throws {
        do {
            try refuseOddly()
            let (id, members) = try body()
            createdIDs[name] = id
            created.append(JSONMember(name, .object([JSONMember("id", .text(id))] + members)))
        } catch let error as SetError {
            notCreated.append(JSONMember(name, error.json))
        }
    }

    /// - Parameter body: returns what changed besides the request; null for nothing.
    mutating func update(_ id: String, _ body: () throws -> JSONValue) throws {
        do {
            try refuseOddly()
            updated.append(JSONMember(id, try body()))
        } catch let error as SetError {
            notUpdated.append(JSONMember(id, error.json))
        }
    }

    mutating func destroy(_ id: String, _ body: () throws -> Void) throws {
        do {
            try refuseOddly()
            try body()
            destroyed.append(id)
        } catch let error as SetError {
            notDestroyed.append(JSONMember(id, error.json))
        }
    }

    /// Takes over all results of an earlier step.
    mutating func take(_ others: SetResults) {
        (created, notCreated, createdIDs) = (others.created, others.notCreated, others.createdIDs)
        (updated, notUpdated) = (others.updated, others.notUpdated)
        (destroyed, notDestroyed) = (others.destroyed, others.notDestroyed)
    }

    /// Adds the properties of a created object that the client did not give.
    mutating func describe(_ name: String, _ members: [JSONMember]) {
        guard let index = created.firstIndex(where: { $0.name == name }) else { return }
        created[index] = JSONMember(name, .object((created[index].value.members ?? []) + members))
    }

    /// Turns the creation of an object into a refusal.
    mutating func refuse(_ name: String, _ error: SetError) {
        created.removeAll { $0.name == name }
        createdIDs[name] = nil
        notCreated.append(JSONMember(name, error.json))
    }

    private mutating func refuseOddly() throws {
        guard refusesFirst, !hasRefused else { return }
        hasRefused = true
        throw SetError.plain("rateLimit", "one of each call is refused, as this server was told to")
    }

    func outcome(_ call: MethodCall, oldState: String, newState: String) -> MethodOutcome {
        func map(_ members: [JSONMember]) -> JSONValue { members.isEmpty ? .null : .object(members) }
        var outcome = MethodOutcome([
            JSONMember("accountId", .text(call.account.publicID)),
            JSONMember("created", map(created)),
            JSONMember("destroyed", destroyed.isEmpty ? .null : .texts(destroyed)),
            JSONMember("newState", .text(newState)),
            JSONMember("notCreated", map(notCreated)),
            JSONMember("notDestroyed", map(notDestroyed)),
            JSONMember("notUpdated", map(notUpdated)),
            JSONMember("oldState", call.host.oddities.shows(.hidesOldState) ? .null : .text(oldState)),
            JSONMember("updated", map(updated)),
        ])
        outcome.createdIDs = createdIDs
        return outcome
    }
}
