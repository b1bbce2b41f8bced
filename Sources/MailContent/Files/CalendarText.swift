import Foundation

/// Renders a calendar file (RFC 5545, RFC 5546) as text: what, when, where, who. Takes no action on its content.
struct CalendarText {
    private static let maximumEvents = 50
    private static let maximumDays = 50

    private var lines: [StyledText.Line] = []
    private let zone: TimeZone
    private let zones: CalendarZones

    static func read(_ text: String, zone: TimeZone) -> StyledText {
        let all = ContentLine.all(in: text)
        var reader = CalendarText(zone: zone, zones: CalendarZones(all))
        reader.read(all)
        var styled = StyledText()
        styled.lines = reader.lines
        return styled
    }

    private init(zone: TimeZone, zones: CalendarZones) {
        self.zone = zone
        self.zones = zones
    }

    /// Returns the time of an event, on one line.
    static func when(_ event: [ContentLine], zone: TimeZone, zones: CalendarZones) -> String? {
        func first(_ name: String) -> ContentLine? { event.first { $0.name == name } }
        let reader = CalendarText(zone: zone, zones: zones)
        return first("DTSTART").map { CleanText.line(reader.when($0, first("DTEND"), first("DURATION"))) }
    }

    /// Returns the time of an event on its sender's clock, on one line.
    static func there(_ event: [ContentLine], zones: CalendarZones) -> String? {
        func first(_ name: String) -> ContentLine? { event.first { $0.name == name } }
        guard let start = first("DTSTART") else { return nil }
        let reader = CalendarText(zone: .gmt, zones: zones)
        let text = reader.time(start).map { $0.there(until: reader.end(of: $0, first("DTEND"), first("DURATION"))) }
        return CleanText.line(text ?? start.value)
    }

    private mutating func read(_ all: [ContentLine]) {
        let method = all.first { $0.name == "METHOD" }?.value.uppercased()
        var event: [ContentLine]?
        // The depth of components within an event, such as alarms. Other components, such as time zones, are ignored.
        var inner = 0
        var count = 0
        for line in all where count < Self.maximumEvents {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VEVENT"), ("BEGIN", "VTODO"): event = []
            case ("END", "VEVENT"), ("END", "VTODO"):
                if let event { write(event, method) }
                event = nil
                count += 1
            case ("BEGIN", _): inner += event == nil ? 0 : 1
            case ("END", _): inner = max(0, inner - 1)
            default: if inner == 0 { event?.append(line) }
            }
        }
        if lines.isEmpty { add("No event in this calendar file") }
    }

    private mutating func write(_ event: [ContentLine], _ method: String?) {
        func first(_ name: String) -> ContentLine? { event.first { $0.name == name } }
        if !lines.isEmpty { lines.append(StyledText.Line()) }
        let title = first("SUMMARY")?.text ?? "(no title)"
        lines.append(StyledText.Line(runs: [StyledText.Run(text: CleanText.line(title), style: [.heading, .bold])]))
        let isCancelled = method == "CANCEL" || first("STATUS")?.value.uppercased() == "CANCELLED"
        let isOneOfMany = first("RECURRENCE-ID") != nil
        if isCancelled {
            add(isOneOfMany ? "Cancelled: this one of a series, and no other" : "Cancelled", .bold)
        } else if method == "REQUEST", isOneOfMany {
            add("Invitation: this one of a series is changed")
        } else if method == "REQUEST" {
            add("Invitation")
        } else if method == "REPLY" {
            add("Answer to an invitation")
        } else if method == "COUNTER" {
            add("Another time or place is proposed")
        }
        if let start = first("DTSTART") { field("When", when(start, first("DTEND"), first("DURATION"))) }
        if let rule = first("RRULE") {
            let recurrence = RecurrenceText(rule.value, zone: zone)
            let days = recurrence.namesDays ? first("DTSTART").flatMap(time)?.otherDays(zone) : nil
            field("Repeats", recurrence.text + (days ?? ""))
        }
        let without = daysLeftOut(of: event)
        if !without.isEmpty { field("But not", without.joined(separator: ", ")) }
        if let due = first("DUE") { field("Due", moment(due) ?? due.value) }
        if let place = first("LOCATION")?.text { field("Where", place) }
        if let organizer = first("ORGANIZER") { field("From", person(organizer)) }
        let people = event.filter { $0.name == "ATTENDEE" }
        for (index, guest) in people.prefix(100).enumerated() {
            field(index == 0 ? "Who" : "", person(guest) + answer(guest))
        }
        if people.count > 100 { field("", "and \(people.count - 100) more") }
        if let link = first("URL")?.value { field("Page", link) }
        for comment in event.filter({ $0.name == "COMMENT" && !$0.value.isEmpty }).prefix(5) {
            field("Comment", comment.text)
        }
        if let text = first("DESCRIPTION")?.text, !text.isEmpty {
            lines.append(StyledText.Line())
            for line in CleanText.body(text).split(separator: "\n", omittingEmptySubsequences: false) {
                add(String(line))
            }
        }
    }

    private mutating func add(_ text: String, _ style: StyledText.Style = []) {
        lines.append(StyledText.Line(runs: [StyledText.Run(text: text, style: style)]))
    }

    private mutating func field(_ name: String, _ text: String) {
        let text = CleanText.line(text.withoutLineEnds)
        var line = StyledText.Line(runs: [StyledText.Run(text: text)], indent: 10)
        line.marker = name.padding(toLength: 10, withPad: " ", startingAt: 0)
        lines.append(line)
    }

    private func person(_ line: ContentLine) -> String {
        let name = line.parameters["CN"] ?? ""
        return name.isEmpty || name == line.address ? line.address : "\(name) <\(line.address)>"
    }

    private func answer(_ line: ContentLine) -> String {
        switch line.parameters["PARTSTAT"]?.uppercased() {
        case "ACCEPTED": " – comes"
        case "DECLINED": " – does not come"
        case "TENTATIVE": " – maybe"
        case "DELEGATED": " – sends someone else"
        default: line.parameters["ROLE"]?.uppercased() == "OPT-PARTICIPANT" ? " – optional" : ""
        }
    }

    // MARK: Times

    private func time(_ line: ContentLine) -> CalendarTime? {
        CalendarTime(line.value, zone: line.parameters["TZID"], zones: zones)
    }

    /// Returns the first days that a series leaves out (RFC 5545 §3.8.5.1). No more dates are read than may be shown: a file can list
    /// many, and it takes long to find the time of one in a zone that only the file knows.
    private func daysLeftOut(of event: [ContentLine]) -> [String] {
        var dates: [ContentLine] = []
        for line in event where line.name == "EXDATE" && dates.count < Self.maximumDays {
            let left = Self.maximumDays - dates.count
            for value in line.value.split(separator: ",", maxSplits: left).prefix(left) {
                dates.append(ContentLine(line.name, String(value), line.parameters))
            }
        }
        return dates.compactMap { time($0)?.text(in: zone, withTime: false) }
    }

    private func moment(_ line: ContentLine) -> String? { time(line)?.text(in: zone) }

    private func when(_ start: ContentLine, _ end: ContentLine?, _ duration: ContentLine?) -> String {
        guard let first = time(start) else { return start.value }
        var text = first.text(in: zone)
        if let last = self.end(of: first, end, duration) { text += first.ending(last, in: zone) }
        return text + first.besides(zone)
    }

    private func end(of first: CalendarTime, _ end: ContentLine?, _ duration: ContentLine?) -> CalendarTime? {
        end.flatMap(time) ?? duration.flatMap { first.after($0.value) }
    }
}
