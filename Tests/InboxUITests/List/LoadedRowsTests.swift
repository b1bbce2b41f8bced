import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("The loaded rows of a list", .timeLimit(.minutes(10))) @UI
struct LoadedRowsTests {
    private func loaded(ofMessages: Bool) throws -> (FakeSurroundings, LoadedRows) {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            .remote(id: "a1", thread: "a", at: FakeSurroundings.noon - 300),
            .remote(id: "b1", thread: "b", at: FakeSurroundings.noon - 200),
            .remote(id: "a2", thread: "a", at: FakeSurroundings.noon - 100))
        let view = MailView.role(world.account, .inbox)
        let rows = world.session.listRows(
            ofMessages: ofMessages, filter: view.predicate(world.clock), sort: .newestFirst, window: 0..<10,
            loadsAtOnce: true)
        var loaded = LoadedRows()
        loaded.take(from: rows)
        #expect(loaded.ids == rows.entries.map(\.id) && loaded.above == 0 && loaded.filter == rows.filter)
        return (world, loaded)
    }

    @Test("a conversation has its own row, or those of its messages")
    func conversations() throws {
        let (world, threads) = try loaded(ofMessages: false)
        let thread = try world.thread("a")
        #expect(threads.rows(of: thread) == [.thread(thread)])
        #expect(threads.ids.count == 2 && threads[.thread(thread)]?.thread.messageCount == 2)
        let (other, messages) = try loaded(ofMessages: true)
        #expect(messages.rows(of: try other.thread("a")) == [messages.ids[0], messages.ids[2]])
        #expect(messages.rows(of: ThreadID(999)).isEmpty && messages.ids.count == 3)
    }

    @Test("what a row showed is found among rows of the other kind; a row of the same kind only if it is loaded")
    func shown() throws {
        let (_, threads) = try loaded(ofMessages: false)
        let (_, messages) = try loaded(ofMessages: true)
        let oldest = try #require(messages.items.last)
        #expect(threads.row(showing: oldest) == .thread(oldest.thread.id))
        #expect(messages.row(showing: oldest) == oldest.id)
        #expect(messages.row(showing: try #require(threads.items.first)) == messages.ids[0])
        let gone = ListEntry(id: .message(MessageID(999)), thread: oldest.thread)
        #expect(messages.row(showing: gone) == nil)
    }

    @Test("rows that are dropped are no longer there; taking them again counts")
    func dropped() throws {
        var (_, loaded) = try loaded(ofMessages: false)
        let first = loaded.ids[0]
        loaded.drop()
        #expect(loaded.items.isEmpty && loaded[first] == nil && loaded.timesTaken == 1)
    }
}
