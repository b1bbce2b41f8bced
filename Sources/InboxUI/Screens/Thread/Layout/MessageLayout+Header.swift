import Foundation
import InboxModel
import MailContent
import TerminalUI

/// The header of a message: who wrote to whom, when, and the verdict of the user's own server.
extension MessageLayout {
    var headers: [LaidMessage.Line] {
        let date = dateSpan
        var spans = [LaidMessage.Span(canFold ? glyphs.open : " ", .dim)] + signs + sender
        let room = width - TextCells.width(date.text) - 2
        // A sender that does not fit beside the date continues on the next line; the address is never cut.
        let used = spans.reduce(0) { $0 + TextCells.width($1.text) }
        var lines: [LaidMessage.Line] = []
        if used <= room {
            lines.append(LaidMessage.Line(spans, end: date, press: .header))
        } else {
            let last = spans.removeLast()
            if let name = spans.last, used - TextCells.width(last.text) > room {
                let rest = spans.dropLast().reduce(0) { $0 + TextCells.width($1.text) }
                spans[spans.count - 1] = .init(
                    TextCells.truncated(name.text, to: max(1, room - rest), ellipsis: glyphs.ellipsis), name.style)
            }
            lines.append(LaidMessage.Line(spans, end: date, press: .header))
            // On a line of its own the address needs no brackets.
            let address = last.text.withoutBrackets()
            lines += TextCells.wrapped(address, to: max(10, width - 2)).map {
                LaidMessage.Line([.init("  "), .init($0, last.style)], press: .header)
            }
        }
        return lines + otherSenders + recipients + mailingList + chosenLines + answerLine + subjectLines + sealLines
    }

    private static let mostSenders = 5

    /// The senders after the first, each with the whole address (H-1).
    private var otherSenders: [LaidMessage.Line] {
        let others = message.from.dropFirst()
        let lines = others.prefix(Self.mostSenders).flatMap { person -> [LaidMessage.Line] in
            let (name, address) = (CleanText.line(person.name), EmailAddress.shown(person.email))
            let whole = "also from " + (name.isEmpty ? address : "\(name) <\(address)>")
            let fits = TextCells.width(whole) <= max(10, width - 2)
            return TextCells.wrapped(fits ? whole : "also from " + address, to: max(10, width - 2)).map {
                LaidMessage.Line([.init("  " + $0, .dim)], press: .header)
            }
        }
        guard others.count > Self.mostSenders else { return lines }
        return lines + [
            LaidMessage.Line([.init("  and \(others.count - Self.mostSenders) more", .dim)], press: .header)
        ]
    }

    private var dateSpan: LaidMessage.Span {
        func text(_ date: Date) -> String { width < ThreadRow.narrow ? dates.brief(date) : dates.long(date) }
        guard let leaves = outgoing?.date else { return .init(text(message.receivedAt), .dim) }
        return .init("leaves " + text(leaves), .accent)
    }

    /// The subject of this message where the thread changed to another one: the top line shows the first subject.
    private var subjectLines: [LaidMessage.Line] {
        guard let newSubject else { return [] }
        let rule = String(repeating: glyphs.horizontal, count: 2)
        return TextCells.wrapped(CleanText.line(newSubject), to: max(10, width - 5)).enumerated().map { index, text in
            let lead = index == 0 ? "  \(rule) " : "     "
            return LaidMessage.Line([.init(lead, .dim), .init(text, .bold)], press: .header)
        }
    }

    private var isOfList: Bool { message.listID?.isEmpty == false }

    /// The key that unsubscribes, for the end of a line; empty where there is nothing to leave.
    private var unsubscribing: String {
        guard !isOwn, canUnsubscribe ?? isOfList else { return "" }
        return hint(.unsubscribe, "unsubscribe").map { " · " + $0 } ?? ""
    }

    /// The mailing list of the message, with the key that unsubscribes.
    private var mailingList: [LaidMessage.Line] {
        guard let list = message.listID, !list.isEmpty else { return [] }
        let hint = unsubscribing
        let room = max(10, width - 2 - TextCells.width(hint))
        let name = TextCells.truncated("list " + CleanText.line(list), to: room, ellipsis: glyphs.ellipsis)
        return [LaidMessage.Line([.init("  " + name + hint, .dim)], press: .header)]
    }

    /// The headers that the user chose, a line each. All of a longer one is among all headers.
    private var chosenLines: [LaidMessage.Line] {
        chosenHeaders.map { header in
            let words = CleanText.line(header.value).split(separator: " ").joined(separator: " ")
            let text = TextCells.truncated(
                "\(CleanText.line(header.name)): \(words)", to: max(10, width - 2), ellipsis: glyphs.ellipsis)
            return LaidMessage.Line([.init("  " + text, .dim)], press: .header)
        }
    }

    private var answerLine: [LaidMessage.Line] {
        guard let answers else { return [] }
        let hint = width < ThreadRow.narrow ? nil : hint(.goToParent, "go there").map { " · " + $0 }
        let text = answers.text(own: own, glyphs, columns: width - 2 - TextCells.width(hint ?? ""))
        return [LaidMessage.Line([.init("  " + text + (hint ?? ""), .dim)], press: .header)]
    }

    private var signs: [LaidMessage.Span] {
        var spans: [LaidMessage.Span] = []
        if message.isUnread { spans.append(.init(glyphs.unread + " ", Style(.unread, .bold))) }
        if isNew { spans.append(.init(glyphs.new + " ", .accent)) }
        if message.isStarred { spans.append(.init(glyphs.star + " ", Style(.star))) }
        if let place { spans.append(.init(place + " ", .warn)) }
        if let outgoing, message.isDraft || outgoing.isTrouble {
            spans.append(.init(outgoing.word + " ", outgoing.isTrouble ? Style(.danger, .bold) : .accent))
        } else if message.isDraft {
            spans.append(.init("Draft ", .warn))
        }
        return spans
    }

    /// The name, and the address as the last span.
    private var sender: [LaidMessage.Span] {
        guard let from = message.from.first else { return [.init("(no sender)", .bold)] }
        let address = EmailAddress.shown(from.email)
        let name = isOwn ? "Me" : CleanText.line(from.name)
        if name.isEmpty { return [.init(address.isEmpty ? "(no sender)" : address, .bold)] }
        return [
            .init(name, isOwn ? Style(.accent, .bold) : .bold), .init(address.isEmpty ? "" : " <\(address)>", .dim),
        ]
    }

    private var recipients: [LaidMessage.Line] {
        var lines: [LaidMessage.Line] = []
        for (prefix, addresses) in [("to ", message.to), ("cc ", message.cc), ("bcc ", message.bcc)]
        where !addresses.isEmpty {
            let end = lines.isEmpty ? verdictSpan.map { TextCells.width($0.text) + 2 } ?? 0 : 0
            let (room, own) = (width - 2 - end, Array(own))
            // Mail without a list has no line of its own for the key.
            var hint = lines.isEmpty && !isOfList ? unsubscribing : ""
            // The recipients that do not fit are named among all headers.
            let areAll = RecipientsLabel.namesAll(
                addresses: addresses, own: own, width: room - TextCells.width(hint), prefix: prefix)
            if !areAll, width >= ThreadRow.narrow, let all = self.hint(.headers, "all") { hint = " · " + all + hint }
            let text = RecipientsLabel.text(
                addresses: addresses, own: own, width: max(10, room - TextCells.width(hint)), prefix: prefix,
                ellipsis: glyphs.ellipsis)
            lines.append(LaidMessage.Line([.init("  " + text + hint, .dim)], press: .header))
        }
        guard let verdict = verdictSpan else { return lines }
        if lines.isEmpty { lines.append(LaidMessage.Line(press: .header)) }
        lines[0].end = verdict
        return lines
    }

    /// The verdict, at the right end below the date, which no text of a mail can reach (H-6).
    private var verdictSpan: LaidMessage.Span? {
        verdict.map { .init($0.words, $0 == .failed ? Style(.danger, .bold) : .dim) }
    }
}

extension String {
    /// Returns an address without the blank and the brackets around it.
    fileprivate func withoutBrackets() -> String {
        hasPrefix(" <") && hasSuffix(">") ? String(dropFirst(2).dropLast()) : self
    }
}
