import InboxModel

/// With whom a Mailbox is shared (RFC 9670 §4).
struct WireSharing: Decodable, Sendable {
    /// For each principal the names of what is allowed; empty where it is null, nil where the server has no such property.
    var shareWith: [String: Set<String>]?
    /// Nil where it is not told.
    var mayShare: Bool?

    static let properties = ["id", "shareWith", "myRights"]

    private enum CodingKeys: String, CodingKey { case shareWith, myRights }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let rights = try? fields.nestedContainer(keyedBy: AnyKey.self, forKey: .myRights)
        mayShare = rights?.mayShare
        guard fields.contains(.shareWith) else { return }
        let people = try? fields.nestedContainer(keyedBy: AnyKey.self, forKey: .shareWith)
        let all = (people?.allKeys ?? []).map { key in
            let told = try? people?.nestedContainer(keyedBy: AnyKey.self, forKey: key)
            return (key.stringValue, Set(told?.allKeys.filter { told?.flag($0) == true }.map(\.stringValue) ?? []))
        }
        shareWith = Dictionary(all) { first, _ in first }
    }
}

extension KeyedDecodingContainer<AnyKey> {
    /// Of rights: whether others can be let in. Cyrus has a name of its own for it.
    var mayShare: Bool? { flag(AnyKey("mayShare")) ?? flag(AnyKey("mayAdmin")) }
}

/// The names that a server has for what somebody may do in a mailbox: those of RFC 8621 §2 and RFC 9670 §4, or Cyrus's own.
struct ShareWords: Equatable, Sendable {
    /// What each level has besides what those before it have.
    private let names: [ShareLevel: [String]]

    static let standard = ShareWords(names: [
        .read: ["mayReadItems"], .write: ["mayAddItems", "mayRemoveItems", "maySetSeen", "maySetKeywords"],
        .manage: ["mayCreateChild", "mayRename", "mayDelete", "mayShare"],
    ])
    static let cyrus = ShareWords(names: [.read: ["mayRead"], .write: ["mayWrite"], .manage: ["mayAdmin"]])

    /// The highest level of which all is allowed, and whether some beyond it is.
    func share(_ principal: Principal, _ allowed: Set<String>) -> MailboxShare {
        let whole = ShareLevel.allCases.prefix { allowed.isSuperset(of: names[$0] ?? []) }
        let beyond = ShareLevel.allCases.dropFirst(whole.count).flatMap { names[$0] ?? [] }
        return MailboxShare(principal, whole.last, hasMore: !allowed.isDisjoint(with: beyond))
    }

    /// Every right by its name, as it is written.
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
    /// Whether mail can be shared with it: with people and groups, and not with rooms.
    var isSomebody: Bool

    static let properties = ["id", "type", "name", "email"]

    private enum CodingKeys: String, CodingKey { case id, type, name, email }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        principal = Principal(
            id: try fields.required(.id), name: fields.text(.name)?.inOneLine ?? "",
            email: fields.text(.email)?.inOneLine ?? "")
        isSomebody = !["resource", "location"].contains(fields.text(.type))
    }
}
