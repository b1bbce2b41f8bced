import InboxModel
import MailContent
import Testing

@testable import InboxUI

@Suite("Shake deck: which card lies on top")
struct DeckStateTests {
    private func ids(_ numbers: Int64...) -> [ThreadID] { numbers.map { ThreadID($0) } }

    @Test("the position counts threads that aren't loaded yet")
    func counts() {
        var deck = DeckState()
        deck.take(ids(3, 2, 1), of: 5_690)
        #expect(deck.position == (1, 5_690))
        #expect(deck.act(.shake) == ThreadID(3))
        #expect(deck.position == (2, 5_690))
        deck.take(ids(2, 1, 9), of: 5_689)
        #expect(deck.position == (2, 5_690))
    }

    @Test("the newest card is on top, shaking shows the next, and it ends empty")
    func order() {
        var deck = DeckState()
        deck.take(ids(3, 2, 1))
        #expect(deck.current == ThreadID(3))
        #expect(deck.position == (1, 3))
        #expect(deck.act(.shake) == ThreadID(3))
        #expect(deck.current == ThreadID(2))
        #expect(deck.position == (2, 3))
        deck.take(ids(2, 1))
        #expect(deck.current == ThreadID(2))
        #expect(deck.act(.archive) == ThreadID(2))
        #expect(deck.act(.shake) == ThreadID(1))
        #expect(deck.current == nil)
        #expect(deck.act(.shake) == nil)
        #expect(deck.summary == "2 shaken · 1 archived")
    }

    @Test("an action that leaves the card on top is no step in the deck")
    func marks() {
        var deck = DeckState()
        deck.take(ids(3, 2, 1))
        deck.mark()
        deck.mark()
        #expect(deck.current == ThreadID(3) && deck.position == (1, 3))
        _ = deck.act(.archive)
        deck.mark()
        #expect(deck.current == ThreadID(2) && deck.position == (2, 3))
        deck.wentBack(ids(2))
        #expect(deck.position == (2, 3))
    }

    @Test("going back shows the last kept card, even after other actions")
    func back() {
        var deck = DeckState()
        deck.take(ids(3, 2, 1))
        let before = deck
        let isBack = deck.goBack()
        #expect(!isBack)
        #expect(deck == before)
        _ = deck.keep()
        _ = deck.act(.archive)
        let isThere = deck.goBack()
        #expect(isThere)
        #expect(deck.current == ThreadID(3))
        #expect(deck.keptCount == 0 && deck.summary == "1 archived")
    }

    @Test("undo reverts the last action, whether the card stayed on top or was set aside unread")
    func steps() {
        var deck = DeckState()
        deck.take(ids(3, 2, 1))
        _ = deck.act(.archive)
        deck.take(ids(2, 1))
        _ = deck.keep(isActed: true)
        deck.mark()
        #expect(deck.current == ThreadID(1))
        func undo(_ id: Int64) {
            let isShown = deck.takeBack(ThreadID(id))
            #expect(!isShown, "it has to be undone")
            deck.wentBack([ThreadID(id)])
        }
        undo(1)
        #expect(deck.current == ThreadID(1) && deck.keptCount == 1)
        undo(9)
        #expect(deck.current == ThreadID(1) && deck.steps.count == 2, "what was done elsewhere is no card's")
        undo(2)
        #expect(deck.current == ThreadID(2) && deck.keptCount == 0)
        undo(3)
        deck.take(ids(3, 2, 1))
        #expect(deck.current == ThreadID(3))
    }

    @Test("arriving mail does not change the top card")
    func arrival() {
        var deck = DeckState()
        deck.take(ids(2, 1))
        deck.take(ids(9, 2, 1))
        #expect(deck.current == ThreadID(2))
        #expect(deck.act(.shake) == ThreadID(2))
        deck.take(ids(9, 1))
        #expect(deck.act(.shake) == ThreadID(1))
        #expect(deck.current == ThreadID(9))
    }

    @Test("a thread that is read elsewhere leaves the deck")
    func elsewhere() {
        var deck = DeckState()
        deck.take(ids(2, 1))
        deck.take(ids(1))
        #expect(deck.current == ThreadID(1))
        #expect(deck.position == (1, 1))
    }

    @Test("an undone card returns to the top, before or after the store's update")
    func takingBack() {
        var early = DeckState()
        early.take(ids(2, 1))
        _ = early.act(.shake)
        #expect((early.takeBack(ThreadID(2))) == false)
        early.wentBack(ids(2))
        #expect(early.current == ThreadID(2))
        early.take(ids(1))
        early.take(ids(2, 1))
        #expect(early.current == ThreadID(2))

        var late = DeckState()
        late.take(ids(2, 1))
        _ = late.act(.shake)
        late.take(ids(1))
        late.wentBack(ids(2))
        late.take(ids(2, 1))
        #expect(late.current == ThreadID(2))
        #expect(late.position == (1, 2))
        #expect((late.takeBack(ThreadID(2))) == false && late.steps.isEmpty)

        var told = DeckState()
        told.take(ids(2, 1))
        _ = told.act(.shake)
        told.take(ids(1))
        told.take(ids(2, 1))
        told.wentBack(ids(2))
        #expect(told.current == ThreadID(2))
    }

    @Test(
        "a thread that left the deck without a key here returns to the top only if undo brings it back",
        arguments: [false, true])
    func undoneOnItsScreen(isTold: Bool) {
        var deck = DeckState()
        deck.take(ids(3, 2, 1))
        deck.take(ids(2, 1))
        #expect(deck.current == ThreadID(2))
        if isTold { deck.take(ids(3, 2, 1)) }
        #expect(deck.current == ThreadID(2))
        deck.wentBack(ids(3))
        deck.take(ids(3, 2, 1))
        #expect(deck.current == ThreadID(3) && deck.position == (1, 3))
        #expect(deck.act(.shake) == ThreadID(3))
        #expect(deck.current == ThreadID(2))
    }

    @Test("a kept card that is taken back after an undone one stays on top, whatever the store reports then")
    func takenBackAfterUndo() {
        var deck = DeckState()
        deck.take(ids(3, 2, 1))
        #expect(deck.keep() == ThreadID(3))
        #expect(deck.act(.archive) == ThreadID(2))
        deck.take(ids(3, 1))
        deck.wentBack(ids(2))
        deck.take(ids(3, 2, 1))
        #expect(deck.current == ThreadID(2))
        let isBack = deck.takeBack(ThreadID(3))
        #expect(isBack)
        deck.take(ids(3, 2, 1))
        #expect(deck.current == ThreadID(3))
    }

    @Test("a card that returns, refused or with new mail, is dealt again behind the current card")
    func refused() {
        var deck = DeckState()
        deck.take(ids(2, 1))
        _ = deck.act(.trash)
        deck.take(ids(1))
        deck.take(ids(2, 1))
        #expect(deck.current == ThreadID(1))
        #expect(deck.summary.isEmpty && deck.position == (1, 2))
        _ = deck.act(.shake)
        #expect(deck.current == ThreadID(2))
    }

    @Test("cards kept for later wait until the end of the deck, and can be dealt again")
    func later() {
        var deck = DeckState()
        deck.take(ids(2, 1))
        #expect(deck.keep() == ThreadID(2))
        #expect(deck.keep() == ThreadID(1))
        #expect(deck.current == nil)
        #expect(deck.summary == "2 kept for later")
        #expect((deck.startOver()) == true)
        #expect(deck.current == ThreadID(2))
        _ = deck.keep()
        #expect((deck.takeBack(ThreadID(2))) == true)
        #expect(deck.current == ThreadID(2))
    }
}

@Suite("Text of a card")
struct CardTextTests {
    @Test("indented lines stay as they are")
    func indented() {
        let text = StyledText(
            plain:
                "A paragraph that is long enough to have been broken by a program\n    code(1)\n    more code, in a line that is long enough to be full\n    and its end"
        )
        #expect(CardText.reflowed(text).lines.count == 4)
    }

    @Test("a patch keeps its lines, from its sign-off on")
    func patch() {
        let patch = [
            "Signed-off-by: Somebody Whose Name Is Long <somebody@example.org>",
            "Reviewed-by: Another Whose Name Is Long Too <another@example.org>", "---", " walk.c | 4 ++--",
            "diff -r 0123456789ab -r 9876543210fe library/walk.c", "--- library/walk.c.orig", "+++ library/walk.c",
            "-    return the_first_of_all_the_lines_in_the_list;", "+    return the_last_of_all_the_lines_in_the_list;",
            "+    // or nothing, where there is none in all of the list",
        ]
        let prose = "This paragraph was broken by a program at some width\nand ends.\n\n"
        let lines = CardText.reflowed(StyledText(plain: prose + patch.joined(separator: "\n"))).lines.map(\.text)
        #expect(
            lines == ["This paragraph was broken by a program at some width and ends.", ""] + patch)
    }

    @Test("broken paragraphs are joined, and deliberate breaks stay")
    func reflow() {
        let text = StyledText(
            plain: """
                This paragraph was broken by a program at some width
                and goes on here.

                Short line
                Next line
                > a quote
                """)
        #expect(
            CardText.reflowed(text).lines.map(\.text) == [
                "This paragraph was broken by a program at some width and goes on here.", "", "Short line", "Next line",
                "a quote",
            ])
    }
}
