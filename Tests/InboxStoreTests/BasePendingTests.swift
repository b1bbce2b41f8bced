import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@Suite("Base and pending")
struct BasePendingTests {
    @Test(
        "while only the user changes things, the screen shows just what the user did, and so does the server in the end",
        arguments: 0..<20)
    func calm(seed: Int) async throws {
        let model = try PendingModel(seed: seed, isStormy: false)
        var story: [String] = []
        for _ in 0..<40 {
            story.append(try await model.step())
            let shown = try model.marksInStore()
            try #require(shown == model.view, "\(story)")
            try #require(try model.store.read { try StoreTruth($0).problems() } == [], "\(story)")
        }
        try await model.calmDown()
        #expect(try model.marksInStore() == model.view, "\(story)")
        #expect(try model.marksOnServer() == model.view, "\(story)")
        try isAtRest(model.store, story)
    }

    @Test(
        "whatever the user, others, the network and the server do, all agree once everything is answered",
        arguments: 0..<20)
    func stormy(seed: Int) async throws {
        let model = try PendingModel(seed: seed &+ 10_000, isStormy: true)
        var story: [String] = []
        for _ in 0..<40 {
            story.append(try await model.step())
            try #require(try model.store.read { try StoreTruth($0).problems() } == [], "\(story)")
        }
        try await model.calmDown()
        let (shown, onServer) = (try model.marksInStore(), try model.marksOnServer())
        #expect(shown == onServer, "\(story)")
        try isAtRest(model.store, story)
    }

    private func isAtRest(_ store: Store, _ story: [String]) throws {
        try store.read { reader throws in
            #expect(try reader.actions().isEmpty, "\(story)")
            for message in try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1) {
                #expect(try reader.base(of: message.id) == nil, "\(story)")
            }
            #expect(try StoreTruth(reader).problems() == [], "\(story)")
        }
    }
}
