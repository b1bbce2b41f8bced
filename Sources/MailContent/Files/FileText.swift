public import Foundation
import InboxModel

/// Renders files as text, as far as a terminal can show them.
public enum FileText {
    private static let maximumSize = 8 << 20

    /// Whether a file of this type is a mail itself.
    public static func isMail(_ type: String) -> Bool {
        ["message/rfc822", "message/global"].contains(bare(type))
    }

    /// Whether a file of this type reports what became of a sent message.
    public static func isReport(_ type: String) -> Bool {
        ["message/delivery-status", "message/global-delivery-status", "message/disposition-notification"]
            .contains(bare(type))
    }

    /// Whether a file of this type is the output of S/MIME: signed, encrypted, or both.
    public static func isSealed(_ type: String) -> Bool {
        ["application/pkcs7-mime", "application/x-pkcs7-mime"].contains(bare(type))
    }

    /// Renders a text, a patch, an invitation, a card or a mail as text; returns `nil` for files that need another program.
    /// - Parameters:
    ///   - type: the type that the sender declares.
    ///   - charset: the charset of a text, where the sender declares it; otherwise it is guessed.
    ///   - zone: the zone in which times are shown.
    public static func read(
        _ bytes: [UInt8], type: String, name: String, charset: String? = nil, zone: TimeZone = .current
    ) -> StyledText? {
        let kind = kind(type, name)
        let part = Array(bytes.prefix(maximumSize))
        func text(_ bytes: [UInt8]) -> String { TextDecoder(bytes, charset: charset).text.withLineFeeds() }
        switch kind {
        case "text/calendar", "application/ics": return CalendarText.read(text(part), zone: zone)
        case _ where cards.contains(kind): return CardText.read(text(part))
        case _ where isMail(kind): return mail(bytes, zone)
        case _ where isSealed(kind): return SignedContent.part(in: bytes).map(signed)
        case "text/html", "application/xhtml+xml": return StyledText(html: text(part))
        case _ where isReport(kind):
            let letters = text(part)
            return ReportText.read(letters) ?? StyledText(plain: letters)
        case "text/rfc822-headers", "message/feedback-report", "application/json", "application/xml",
            "application/pgp-signature",
            "application/pgp-keys", "application/x-patch", "application/x-sh":
            return StyledText(plain: text(part))
        // The source text of a page description is not readable.
        case "application/pdf", "application/postscript": return nil
        default:
            guard !part.starts(with: Array("%PDF-".utf8)), kind.hasPrefix("text/") || !part.contains(0) && isText(part)
            else { return nil }
            return StyledText(plain: text(part))
        }
    }

    private static let cards: Set = ["text/vcard", "text/x-vcard", "text/directory"]

    /// Whether a file holds address cards.
    public static func isCard(_ type: String, name: String) -> Bool { cards.contains(kind(type, name)) }

    /// Returns the type of a file, taken from its name where the sender declares none.
    private static func kind(_ type: String, _ name: String) -> String {
        let type = bare(type)
        return type.isEmpty || type == "application/octet-stream" ? FileType.named(name) : type
    }

    /// Returns a type without its parameters, which some senders include.
    private static func bare(_ type: String) -> String { type.prefix { $0 != ";" }.lowercased().trimmingBlanks() }

    /// Whether a file of unknown type is text: all of it decodes as UTF-8, and it holds no controls but blanks.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty, String(validating: bytes, as: UTF8.self) != nil else { return false }
        return !bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) || $0 == 0x7F }
    }

    private static let file = "File"

    private static func marker(_ name: String) -> String {
        name + String(repeating: " ", count: max(1, 9 - name.count))
    }

    /// Returns the range of lines that name the files of an attached mail, in order, one line each.
    public static func fileLines(of text: StyledText) -> Range<Int> {
        let lines = text.lines
        let first = lines.firstIndex { $0.marker == marker(file) } ?? lines.endIndex
        return first..<(lines[first...].firstIndex { $0.marker != marker(file) } ?? lines.endIndex)
    }

    /// Renders an attached mail: sender, recipients, date, subject, text and files. Its own attachments stay closed until they are opened
    /// (P-5).
    private static func mail(_ bytes: [UInt8], _ zone: TimeZone) -> StyledText {
        let message = ParsedMessage.parse(bytes)
        var text = BodyChoice.preferred(message.body)
        var head: [StyledText.Line] = []
        func field(_ name: String, _ value: String) {
            guard !value.isEmpty else { return }
            var line = StyledText.Line(runs: [StyledText.Run(text: CleanText.line(value))], indent: 9)
            line.marker = marker(name)
            head.append(line)
        }
        func people(_ addresses: [MailAddress]) -> String {
            let shown = addresses.map { MailAddress(name: $0.name, email: EmailAddress.shown($0.email)) }
            return shown.map(AddressList.text).joined(separator: ", ")
        }
        field("From", people(message.from))
        for note in message.from.first.map({ SenderCheck.notes(on: $0) }) ?? [] { field("Careful", note) }
        field("To", people(message.to))
        field("Cc", people(message.cc))
        let date = message.date.map { CalendarTime($0).text(in: zone) }
        field("Date", date ?? message.headers.first { $0.name.lowercased() == "date" }?.value ?? "")
        field("Subject", message.subject)
        for inner in InnerFile.all(in: bytes) {
            field(Self.file, "\(inner.file.fileName), \(FileSize.text(inner.file.size))")
        }
        text.lines = head + [StyledText.Line()] + text.lines
        return text
    }

    /// Renders text that S/MIME signed, and notes that the signature is not checked.
    private static func signed(_ part: [UInt8]) -> StyledText {
        let message = ParsedMessage.parse(part)
        var text = BodyChoice.preferred(message.body)
        func note(_ words: String) -> StyledText.Line {
            StyledText.Line(runs: [StyledText.Run(text: words, style: .dim)])
        }
        let files = InnerFile.all(in: part).map {
            note("Within it: \(CleanText.line($0.file.fileName)), \(FileSize.text($0.file.size))")
        }
        text.lines =
            [note("Signed with S/MIME, not checked"), StyledText.Line()] + text.lines
            + (files.isEmpty ? [] : [StyledText.Line()] + files)
        return text
    }

    /// Renders all headers of a mail, in order, below what the user's own server says about its sender.
    /// - Parameter server: the name whose Authentication-Results count; `nil` when the settings name none.
    public static func headers(of bytes: [UInt8], trusting server: String? = nil) -> StyledText {
        let message = ParsedMessage.parse(bytes)
        var styled = StyledText()
        styled.lines = proof(of: message, trusting: server)
        styled.lines += message.headers.map { header in
            StyledText.Line(
                runs: [
                    StyledText.Run(text: CleanText.line(header.name) + ": ", style: .bold),
                    StyledText.Run(text: CleanText.line(header.value)),
                ])
        }
        return styled
    }

    private static func proof(of message: ParsedMessage, trusting server: String?) -> [StyledText.Line] {
        let headers = message.headers.filter { $0.name.lowercased() == "authentication-results" }.map(\.value)
        func lines(_ title: String, _ rest: [String]) -> [StyledText.Line] {
            [StyledText.Line(runs: [StyledText.Run(text: title, style: .bold)])]
                + rest.map { StyledText.Line(runs: [StyledText.Run(text: $0)], indent: 2) } + [StyledText.Line()]
        }
        guard let server else {
            guard let name = headers.lazy.compactMap(AuthenticationResults.init).first?.server else { return [] }
            return lines(
                "Not shown as checked: the settings name no server for this account",
                [
                    "If \(CleanText.line(name)) is the one that takes in this account’s mail, name it in “authenticationServers”."
                ])
        }
        guard let results = AuthenticationResults.trusted(headers, server: server) else {
            return lines("Not checked by \(CleanText.line(server))", [])
        }
        let verdict = message.from.count == 1 ? results.verdict(from: message.from[0].email) : .notVerified
        return lines("\(CleanText.line(results.server)): \(verdict.words)", results.checks.map(\.text))
    }

    /// Renders the source of a mail, as far as a terminal may show it.
    public static func source(of bytes: [UInt8]) -> StyledText {
        var styled = StyledText()
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let lines = CleanText.body(text.withLineFeeds()).split(separator: "\n", omittingEmptySubsequences: false)
        styled.lines = lines.prefix(LineCollector.maximumLines).map {
            StyledText.Line(runs: [StyledText.Run(text: String($0))], isPreformatted: true)
        }
        return styled
    }
}
