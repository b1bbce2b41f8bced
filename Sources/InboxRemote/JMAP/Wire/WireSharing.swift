import InboxModel

/// With whom a Mailbox is shared (RFC 9670 §4).
struct WireSharing: Decodable, Sendable {
    /// The names of the granted rights for each principal. Empty if the property is null, nil if the server does not have it.
    var shareWith: [String: Set<String>]?
    /// Nil if the server does not say.
    var mayShare: Bool?

    static let properties = ["id", "shareWith", "myRights"]

    private enum CodingKeys: String, CodingKey { case shareWith, myRights }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        let rights = try? fields.members(AnyKey.self, of: .myRights)
        mayShare = rights?.mayShare
        guard fields.contains(.shareWith) else { return }
        let people = try? fields.members(AnyKey.self, of: .shareWith)
        let all = (people?.allKeys ?? []).map { key in
            (key.stringValue, Set((try? people?.members(AnyKey.self, of: key))?.flags ?? []))
        }
        shareWith = Dictionary(all) { first, _ in first }
    }
}

extension JSONMembers<AnyKey> {
    /// Whether rights include sharing with others. Cyrus has its own name for it.
    var mayShare: Bool? { flag(AnyKey("mayShare")) ?? flag(AnyKey("mayAdmin")) }
}

/// A server's names of the rights in a mailbox: those of RFC 8621 §2 and RFC 9670 §4, or those of Cyrus.
struct ShareWords: Equatable, Sendable {
    /// The rights that each level adds to the levels before it.
    private let names: [ShareLevel: [String]]

    static let standard = ShareWords(names: [
        .read: ["mayReadItems"], .write: ["mayAddItems", "mayRemoveItems", "maySetSeen", "maySetKeywords"],
        .manage: ["mayCreateChild", "mayRename", "mayDelete", "mayShare"],
    ])
    static let cyrus = ShareWords(names: [.read: ["mayRead"], .write: ["mayWrite"], .manage: ["mayAdmin"]])

    /// Returns the highest fully granted level, and whether rights beyond it are granted.
    func share(_ principal: Principal, _ allowed: Set<String>) -> MailboxShare {
        let whole = ShareLevel.allCases.prefix { allowed.isSuperset(of: names[$0] ?? []) }
        let beyond = ShareLevel.allCases.dropFirst(whole.count).flatMap { names[$0] ?? [] }
        return MailboxShare(principal, whole.last, hasMore: !allowed.isDisjoint(with: beyond))
    }

    /// Returns every right by name, each true or false.
    func rights(_ level: ShareLevel) -> JSON {
        let allowed = ShareLevel.allCases.prefix { $0 != level } + [level]
        let all = ShareLevel.allCases.flatMap { each in
            (names[each] ?? []).map { ($0, JSON.bool(allowed.contains(each))) }
        }
        return .object(Dictionary(all) { first, _ in first })
    }
}

/// RFC 9670 §2
struct WirePrincipal: Decodable, Sendable {
    var principal: Principal
    /// Whether mail can be shared with it: true for people and groups, false for rooms.
    var isSomebody: Bool

    static let properties = ["id", "type", "name", "email"]

    private enum CodingKeys: String, CodingKey { case id, type, name, email }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        principal = Principal(
            id: try fields.required(.id), name: fields.text(.name)?.inOneLine ?? "",
            email: fields.text(.email)?.inOneLine ?? "")
        isSomebody = !["resource", "location"].contains(fields.text(.type))
    }
}
