import InboxModel
import MailContent
import TerminalUI

/// The seal of the message, in its head. The sign is in the column left of everything that a mail writes (H-6).
extension MessageLayout {
    var sealLines: [LaidMessage.Line] {
        switch seal {
        case nil: []
        case .checking: sealLine("", "checking the signature" + glyphs.ellipsis, .dim)
        case .signed(let verdict, let kind, let isWhole): signatureLine(verdict, kind, isWhole: isWhole)
        case .encrypted:
            sealLine("", ["encrypted", hint(.decrypt, "decrypt")].compactMap(\.self).joined(separator: " · "), .accent)
        case .opened(let opened): openedLines(opened)
        }
    }

    private func openedLines(_ opened: SealNote.Opened) -> [LaidMessage.Line] {
        var lines = opened.isDecrypted ? sealLine("", "decrypted", .accent) : []
        if let verdict = opened.verdict {
            lines += signatureLine(verdict, opened.kind, isWhole: opened.isAllSigned)
        } else {
            lines += sealLine("", "not signed: anybody may have written it", .dim)
        }
        if opened.mayBeChanged { lines += sealLine(glyphs.warning, GnuPG.Opened.changeable, .warn) }
        if !opened.isWhole {
            lines += sealLine(
                glyphs.warning, "only part of this was encrypted, and only that part is shown", .warn)
        }
        if !opened.subject.isEmpty { lines += sealLine("", "subject: " + CleanText.line(opened.subject), .dim) }
        if !opened.files.isEmpty {
            let key = hint(.parts, "opens and saves").map { " · " + $0 } ?? ""
            lines += sealLine("", "in it: " + opened.files.joined(separator: ", ") + key, .dim)
        }
        return lines
    }

    private func signatureLine(_ verdict: SignatureVerdict, _ kind: SealKind, isWhole: Bool) -> [LaidMessage.Line] {
        let words = verdict.words(isWhole: isWhole, of: kind)
        // A signature on only a part must not look like a signature on all.
        if verdict.isGood, isWhole { return sealLine(glyphs.areWords ? "" : glyphs.marked, words, .ok) }
        if verdict.isAlarming { return sealLine(glyphs.warning, words, .danger) }
        return verdict.isDoubtful || !isWhole
            ? sealLine(glyphs.warning, words, .warn) : sealLine("", words, .dim)
    }

    /// - Parameter sign: shown in the first column.
    private func sealLine(_ sign: String, _ words: String, _ role: Role) -> [LaidMessage.Line] {
        let lead = sign.isEmpty ? "  " : sign + " "
        let indent = String(repeating: " ", count: TextCells.width(lead))
        return TextCells.wrapped(words, to: max(10, width - TextCells.width(lead))).enumerated().map { index, text in
            LaidMessage.Line([.init((index == 0 ? lead : indent) + text, Style(role))], press: .header)
        }
    }
}
