import Foundation

/// An invented message as text.
struct MailText: Sendable {
    var id: String
    var from = "Cleo <cleo@mill.example>"
    var to = "Ann <ann@example.test>"
    var cc: String?
    var subject = "Mill gears"
    /// Seconds since 1970.
    var date = 1_400_000_000
    var inReplyTo: String?
    var references: [String] = []
    var status: String?
    /// As Gmail writes them into an mbox.
    var gmailLabels: String?
    var body = "The cog is back.\n"
    /// A file's name, which is also its content.
    var file: String?

    init(_ id: String) {
        self.id = id
    }

    init(_ id: String, _ change: (inout MailText) -> Void) {
        self.id = id
        change(&self)
    }

    var raw: String {
        var text = "From: \(from)\nTo: \(to)\n"
        if let cc { text += "Cc: \(cc)\n" }
        text += "Subject: \(subject)\nDate: \(Self.written(date))\nMessage-ID: <\(id)@mill.example>\n"
        if let inReplyTo { text += "In-Reply-To: <\(inReplyTo)@mill.example>\n" }
        if !references.isEmpty {
            text += "References: \(references.map { "<\($0)@mill.example>" }.joined(separator: " "))\n"
        }
        if let status { text += "Status: \(status)\n" }
        if let gmailLabels { text += "X-Gmail-Labels: \(gmailLabels)\n" }
        guard let file else { return text + "\n" + body + (body.hasSuffix("\n") ? "" : "\n") }
        text +=
            "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=cut\n\n--cut\nContent-Type: text/plain\n\n\(body)\n"
        text +=
            "--cut\nContent-Type: application/x-cog\nContent-Disposition: attachment; filename=\"\(file)\"\n\n\(file)\n--cut--\n"
        return text
    }

    var inMbox: String { "From cleo@mill.example Tue May 13 16:53:20 2014\n\(raw)\n" }

    private static func written(_ date: Int) -> String {
        HeaderDate.text(Date(timeIntervalSince1970: TimeInterval(date)))
    }
}

enum HeaderDate {
    /// Formats a date as in a Date header, in UTC.
    static func text(_ date: Date) -> String {
        let style = Date.VerbatimFormatStyle(
            format: """
                \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)
                """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian))
        return date.formatted(style) + " +0000"
    }
}
