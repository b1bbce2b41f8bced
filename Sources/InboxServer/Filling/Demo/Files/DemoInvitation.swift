/// An event in iCalendar format (RFC 5545 §3.6.1). Its dates are tokens (`DemoProse`), because they depend on the mail's
/// date.
enum DemoInvitation {
    /// `clock` is in UTC, such as `0714`; the event is `daysAhead` days after the mail.
    static func text(
        _ uid: String, _ title: String, place: String, organiser: String, daysAhead: Int, clock: String, minutes: Int
    ) -> String {
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Invented//Calendar 2.1//EN
        METHOD:REQUEST
        BEGIN:VEVENT
        UID:\(uid)@calendar.example
        DTSTAMP:{{stamp+0}}T000000Z
        DTSTART:{{stamp+\(daysAhead)}}T\(clock)00Z
        DURATION:PT\(minutes)M
        SUMMARY:\(title.replacing(",", with: "\\,"))
        LOCATION:\(place.replacing(",", with: "\\,"))
        ORGANIZER:mailto:\(organiser)
        STATUS:CONFIRMED
        SEQUENCE:0
        END:VEVENT
        END:VCALENDAR
        """
    }
}
