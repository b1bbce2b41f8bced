import InboxModel

/// The answer of a `/get` (RFC 8620 §5.1). Unreadable objects are left out and noted.
struct WireGet<Object: Decodable & Sendable>: Decodable, Sendable {
    var state: String
    var list: [Object]
    var skipped: [UInt64]
    var notFound: [String]

    private enum CodingKeys: String, CodingKey { case state, list, notFound }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        state = fields.text(.state) ?? ""
        let objects = try fields.decode(ReadableList<Object>.self, forKey: .list)
        list = objects.elements
        skipped = objects.skipped
        notFound = fields.list(.notFound, of: String.self)
    }
}

/// The answer of a `/changes` (RFC 8620 §5.2).
struct WireChanges: Decodable, Sendable {
    var newState: String
    var hasMoreChanges: Bool
    var created: [String]
    var updated: [String]
    var destroyed: [String]
    /// Of Mailbox/changes only: nil if any property may have changed (RFC 8621 §2.2).
    var updatedProperties: [String]?

    /// Whether the server has gone back in time, because it was restored from a backup. Cyrus counts its states, and reports that
    /// nothing changed since one that is still to come.
    func leads(backFrom state: String) -> Bool {
        guard let before = UInt64(state), let after = UInt64(newState), after < before else { return false }
        return created.isEmpty && updated.isEmpty && destroyed.isEmpty && !hasMoreChanges
    }

    private enum CodingKeys: String, CodingKey {
        case newState, hasMoreChanges, created, updated, destroyed, updatedProperties
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        newState = try fields.required(.newState)
        hasMoreChanges = fields.flag(.hasMoreChanges) ?? false
        created = fields.list(.created, of: String.self)
        updated = fields.list(.updated, of: String.self)
        destroyed = fields.list(.destroyed, of: String.self)
        updatedProperties = fields.value(.updatedProperties, as: [String].self)
    }
}

/// The answer of a `/query` (RFC 8620 §5.5).
struct WireQuery: Decodable, Sendable {
    var ids: [String]
    var position: Int?
    var total: Int?
    /// The maximum number of ids that the server returns, if that is less than requested.
    var limit: Int?
    /// Nil if the server cannot calculate changes of the list.
    var state: String?

    private enum CodingKeys: String, CodingKey { case ids, position, total, limit, queryState, canCalculateChanges }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        ids = try fields.decode(ReadableList<String>.self, forKey: .ids).elements
        position = fields.whole(.position)
        total = fields.whole(.total)
        limit = fields.whole(.limit)
        state = fields.flag(.canCalculateChanges) == true ? fields.text(.queryState) : nil
    }
}

/// The answer of a `/set` (RFC 8620 §5.3). Each object has its own result.
struct WireSet: Decodable, Sendable {
    struct Created: Decodable, Sendable {
        var id: String
        var undoStatus: String?
        var sendAt: String?

        private enum CodingKeys: String, CodingKey { case id, undoStatus, sendAt }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.members(CodingKeys.self)
            id = try fields.required(.id)
            undoStatus = fields.text(.undoStatus)
            sendAt = fields.text(.sendAt)
        }
    }

    var created: [String: Created]
    var updated: Set<String>
    var destroyed: Set<String>
    var notCreated: [String: MethodError]
    var notUpdated: [String: MethodError]
    var notDestroyed: [String: MethodError]

    /// Returns the created object, or why there is none. Throws if the answer says neither: the caller must look.
    func created(_ key: String, call: String) throws(RemoteError) -> Result<Created, MethodError> {
        if let made = created[key] { return .success(made) }
        if let error = notCreated[key] { return .failure(error) }
        throw RemoteError(.unreadableAnswer(detail: "\(call): no answer about what was to be created"), call: call)
    }

    /// Returns why an object was not destroyed; nil if it is gone. If the answer says neither, the caller asks again.
    func refusal(toDestroy id: String, call: String) -> RemoteError? {
        if let error = notDestroyed[id] { return error.type == "notFound" ? nil : error.objectError(call: call) }
        if destroyed.contains(id) { return nil }
        return RemoteError(.unreadableAnswer(detail: "\(call): no answer about what was to be deleted"), call: call)
    }

    /// Returns why an object was not updated; nil if it was.
    func refusal(toUpdate id: String, call: String) -> RemoteError? {
        if let error = notUpdated[id] { return error.objectError(call: call) }
        if updated.contains(id) { return nil }
        return RemoteError(.unreadableAnswer(detail: "\(call): no answer about what was to be changed"), call: call)
    }

    private enum CodingKeys: String, CodingKey {
        case created, updated, destroyed, notCreated, notUpdated, notDestroyed
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        created = fields.objects(.created).compactMapValues { $0 }
        let told = try? fields.members(AnyKey.self, of: .updated)
        updated = Set(told?.allKeys.map(\.stringValue) ?? [])
        destroyed = Set(fields.list(.destroyed, of: String.self))
        notCreated = fields.errors(.notCreated)
        notUpdated = fields.errors(.notUpdated)
        notDestroyed = fields.errors(.notDestroyed)
    }
}

extension JSONMembers {
    /// Returns an object whose keys are data, with nil for each unreadable value.
    fileprivate func objects<Value: Decodable>(_ key: Key) -> [String: Value?] {
        guard let inside = try? members(AnyKey.self, of: key) else { return [:] }
        return Dictionary(
            inside.allKeys.map { ($0.stringValue, inside.value($0, as: Value.self)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// An unreadable error is still an error.
    fileprivate func errors(_ key: Key) -> [String: MethodError] {
        objects(key).mapValues { $0 ?? MethodError(type: "unreadable") }
    }
}
