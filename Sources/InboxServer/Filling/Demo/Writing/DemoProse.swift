/// Turns the texts of this folder into the text of a mail.
///
/// Source lines are wider than mail lines: a source line of `softWidth` columns or more continues on the next line, and the
/// joined text is wrapped again. Shorter lines stay unchanged, so lists, poems, diffs and signatures keep their shape.
enum DemoProse {
    private static let softWidth = 88
    private static let mailWidth = 74

    /// Fills in the owner's first name and dates: `{{me}}`, `{{day+3}}` (a weekday), `{{date+12}}` (day and month).
    static func filledIn(_ text: String, at time: DemoTime, firstName: String) -> String {
        let parts = text.split(separator: "{{", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return text }
        var result = String(parts[0])
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: "}") else {
                result += "{{" + part
                continue
            }
            result += value(of: part[..<end], at: time, firstName: firstName)
            result += part[end...].dropFirst(2)
        }
        return result
    }

    /// Returns the text, wrapped as described above.
    static func wrapped(_ text: String) -> String {
        var lines: [String] = []
        var paragraph = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let goesOn = line.utf8.count >= softWidth && isProse(line)
            if paragraph.isEmpty && !goesOn {
                lines.append(String(line))
                continue
            }
            paragraph += paragraph.isEmpty ? String(line) : " " + line
            if !goesOn {
                wrap(paragraph, into: &lines)
                paragraph = ""
            }
        }
        if !paragraph.isEmpty { wrap(paragraph, into: &lines) }
        return lines.joined(separator: "\n")
    }

    /// Returns the text behind `> `, as a reply quotes it; drops lines that are already quoted twice.
    static func quoted(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "-- " { break }
            if line.hasPrefix("> >") { continue }
            if line.isEmpty {
                lines.append(">")
            } else {
                lines.append((line.hasPrefix(">") ? ">" : "> ") + line)
            }
        }
        while lines.last == ">" { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    private static func value(of token: Substring, at time: DemoTime, firstName: String) -> String {
        if token == "me" { return firstName }
        let pieces = token.split(separator: "+")
        let days = pieces.count == 2 ? Int(pieces[1]) ?? 0 : 0
        let day = time.adding(days: days)
        switch pieces.first {
        case "day": return day.weekday
        case "date": return day.dayAndMonth
        case "month": return day.monthName
        case "year": return "\(day.date.year)"
        case "stamp": return String(day.calendarStamp.prefix(8))
        default: return String(token)
        }
    }

    /// Whether a line may be wrapped; not quotes, indented lines and text without blanks between words (Chinese).
    private static func isProse(_ line: Substring) -> Bool {
        guard let first = line.utf8.first, first != UInt8(ascii: ">"), first != UInt8(ascii: " ") else { return false }
        return line.utf8.prefix(40).contains(UInt8(ascii: " "))
    }

    private static func wrap(_ paragraph: String, into lines: inout [String]) {
        var line = ""
        var width = 0
        for word in paragraph.split(separator: " ") {
            let length = word.unicodeScalars.count
            if width > 0 && width + 1 + length > mailWidth {
                lines.append(line)
                line = ""
                width = 0
            }
            if width > 0 {
                line += " "
                width += 1
            }
            line += word
            width += length
        }
        if !line.isEmpty { lines.append(line) }
    }
}
