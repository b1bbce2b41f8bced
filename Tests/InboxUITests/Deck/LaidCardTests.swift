import InboxKit
import InboxModel
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("The lines of a card", .timeLimit(.minutes(10)))
struct LaidCardTests {
    private static let room = 16

    private func lines(of plain: String) -> [String] {
        var card = LaidCard()
        let key = LaidCard.Key(message: MessageID(1), version: 1, width: 54, room: Self.room, glyphs: .unicode)
        return card.lines(of: StyledText(plain: plain), for: key).map(\.text)
    }

    private func whole(_ plain: String) -> [String] {
        var body = BodyLines(width: 54, showsQuotes: false, glyphs: .unicode)
        body.add(CardText.reflowed(StyledText(plain: plain)))
        return body.lines.map(\.text)
    }

    @Test(
        "of a long text only the beginning is laid out, which looks as it does in the whole text",
        arguments: [
            "short", "a line that some program broke because it was about to become too long for it",
            String(repeating: "one paragraph that is one line ", count: 9) + "\n",
        ])
    func beginning(line: String) {
        let plain = (1...2_000).map { "\($0) \(line)" }.joined(separator: "\n")
        let laid = lines(of: plain)
        #expect(laid.count > Self.room && laid.count < 1_000)
        #expect(laid.prefix(Self.room) == whole(plain).prefix(Self.room))
    }

    @Test("a long quote is folded as a whole, and what follows it is there")
    func quote() {
        let quote = (1...2_000).map { "> line \($0) of what was written before" }.joined(separator: "\n")
        let plain = "Hello,\n\nAnn Lee wrote:\n\(quote)\n\nThat is right."
        let laid = lines(of: plain)
        #expect(laid == whole(plain))
        #expect(laid.contains { $0.contains("That is right.") })
    }

    @Test("a card that stays the same is laid out once, and again for another width")
    func once() throws {
        let world = try FakeSurroundings()
        let body = (1...500).map { "Line \($0)" }.joined(separator: "\n")
        try world.fill(.remote(id: "a", subject: "Log", unread: true, at: 1, body: body))
        let deck = DeckScreen(filter: .mailbox(.role(.inbox)), title: "Inbox", around: world)
        let text = world.text(deck)
        #expect(text.contains { $0.contains("Line 3") } && text.contains { $0.contains("│ … ") })
        #expect(world.text(deck) == text && deck.laidCard.timesLaid == 1)
        _ = world.draw(deck, 40, 12)
        #expect(deck.laidCard.timesLaid == 2)
    }
}
