import Foundation
import InboxModel
import MailContent
import TerminalUI

/// Lays out one message: header, warnings, text, files, links.
struct MessageLayout {
    var message: Message
    var body: MessageBodyState
    /// What the user's own commands print about it.
    var blocks: [MessageBlock] = []
    /// The user's own addresses, in lower case.
    var own: Set<String>
    var width: Int
    var showsQuotes = false
    var glyphs: Glyphs
    var dates: MessageDates
    /// The verdict of the user's own server on the sender; nil when there is none.
    var verdict: AuthenticationResults.Verdict?
    /// How it is sealed; nil where it is not.
    var seal: SealNote?
    /// Whom it answers, where that is not the message right above.
    var answers: ReplyNote?
    /// Its subject, where that of the message above is another.
    var newSubject: String?
    var people = KnownPeople()
    /// Whether its headers offer a way to unsubscribe; nil while that is not known.
    var canUnsubscribe: Bool?
    /// The headers that the user chose to see, as far as it has them.
    var chosenHeaders: [ParsedHeader] = []
    /// The state of its sending; nil for drafts, and for mail that was sent or received.
    var outgoing: OutgoingMail.State?
    /// The mailbox where it lies apart from its thread, such as trash or junk; or that it is the copy of mail that was passed on.
    var place: String?
    /// Whether it came after the thread was last open.
    var isNew = false
    /// The words of the messages above, which this one may quote.
    var above: [QuotedWords] = []
    var card: ThreadSurroundingTexts.ShownCard?
    /// What became of its invitation; nil for nothing.
    var news: InvitationNews?
    /// Names from the contents of files that have none, by the index of the file.
    var fileNames: [Int: String] = [:]
    /// The warnings for files whose content is a program, by the index of the file.
    var disguises: [Int: String] = [:]
    /// Returns the key of a command in the thread screen, followed by a blank; empty where keys do not act on the thread.
    var key: (Command) -> String = { _ in "" }
    /// Whether the sign in front of the header shows that it can be folded.
    var canFold = true

    /// Free columns at the left of the text.
    static let margin = 1
    /// The most defects of a mail that are named here; the parts screen names all.
    private static let mostProblems = 5

    func lay() -> LaidMessage {
        var laid = LaidMessage(files: message.files)
        laid.isCounting = news?.answer?.isCounted == true
        laid.lines = headers + warnings + blockLines
        switch body {
        case .here(let text, _, _, let problems):
            for problem in problems.prefix(Self.mostProblems) { laid.lines += notes(CleanText.line(problem), .warn) }
            addText(text, to: &laid)
        case .fetching: addWaiting(to: &laid)
        case .gone: laid.lines.append(note("The server no longer has this message.", .warn))
        case .failed(let reason): addFailure(reason, to: &laid)
        }
        laid.lines.append(LaidMessage.Line())
        return laid
    }

    var textWidth: Int { max(10, width - Self.margin) }
    var isOwn: Bool { message.from.areOwn(own) }

    // MARK: Warnings

    private var warnings: [LaidMessage.Line] {
        var lines: [LaidMessage.Line] = []
        if let sentence = outgoing?.sentence {
            let key = hint(.outbox, "outbox").map { " (\($0))" } ?? ""
            lines += notes(sentence + key, .warn)
        }
        for text in SenderCheck.notes(on: message, known: people, own: own) { lines += notes(text, .warn) }
        let answers = SenderCheck.answersElsewhere(message)
        if !answers.isEmpty, !message.from.isEmpty {
            let addresses = answers.map { EmailAddress.shown($0.email) }.joined(separator: ", ")
            lines += notes("Replies go to \(addresses)", .dim, sign: "")
        }
        return lines
    }

    /// The output of each command behind a bar, under the command's name.
    private var blockLines: [LaidMessage.Line] {
        blocks.flatMap { block in
            let style: Style = block.isTroubled ? .warn : .plain
            let texts = block.lines.flatMap { TextCells.wrapped($0, to: max(4, textWidth - 3)) }
            let head = LaidMessage.Line([
                .init(" " + glyphs.bar + " ", .accent), .init(CleanText.line(block.name), .dim),
            ])
            return [head]
                + texts.map { LaidMessage.Line([.init(" " + glyphs.bar + " ", .accent), .init($0, style)]) }
                + [LaidMessage.Line()]
        }
    }

    private func note(_ text: String, _ role: Role) -> LaidMessage.Line {
        LaidMessage.Line([.init(String(repeating: " ", count: Self.margin) + text, Style(role))])
    }

    func notes(_ text: String, _ role: Role, sign: String? = nil) -> [LaidMessage.Line] {
        let sign = sign ?? glyphs.warning + " "
        let lead = TextCells.width(sign)
        return TextCells.wrapped(text, to: max(10, textWidth - lead)).enumerated().map { index, line in
            note((index == 0 ? sign : String(repeating: " ", count: lead)) + line, role)
        }
    }

    // MARK: Text

    private func addText(_ text: StyledText, to laid: inout LaidMessage) {
        if let card {
            var lines = BodyLines(width: textWidth - 2, showsQuotes: true, glyphs: glyphs)
            let text = compared(card.text)
            lines.add(text)
            laid.links = text.links
            laid.lines += indented(lines.lines).map { line in
                var line = line
                line.spans.insert(.init(glyphs.bar + " ", .accent), at: 1)
                return line
            }
            laid.lines += answerLines(card)
            laid.lines.append(LaidMessage.Line())
        }
        var body = BodyLines(width: textWidth, showsQuotes: showsQuotes, glyphs: glyphs)
        body.above = above
        body.quotesKey = key(.quotes)
        body.linksBefore = laid.links.count
        if !text.pictures.isEmpty { body.pictures = MailPictures(message, text).labels(in: text) }
        let shown = compared(text)
        body.add(shown)
        laid.links += shown.links
        laid.hasFolds = body.hasFolds
        if text.lines.isEmpty {
            if let missingText { laid.lines += notes(missingText, .dim, sign: "") }
        } else {
            laid.lines += indented(body.lines)
        }
        if text.lines.contains(where: { $0.text.contains("\u{FFFD}") }) {
            laid.lines.append(LaidMessage.Line())
            let source = hint(.source, "shows the source.").map { "; " + $0 } ?? "."
            laid.lines += notes("Some characters can't be read and are shown as \u{FFFD}\(source)", .warn)
        }
        laid.lines += files
        laid.lines += leftOut(text)
        // A link in a folded quote is listed once the quote is shown.
        let links = laid.links.enumerated().filter { !body.hiddenLinks.contains($0.offset - body.linksBefore) }
        if !links.isEmpty { laid.lines.append(LaidMessage.Line()) }
        for (index, link) in links { laid.lines += linkLines(index, link) }
    }

    /// Returns the text with warnings about links that pose as places the user knows.
    private func compared(_ text: StyledText) -> StyledText {
        var text = text
        text.links = text.links.map { $0.compared(with: people) }
        return text
    }

    /// Why there is no text, where the reason is known; nil where the text is shown above.
    private var missingText: String? {
        guard let sealed = message.files.first(where: { FileText.isSealed($0.contentType) }) else { return "(no text)" }
        // The head tells of it.
        switch seal {
        case .checking, .encrypted: return nil
        case .opened: return "(no text)"
        case .signed, nil: break
        }
        guard card == nil else { return nil }
        let name = sealed.fileName.isEmpty ? "a file" : CleanText.line(sealed.fileName)
        return "Its text is in the S/MIME file \(name), which another program has to open."
    }

    /// Adds the left margin to lines; own messages have a bar in it.
    private func indented(_ lines: [LaidMessage.Line]) -> [LaidMessage.Line] {
        let margin = isOwn ? LaidMessage.Span(glyphs.bar, .accent) : LaidMessage.Span(" ")
        return lines.map { line in
            var line = line
            line.spans.insert(margin, at: 0)
            return line
        }
    }

    private func addWaiting(to laid: inout LaidMessage) {
        laid.lines += TextCells.wrapped(CleanText.line(message.snippet), to: textWidth).map { note($0, .dim) }
        laid.lines.append(note("Getting the text" + glyphs.ellipsis, .dim))
        laid.lines += files
    }

    private func addFailure(_ reason: String, to laid: inout LaidMessage) {
        laid.lines += TextCells.wrapped(CleanText.line(message.snippet), to: textWidth).map { note($0, .dim) }
        let again = hint(.refresh, "tries again.").map { "  " + $0 } ?? ""
        laid.lines += notes("The text could not be fetched: \(reason)\(again)", .warn)
        laid.lines += files
    }

    /// Returns what became of an invitation, and what the key that answers does.
    private func answerLines(_ shown: ThreadSurroundingTexts.ShownCard) -> [LaidMessage.Line] {
        guard shown.invitation != nil, !isOwn else { return [] }
        var words: [LaidMessage.Span] = []
        for line in news?.lines(dates) ?? [] {
            words += TextCells.wrapped(line.text, to: max(10, textWidth - 4)).map {
                .init($0, line.isWarning ? Style(.warn, .bold) : Style(.ok))
            }
        }
        if let deed = news == nil ? "answer it" : news?.deed, let hint = hint(.answerInvitation, deed) {
            words.append(.init(hint, .dim))
        }
        return words.map { LaidMessage.Line([.init(" "), .init(glyphs.bar + " ", .accent), $0]) }
    }

    /// Returns a key with what it does; nil where the command has no key.
    func hint(_ command: Command, _ words: String) -> String? {
        let key = key(command)
        return key.isEmpty ? nil : key + words
    }

    private func leftOut(_ text: StyledText) -> [LaidMessage.Line] {
        let words = LeftOutWords(text)
        var lines: [LaidMessage.Line] = []
        if let pictures = words.pictures {
            lines += leftOut(pictures, text.pictures.isEmpty ? nil : hint(.pictures, "pictures"))
        }
        if let hidden = words.hidden {
            lines += leftOut(hidden, hint(.hiddenText, text.revealsHidden ? "hide" : "show"))
        }
        return lines.isEmpty ? [] : [LaidMessage.Line()] + lines
    }

    /// Returns words with a key beside them, or below them where there is no room.
    private func leftOut(_ words: String, _ hint: String?) -> [LaidMessage.Line] {
        guard let hint else { return notes(words, .dim, sign: "") }
        let whole = words + "  " + hint
        guard TextCells.width(whole) > textWidth else { return [note(whole, .dim)] }
        return notes(words, .dim, sign: "") + [note(hint, .dim)]
    }

    private func linkLines(_ index: Int, _ link: StyledText.Link) -> [LaidMessage.Line] {
        let number = "[\(index + 1)] "
        let room = max(10, textWidth - TextCells.width(number))
        var lines = [
            LaidMessage.Line([
                .init(" " + number, .dim),
                .init(LinkLabel.text(link.target, columns: room, ellipsis: glyphs.ellipsis), .link, .link(index)),
            ])
        ]
        if let note = link.note { lines += notes(note, .warn) }
        return lines
    }
}
