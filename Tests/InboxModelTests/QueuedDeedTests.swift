import Foundation
import InboxModel
import Testing

@Suite("Outbox rows")
struct QueuedDeedTests {
    private func action(
        _ id: Int64, _ command: Action.Command, draft: Int64? = nil, state: Action.State = .waiting,
        after: [Int64] = [], error: String? = nil
    ) -> Action {
        var action = Action(
            id: ActionID(id), account: AccountID(1), command: command, title: "", state: state,
            createdAt: Date(timeIntervalSince1970: 0), lastError: error)
        action.object = draft.map { .draft(MessageID($0)) }
        action.waitsFor = after.map { ActionID($0) }
        return action
    }

    private func ids(_ actions: [Action]) -> [[Int64]] {
        QueuedDeed.all(actions).map { [$0.id.rawValue] + $0.steps.map(\.id.rawValue) }
    }

    @Test("saves and uploads are steps of their sending, which has the place of the first")
    func sending() {
        let queue = [
            action(1, .saveDraft, draft: 7), action(2, .archive), action(3, .uploadFile),
            action(4, .saveDraft, draft: 7, after: [1, 3]), action(5, .sendDraft, draft: 7, after: [4]),
            action(6, .saveDraft, draft: 8),
        ]
        #expect(ids(queue) == [[5, 1, 3, 4], [2], [6]])
    }

    @Test("an unreadable action has its own row; what depends on it waits for the user")
    func unreadable() {
        let queue = [
            action(1, .saveDraft, draft: 7, state: .unreadable), action(2, .sendDraft, draft: 7, after: [1]),
        ]
        #expect(ids(queue) == [[1], [2]])
        #expect(QueuedDeed.all(queue).map(\.waitsForUser) == [true, true])
        #expect(QueuedDeed.all(queue).map { $0.trouble?.id } == [ActionID(1), nil])
    }

    @Test("an unsent draft has one row, its newest text")
    func saving() {
        #expect(ids([action(1, .saveDraft, draft: 7), action(2, .saveDraft, draft: 7)]) == [[2, 1]])
    }

    @Test("refused or answered actions are no steps, and an unneeded upload has its own row")
    func apart() {
        let queue = [
            action(1, .saveDraft, draft: 7, state: .refused), action(2, .sendDraft, draft: 7), action(3, .uploadFile),
        ]
        #expect(ids(queue) == [[1], [2], [3]])
    }

    @Test("a stopped step stops its row, and later rows wait for the user")
    func trouble() {
        let deeds = QueuedDeed.all([
            action(1, .saveDraft, draft: 7, state: .stopped, error: "too large"),
            action(2, .sendDraft, draft: 7, after: [1]), action(3, .createMailbox, after: [2]), action(4, .archive),
        ])
        #expect(deeds.map(\.trouble?.lastError) == ["too large", nil, nil])
        #expect(deeds.map(\.waitsForUser) == [true, true, false])
    }
}
