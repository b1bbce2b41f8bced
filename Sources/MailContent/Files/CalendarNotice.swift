package import InboxModel

/// What a calendar file says about earlier invitations (RFC 5546 §3.2): that there is a newer one, that the event is cancelled, or how
/// someone answered.
package struct CalendarNotice: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case request, cancel
        /// `nil` where the answer is none of the three.
        case reply(Invitation.Reply?)
    }

    package let kind: Kind
    package let uid: String
    /// The single event of a series that it is about (RECURRENCE-ID); `nil` for the whole series.
    package let recurrence: String?
    package let sequence: Int
    /// `nil` where the file names no organizer.
    package let organizer: MailAddress?

    /// - Returns: `nil` when the file says nothing about an event.
    package init?(_ bytes: [UInt8]) {
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

    /// Whether this later notice cancels what the other invites to. Only the organizer can cancel.
    package func cancels(_ other: CalendarNotice) -> Bool {
        kind == .cancel && isAbout(other) && sequence >= other.sequence
    }

    /// Whether this notice replaces an earlier invitation.
    package func replaces(_ other: CalendarNotice) -> Bool {
        kind == .request && isAbout(other) && sequence > other.sequence
    }

    /// Returns the answer to an invitation, or to a later version of it; `nil` when this notice is about something else.
    package func answer(to other: CalendarNotice) -> Invitation.Reply? {
        guard case .reply(let reply) = kind, uid == other.uid, recurrence == other.recurrence,
            sequence >= other.sequence
        else { return nil }
        return reply
    }

    /// Whether this notice is about the event of the other. A notice about a whole series is also about its single events.
    private func isAbout(_ other: CalendarNotice) -> Bool {
        guard uid == other.uid, recurrence == nil || recurrence == other.recurrence,
            let organizer, let inviter = other.organizer
        else { return false }
        return organizer.isSameMailbox(as: inviter)
    }
}
