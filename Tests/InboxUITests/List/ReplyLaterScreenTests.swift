import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Reply later on screens", .timeLimit(.minutes(10)))
struct ReplyLaterScreenTests {
    @Test("threads set aside say so at every width, have a drawer view while there are any, and come back")
    func list() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let first = try #require(list.selected)
        #expect(list.perform(.replyLater))
        await world.until { list.thread(first)?.awaitsReply == true }
        let mismatch = await world.atRest { screenGolden("reply-later", { world.draw(list, $0, $1) }) }
        #expect(mismatch == nil)
        _ = list.perform(.drawer)
        await world.until {
            list.drawer.items.contains { $0.title == "Reply later" && $0.count == 1 }
                && world.text(list).contains { $0.contains("Unread                    2") }
        }
        _ = list.perform(.back)
        list.show(.replyLater(world.account))
        await world.until { list.shown == [first] && list.loadingSince == nil }
        // The same key reverts it, as z would.
        #expect(list.perform(.replyLater))
        await world.until { list.shown.isEmpty }
        #expect(world.acted == ["replyLater \(first)", "replied \(first)"])
        #expect(world.text(list).contains { $0.contains("No replies left to write!") })
        list.show(.role(world.account, .inbox))
        await world.until { list.loadingSince == nil && !list.shown.isEmpty }
        _ = list.perform(.drawer)
        await world.until { !list.drawer.items.contains { $0.title == "Reply later" } }
    }

    @Test("setting several threads aside adds the missing ones; if all are set aside, it clears them")
    func several() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.replyLater))
        await world.until { list.shownThreads.contains(where: \.awaitsReply) }
        #expect(list.perform(.select) && list.perform(.select))
        #expect(list.perform(.replyLater))
        await world.until { list.shownThreads.count(where: \.awaitsReply) == 2 }
        _ = list.perform(.top)
        #expect(list.perform(.select) && list.perform(.select) && list.perform(.replyLater))
        await world.until { !list.shownThreads.contains(where: \.awaitsReply) }
    }

    @Test("in the view, sending a reply shows the next thread; elsewhere the thread stays")
    func inOneSitting() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let both = Array(list.shown.prefix(2))
        world.act(.replyLater, on: both, target: nil)
        await world.until { list.shownThreads.count(where: \.awaitsReply) == 2 }
        for (view, next) in [
            (MailView.role(world.account, .inbox), both[0]), (MailView.replyLater(world.account), both[1]),
        ] {
            list.show(view)
            await world.until { list.loadingSince == nil && Array(list.shown.prefix(2)) == both }
            let thread = ThreadScreen(thread: both[0], order: list, around: world)
            _ = world.draw(thread)
            #expect(world.text(thread)[0].contains("reply later"))
            #expect(thread.perform(.reply))
            let composer = try #require(world.pushed.last as? ComposeScreen)
            composer.deliver()
            await world.until { composer.isOver }
            await world.settle()
            #expect(thread.thread == next)
        }
    }

    @Test("in the deck, setting a card aside throws it, and undo restores it")
    func deck() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let deck = DeckScreen(filter: list.provider.filter, title: "Inbox", around: world)
        world.front = deck
        let card = try #require(deck.card)
        #expect(deck.perform(.replyLater))
        await world.until { (try? world.session.thread(card.id))?.awaitsReply == true }
        #expect(deck.card?.id != card.id && deck.state.summary == "1 set aside")
        #expect(deck.perform(.undo))
        await world.until { (try? world.session.thread(card.id))?.awaitsReply == false }
        await world.until { deck.card?.id == card.id }
    }
}
