public import Foundation

/// The automatic answer of a server while the account's owner is away (RFC 8621 §8).
public struct VacationReply: Hashable, Sendable {
    /// Whether the reply is enabled. The server answers only between `from` and `until`.
    public var isEnabled: Bool
    /// The start; nil for at once.
    public var from: Date?
    /// The end; nil for no end.
    public var until: Date?
    /// Nil lets the server choose a subject.
    public var subject: String?
    /// Plain text; nil if another program wrote only HTML.
    public var text: String?
    /// HTML written by another program. A new text replaces it.
    public var html: String?

    public init(
        isEnabled: Bool = false, from: Date? = nil, until: Date? = nil, subject: String? = nil, text: String? = nil,
        html: String? = nil
    ) {
        self.isEnabled = isEnabled
        self.from = from
        self.until = until
        self.subject = subject
        self.text = text
        self.html = html
    }

    /// Returns the reply enabled or disabled. Enabling it drops dates that have passed.
    public func switched(on isOn: Bool, now: Date) -> VacationReply {
        var reply = self
        reply.isEnabled = isOn
        if isOn, let until, until <= now { (reply.from, reply.until) = (nil, nil) }
        return reply
    }
}

/// The used part of a server's quota (RFC 9425 §4).
public struct MailQuota: Hashable, Sendable {
    /// Bytes or objects (RFC 9425 §3.2).
    public enum Unit: String, Hashable, Sendable { case octets, count }

    /// The server's name for the quota, shown to the user.
    public var name: String
    public var unit: Unit
    /// In `unit`, like `limit`.
    public var used: Int
    public var limit: Int
    /// The use above which the server warns.
    public var warnLimit: Int?

    public init(name: String, unit: Unit, used: Int, limit: Int, warnLimit: Int? = nil) {
        self.name = name
        self.unit = unit
        self.used = used
        self.limit = limit
        self.warnLimit = warnLimit
    }

    /// The fraction in use; 1 when all is used.
    public var part: Double { limit > 0 ? Double(used) / Double(limit) : 1 }
    /// Whether the user should be warned.
    public var isTight: Bool { used >= warnLimit ?? .max || part >= 0.9 }
}
