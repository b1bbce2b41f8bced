import InboxModel
import MailContent
import TerminalUI

/// Whom a message answers, where the answered message is not right above it.
struct ReplyNote: Hashable, Sendable {
    var from: MailAddress?
    /// How many messages above the answered one is; negative below.
    var distance: Int

    /// Returns the note for the head of a message: `↳ Ann Ortiz, 3 above`.
    func text(own: Set<String>, _ glyphs: Glyphs, columns: Int) -> String {
        let name = from.map { RecipientsLabel.text(addresses: [$0], own: Array(own), width: 1_000) }
        return note(name, glyphs, columns: columns)
    }

    /// Returns the note for a line among others: `↳ Ann, 3 above`.
    func short(own: Set<String>, _ glyphs: Glyphs, isNarrow: Bool) -> String {
        let name = from.map { [$0].areOwn(own) ? "Me" : RecipientsLabel.firstName(of: $0) }
        let text = note(name, glyphs, columns: isNarrow ? 10 : 30, tellsPlace: !isNarrow)
        return glyphs.areWords ? text + ":" : text
    }

    private func note(_ name: String?, _ glyphs: Glyphs, columns: Int, tellsPlace: Bool = true) -> String {
        let place = distance > 0 ? "\(Wording.number(distance)) above" : "\(Wording.number(-distance)) below"
        let (lead, end) = (glyphs.answers + " ", tellsPlace ? ", " + place : "")
        let room = max(4, columns - TextCells.width(lead + end))
        return lead + TextCells.truncated(name ?? "(no sender)", to: room, ellipsis: glyphs.ellipsis) + end
    }
}
