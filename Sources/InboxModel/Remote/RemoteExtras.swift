public import Foundation

/// The answer that a server gives by itself while its owner is away (RFC 8621 §8).
public struct VacationReply: Hashable, Sendable {
    /// Whether it is switched on; between `from` and `until` it answers.
    public var isEnabled: Bool
    /// From when on; nil at once.
    public var from: Date?
    /// Until when; nil until it is switched off.
    public var until: Date?
    /// Nil lets the server make one.
    public var subject: String?
    /// Plain; nil where another program wrote it with formatting alone.
    public var text: String?
    /// What another program wrote with formatting; a new text takes its place.
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

    /// The same, on or off. Dates that are over are no longer meant when it is switched on again.
    public func switched(on isOn: Bool, now: Date) -> VacationReply {
        var reply = self
        reply.isEnabled = isOn
        if isOn, let until, until <= now { (reply.from, reply.until) = (nil, nil) }
        return reply
    }
}

/// How much of what a server gives is used (RFC 9425 §4).
public struct MailQuota: Hashable, Sendable {
    /// Bytes, or objects (RFC 9425 §3.2).
    public enum Unit: String, Hashable, Sendable { case octets, count }

    /// As the server calls it, for the user.
    public var name: String
    public var unit: Unit
    /// In `unit`, as `limit` is.
    public var used: Int
    public var limit: Int
    /// From which use on the server warns.
    public var warnLimit: Int?

    public init(name: String, unit: Unit, used: Int, limit: Int, warnLimit: Int? = nil) {
        self.name = name
        self.unit = unit
        self.used = used
        self.limit = limit
        self.warnLimit = warnLimit
    }

    /// The part that is used; 1 when all is.
    public var part: Double { limit > 0 ? Double(used) / Double(limit) : 1 }
    /// Whether the user should hear of it.
    public var isTight: Bool { used >= warnLimit ?? .max || part >= 0.9 }
}
