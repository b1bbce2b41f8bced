public import InboxModel

/// What a calendar file says of the invitations that went before it (RFC 5546 §3.2): that there is a newer one, that it was called
/// off, or how somebody answered.
public struct CalendarNotice: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case request, cancel
        /// Nil where the answer is none of the three.
        case reply(Invitation.Reply?)
    }

    public let kind: Kind
    public let uid: String
    /// The one event of a series that it is about (RECURRENCE-ID); nil for the whole.
    public let recurrence: String?
    public let sequence: Int
    /// Nil where the file names none.
    public let organizer: MailAddress?

    /// - Returns: nil for what tells nothing about an event.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Invitation.maximumSize else { return nil }
        let lines = ContentLine.all(in: TextDecoder(bytes, charset: nil).text)
        guard let event = Invitation.events(lines).first,
            let method = lines.first(where: { $0.name == "METHOD" })?.value.uppercased()
        else { return nil }
        func first(_ name: String) -> ContentLine? { event.first { $0.name == name } }
        guard let uid = first("UID")?.value, !uid.isEmpty else { return nil }
        self.uid = uid
        recurrence = first("RECURRENCE-ID")?.value
        sequence = first("SEQUENCE").flatMap { Int($0.value) } ?? 0
        organizer = first("ORGANIZER").flatMap(Invitation.person)
        let isCancelled = first("STATUS")?.value.uppercased() == "CANCELLED"
        switch method {
        case "CANCEL": kind = .cancel
        case "REQUEST": kind = isCancelled ? .cancel : .request
        case "REPLY":
            let status = first("ATTENDEE")?.parameters["PARTSTAT"]?.uppercased()
            kind = .reply(status.flatMap(Invitation.Reply.init))
        default: return nil
        }
    }

    /// Whether it, coming later, calls off what the other invites to. Only who invites can do that.
    public func cancels(_ other: CalendarNotice) -> Bool {
        kind == .cancel && isAbout(other) && sequence >= other.sequence
    }

    /// Whether it takes the place of an invitation that came before it.
    public func replaces(_ other: CalendarNotice) -> Bool {
        kind == .request && isAbout(other) && sequence > other.sequence
    }

    /// The answer to an invitation, or to one that came after it; nil when it is about something else.
    public func answer(to other: CalendarNotice) -> Invitation.Reply? {
        guard case .reply(let reply) = kind, uid == other.uid, recurrence == other.recurrence,
            sequence >= other.sequence
        else { return nil }
        return reply
    }

    /// What the whole series meets, its single events meet too.
    private func isAbout(_ other: CalendarNotice) -> Bool {
        guard uid == other.uid, recurrence == nil || recurrence == other.recurrence,
            let organizer, let inviter = other.organizer
        else { return false }
        return organizer.isSameMailbox(as: inviter)
    }
}
