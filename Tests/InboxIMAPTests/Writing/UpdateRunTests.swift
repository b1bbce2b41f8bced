import Foundation
import InboxModel
import Testing

@testable import InboxIMAP

@Suite("What becomes of updates")
struct UpdateRunTests {
    private let messages: [RemoteID: IndexedMessage] = [
        "a": .planned("a", [1: 7]), "b": .planned("b", [1: 8]), "c": .planned("c", [4: 1]),
    ]

    private var plan: UpdatePlan {
        UpdatePlan(
            [
                "a": RemoteUpdate(addKeywords: [.seen], addMailboxes: ["archive"], removeMailboxes: ["inbox"]),
                "b": RemoteUpdate(addKeywords: [.seen]), "c": .moving(from: "work", to: "archive"),
                "d": RemoteUpdate(addKeywords: [.seen]),
            ], of: messages, in: .init(PlannedMail.folders))
    }

    @Test("a message is answered when its last step is done")
    func answers() {
        let plan = plan
        var run = UpdateRun(plan, of: ["a", "b", "c", "d"])
        #expect(run.answers.keys.sorted() == ["d"])
        run.did(run.open(plan.steps[0]))
        #expect(run.answers.keys.sorted() == ["b", "d"])
        run.did(run.open(plan.steps[1]))
        #expect(run.answers.keys.sorted() == ["a", "b", "d"])
    }

    @Test("a refusal is about the messages of that command, and keeps the rest going")
    func refusal() {
        let plan = plan
        var run = UpdateRun(plan, of: ["a", "b", "c", "d"])
        run.failed(run.open(plan.steps[0]), RemoteError(.refused(status: 0, message: "no"), call: "STORE"))
        #expect(!run.isStopped)
        #expect(run.open(plan.steps[1]).isEmpty)
        #expect(run.open(plan.steps[2]).map(\.message) == ["c"])
    }

    @Test("after a lost connection, the rest has no answer")
    func lost() {
        let plan = plan
        var run = UpdateRun(plan, of: ["a", "b", "c", "d"])
        run.failed(run.open(plan.steps[0]), RemoteError(.unreachable(detail: "gone"), call: "STORE"))
        #expect(run.isStopped)
        #expect(run.answers["c"] == nil)
        #expect(run.answers.keys.sorted() == ["a", "b", "d"])
    }

    @Test("what there is nothing to do for is done")
    func nothingToDo() {
        let plan = UpdatePlan(
            ["a": .moving(from: "work", to: "inbox")], of: messages, in: .init(PlannedMail.folders))
        #expect(plan.steps.isEmpty)
        if case .success = UpdateRun(plan, of: ["a"]).answers["a"] {} else { Issue.record("no answer") }
    }
}
