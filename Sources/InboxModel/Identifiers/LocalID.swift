/// The id of an object in the local store, independent of its server.
///
/// It is assigned once and never reused, and does not change when a server gives the object another id
/// (a saved draft, a created mailbox). Screens and providers use only these ids.
public struct LocalID<Object>: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    // RawRepresentable's defaults would look up the type of the raw value each time.
    @inlinable public static func == (lhs: LocalID, rhs: LocalID) -> Bool { lhs.rawValue == rhs.rawValue }
    @inlinable public static func < (lhs: LocalID, rhs: LocalID) -> Bool { lhs.rawValue < rhs.rawValue }
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension LocalID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}

public typealias AccountID = LocalID<Account>
public typealias ThreadID = LocalID<MailThread>
public typealias MessageID = LocalID<Message>
public typealias MailboxID = LocalID<Mailbox>
public typealias ContactID = LocalID<Contact>
public typealias ActionID = LocalID<Action>
public typealias FileID = LocalID<MessageFile>
public typealias DraftVersionID = LocalID<DraftVersion>

/// The id that a server assigned to an object: opaque text, unique only within one account.
public struct RemoteID: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    @inlinable public static func == (lhs: RemoteID, rhs: RemoteID) -> Bool { lhs.rawValue == rhs.rawValue }
    @inlinable public static func < (lhs: RemoteID, rhs: RemoteID) -> Bool { lhs.rawValue < rhs.rawValue }
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    public var description: String { rawValue }
}
