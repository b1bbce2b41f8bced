import InboxModel
import MailContent
import TerminalUI

/// The lines of the text on the top card, which stay the same from frame to frame. A card shows only the beginning of a text, so no more
/// than that is laid out, however long the text is.
struct LaidCard {
    /// The input for the layout of a card.
    struct Key: Hashable {
        var message: MessageID
        /// The version of the message's text.
        var version: Int
        var width: Int
        /// The most lines that the card has room for.
        var room: Int
        var glyphs: Glyphs
    }

    private var kept: (key: Key, lines: [LaidMessage.Line])?
    /// The number of layouts so far.
    private(set) var timesLaid = 0

    /// Returns the first lines of a text: all of them, or more than there is room for.
    mutating func lines(of text: StyledText, for key: Key) -> [LaidMessage.Line] {
        if let kept, kept.key == key { return kept.lines }
        let lines = Self.lay(text, key)
        kept = (key, lines)
        timesLaid += 1
        return lines
    }

    private static func lay(_ text: StyledText, _ key: Key) -> [LaidMessage.Line] {
        // Twice the room: the last lines may look different than in the whole text.
        var bytes = 2 * max(1, key.width) * (key.room + 1)
        while true {
            let beginning = CardText.beginning(of: text, bytes: bytes)
            var body = BodyLines(width: key.width, showsQuotes: false, glyphs: key.glyphs)
            body.add(CardText.reflowed(beginning))
            if body.lines.count > key.room || beginning.lines.count == text.lines.count { return body.lines }
            // Folded quotes take little room.
            bytes *= 4
        }
    }
}
