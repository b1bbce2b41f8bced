public import Foundation
public import InboxModel

/// An invitation that can be answered (RFC 5546 §3.2.2): a request that names an organizer.
public struct Invitation: Hashable, Sendable {
    public enum Reply: String, Hashable, Sendable, CaseIterable {
        case accept = "ACCEPTED"
        case tentative = "TENTATIVE"
        case decline = "DECLINED"
    }

    /// The recipient of the answer.
    public let organizer: MailAddress
    /// The invited people.
    public let guests: [MailAddress]
    /// May be empty.
    public let title: String
    private let text: String

    private static let maximumEvents = 50
    static let maximumSize = 1 << 20

    /// Whether a file is a calendar, by its type, or by its name where the type says nothing.
    public static func isCalendar(type: String, name: String) -> Bool {
        let type = type.prefix { $0 != ";" }.lowercased()
        let kind = type.isEmpty || type == "application/octet-stream" ? FileType.named(name) : type
        return ["text/calendar", "application/ics"].contains(kind)
    }

    /// - Returns: `nil` when the file requests no answer, or names no organizer.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumSize else { return nil }
        text = TextDecoder(bytes, charset: nil).text.withLineFeeds()
        let lines = ContentLine.all(in: text)
        guard let method = lines.first(where: { $0.name == "METHOD" }), method.value.uppercased() == "REQUEST",
            let event = Self.events(lines).first, let line = event.first(where: { $0.name == "ORGANIZER" }),
            let organizer = Self.person(line), event.contains(where: { $0.name == "UID" && !$0.value.isEmpty }),
            event.first(where: { $0.name == "STATUS" })?.value.uppercased() != "CANCELLED"
        else { return nil }
        self.organizer = organizer
        guests = event.filter { $0.name == "ATTENDEE" }.compactMap(Self.person)
        title = CleanText.line(event.first { $0.name == "SUMMARY" }?.text ?? "")
    }

    /// Returns the time of the event in the reader's zone, with the sender's time beside it where that differs.
    public func when(zone: TimeZone) -> String {
        let lines = ContentLine.all(in: text)
        return Self.events(lines).first.flatMap { CalendarText.when($0, zone: zone, zones: CalendarZones(lines)) } ?? ""
    }

    /// The time of the event in the zone that the file names, with that name. It tells nothing of where the reader is.
    public var whenThere: String {
        let lines = ContentLine.all(in: text)
        return Self.events(lines).first.flatMap { CalendarText.there($0, zones: CalendarZones(lines)) } ?? ""
    }

    /// Returns the answer as a calendar file (RFC 5546 §3.2.3). UID, SEQUENCE and RECURRENCE-ID identify what it answers.
    /// - Parameters:
    ///   - guest: the person who answers, with the invited address.
    ///   - comment: empty for none.
    public func answer(_ reply: Reply, as guest: MailAddress, comment: String = "", at date: Date) -> [UInt8] {
        let lines = ContentLine.all(in: text)
        let kept = Self.events(lines).map { event in
            var event = event.filter { Self.kept.contains($0.name) }
            event.append(ContentLine("DTSTAMP", Self.stamp(date)))
            let name = guest.name.isEmpty ? [:] : ["CN": guest.name.filter { $0 != "\"" }]
            event.append(
                ContentLine("ATTENDEE", "mailto:" + guest.email, name.merging(["PARTSTAT": reply.rawValue]) { $1 }))
            if !comment.isEmpty { event.append(ContentLine("COMMENT", ContentLine.escaped(comment))) }
            return event
        }
        let zones = Set(kept.joined().compactMap { $0.parameters["TZID"] })
        var all = [
            ContentLine("BEGIN", "VCALENDAR"), ContentLine("VERSION", "2.0"), ContentLine("PRODID", "-//Maraca//EN"),
            ContentLine("METHOD", "REPLY"),
        ]
        all += Self.definitions(of: zones, lines)
        for event in kept { all += [ContentLine("BEGIN", "VEVENT")] + event + [ContentLine("END", "VEVENT")] }
        all.append(ContentLine("END", "VCALENDAR"))
        return Array(all.map(\.written).joined().utf8)
    }

    private static let kept: Set<String> = [
        "UID", "SEQUENCE", "RECURRENCE-ID", "ORGANIZER", "SUMMARY", "DTSTART", "DTEND", "DURATION",
    ]

    /// Returns the lines of each event with the UID of the first event, without those of alarms.
    static func events(_ lines: [ContentLine]) -> [[ContentLine]] {
        var events: [[ContentLine]] = []
        var event: [ContentLine]?
        var inner = 0
        for line in lines where events.count < maximumEvents {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VEVENT"): event = []
            case ("END", "VEVENT"):
                if let event { events.append(event) }
                (event, inner) = (nil, 0)
            case ("BEGIN", _): inner += event == nil ? 0 : 1
            case ("END", _): inner = max(0, inner - 1)
            default: if inner == 0 { event?.append(line) }
            }
        }
        func uid(_ event: [ContentLine]) -> String? { event.first { $0.name == "UID" }?.value }
        return events.filter { uid($0) == uid(events[0]) }
    }

    /// Returns the file's own definitions of these time zones, unchanged.
    private static func definitions(of zones: Set<String>, _ lines: [ContentLine]) -> [ContentLine] {
        var found: [ContentLine] = []
        var open: [ContentLine]?
        for line in lines {
            if line.name == "BEGIN", line.value.uppercased() == "VTIMEZONE" { open = [] }
            open?.append(line)
            guard line.name == "END", line.value.uppercased() == "VTIMEZONE" else { continue }
            if let name = open?.first(where: { $0.name == "TZID" })?.text, zones.contains(name) { found += open ?? [] }
            open = nil
        }
        return found
    }

    /// Returns the person that a line names; `nil` for anything but a single mail address.
    static func person(_ line: ContentLine) -> MailAddress? {
        guard line.value.lowercased().hasPrefix("mailto:") else { return nil }
        let email = line.address.trimmingBlanks()
        let (found, rest) = AddressList.parse(email)
        guard rest.isEmpty, found.count == 1, found[0].email == email, !email.contains("?") else { return nil }
        return MailAddress(name: CleanText.line(line.parameters["CN"] ?? ""), email: email)
    }

    /// Returns `20261203T130000Z`.
    private static func stamp(_ date: Date) -> String {
        let text: String = date.formatted(.iso8601)
        return text.replacing("-", with: "").replacing(":", with: "")
    }
}
