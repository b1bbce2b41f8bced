import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// Series that are spelled out by signs, without a name in the settings.
@UI
extension SeriesTests {
    @Test("names with signs add and remove tags or labels together, from a key or the palette, and . repeats that")
    func signs() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon, dialect: .jmap)
        try world.fill(FakeSurroundings.sixThreads)
        let list = world.list()
        _ = world.draw(list)
        let first = try #require(list.selected)
        func press(_ text: String) throws {
            let key = try #require(OwnKey(text))
            #expect(list.perform(key))
        }
        try await world.session.perform(.mark, on: [first], keyword: Keyword("later"))
        try press("tag:-later +todo +done")
        await world.settle()
        #expect(try world.session.thread(first)?.tags == [Keyword("todo"), Keyword("done")])
        _ = try #require(try await world.session.undo())
        #expect(try world.session.thread(first)?.tags == [Keyword("later")], "one undo takes back all of it")
        #expect(list.perform(.again))
        await world.settle()
        #expect(try world.session.thread(first)?.tags == [Keyword("todo"), Keyword("done")])
        try press("tag:-todo")
        await world.settle()
        try press("label:+Work")
        await world.settle()
        #expect(try world.session.thread(first)?.tags == [Keyword("done")])
        #expect(try look(first, world).mailboxes.contains("Work"))
    }

    @Test("signs belong to each name; labels may have blanks, tags not")
    func namesWithSigns() throws {
        let spaced = try #require(OwnKey("label:-Old things +To do")?.series)
        #expect(spaced.steps.map(\.text) == ["label:To do", "-label:Old things"])
        for text in ["tag:todo", "tag:todo -later", "tag:+a b", "tag:+", "move:+Work", "label:To -do"] {
            #expect(try #require(OwnKey(text)).series == nil, "\(text)")
        }
    }
}
