/// Finds the lines that introduce a quote.
enum QuoteLead {
    private static let longestLine = 300

    /// Returns the lines of "On … wrote:" directly above a quote: a few at most, possibly with an empty line in between.
    static func lines(above start: Int, in lines: [StyledText.Line], notBefore: Int, maximum: Int) -> Range<Int>? {
        var last = start - 1
        if last >= notBefore, lines[last].isEmpty { last -= 1 }
        guard last >= notBefore, isPlain(lines[last]), endsLead(lines[last].text) else { return nil }
        for first in stride(from: last, to: max(notBefore - 1, last - maximum), by: -1) {
            guard isPlain(lines[first]) else { break }
            // Above the last line, a line must name a day; otherwise it is text of its own.
            if beginsLead(lines[first].text), first == last || lines[first].text.contains(where: \.isNumber) {
                return first..<start
            }
        }
        return leadsAlone(lines[last].text) ? last..<start : nil
    }

    /// Returns the lines of "On … wrote:" at the top of a quote, where Apple's programs put them, unless they introduce a nested quote.
    static func lines(atTopOf quote: Range<Int>, in lines: [StyledText.Line], maximum: Int) -> Range<Int>? {
        guard let first = quote.first(where: { !lines[$0].isEmpty }) else { return nil }
        let depth = lines[first].quoteDepth
        for last in first..<min(first + maximum, quote.upperBound) {
            guard isPlain(lines[last], depth: depth) else { return nil }
            guard endsLead(lines[last].text) else { continue }
            let begins = beginsLead(lines[first].text) || last == first && leadsAlone(lines[last].text)
            let next = lines[(last + 1)..<quote.upperBound].first { !$0.isEmpty }
            return begins && next?.quoteDepth == depth ? first..<(last + 1) : nil
        }
        return nil
    }

    /// Whether "-----Original Message-----" begins here, or a block of From, Sent, To and Subject as Outlook writes it below a rule.
    static func beginsForwardedReply(_ lines: [StyledText.Line], at index: Int) -> Bool {
        let text = lines[index].text
        guard text.utf8.count <= longestLine, index > 0 else { return false }
        let trimmed = text.trimmingBlanks()
        if trimmed.hasPrefix("-----"), trimmed.hasSuffix("-----") {
            let inner = trimmed.filter { $0 != "-" }.trimmingBlanks().lowercased()
            return originals.contains(inner)
        }
        guard isHeader(trimmed, fromNames) else { return false }
        let next = lines[(index + 1)...].prefix(5).filter { !$0.isEmpty }.map { $0.text.trimmingBlanks() }
        return next.contains { isHeader($0, sentNames) }
            && next.contains { isHeader($0, subjectNames) || isHeader($0, toNames) }
    }

    /// Whether the message that begins here is the topic of the mail: a forward, or all that the mail says.
    static func isForwarded(_ lines: [StyledText.Line], at index: Int) -> Bool {
        guard let above = lines[..<index].last(where: { !$0.isEmpty && !$0.isRule }) else { return true }
        let words = above.text.prefix(longestLine).lowercased()
        return forwards.contains { words.contains($0) }
    }

    private static let forwards = [
        "forwarded message", "begin forwarded", "fwd:", "weitergeleitete nachricht", "message transféré",
        "message réexpédié", "mensaje reenviado", "mensagem encaminhada", "messaggio inoltrato", "doorgestuurd bericht",
        "vidarebefordrat meddelande", "пересылаемое сообщение", "轉寄", "转发",
    ]

    private static let originals: Set<String> = [
        "original message", "ursprüngliche nachricht", "message d'origine", "mensaje original", "messaggio originale",
        "oorspronkelijk bericht", "original appointment",
    ]
    private static let fromNames = ["From:", "Von:", "De:", "Da:", "Van:", "Från:"]
    private static let sentNames = [
        "Sent:", "Date:", "Gesendet:", "Datum:", "Envoyé :", "Envoyé:", "Enviado:", "Inviato:", "Verzonden:",
        "Skickat:",
    ]
    private static let toNames = ["To:", "An:", "À :", "À:", "Para:", "A:", "Aan:", "Till:"]
    private static let subjectNames = [
        "Subject:", "Betreff:", "Objet :", "Objet:", "Asunto:", "Oggetto:", "Onderwerp:", "Ämne:",
    ]

    private static func isHeader(_ text: String, _ names: [String]) -> Bool {
        names.contains { text.hasPrefix($0) }
    }

    private static func isPlain(_ line: StyledText.Line, depth: Int = 0) -> Bool {
        line.quoteDepth == depth && !line.isRule && line.marker == nil && !line.isEmpty
            && line.runs.reduce(0) { $0 + $1.text.utf8.count } <= longestLine
    }

    private static let verbs = [
        "wrote", "writes", "said", "schrieb", "a écrit", "escribió", "escreveu", "ha scritto", "scrive", "schreef",
        "skrev",
        "napisał", "napisała", "написал", "kirjoitti", "写道", "のメール",
    ]

    private static func endsLead(_ text: String) -> Bool {
        let trimmed = text.trimmingBlanks()
        guard trimmed.hasSuffix(":") || trimmed.hasSuffix("：") else { return false }
        let ending = trimmed.suffix(200).lowercased()
        return verbs.contains { ending.contains($0) }
    }

    private static let beginnings = [
        "On ", "Am ", "Le ", "El ", "Em ", "Il ", "Op ", "Den ", "At ", "In ", "W dniu ", "Dnia ",
    ]

    private static func beginsLead(_ text: String) -> Bool {
        let trimmed = text.trimmingBlanks()
        return beginnings.contains { trimmed.hasPrefix($0) }
    }

    /// Whether a line introduces a quote by itself: "Ann Lee <ann@example.test> writes:" and "Ann Lee wrote:".
    private static func leadsAlone(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        return words.count <= 12
    }
}
