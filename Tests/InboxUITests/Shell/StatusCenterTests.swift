import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

private enum Phases {
    static let error = RemoteError(.unreachable(detail: "no route"), call: "GET /delta")

    /// J-30
    static let refused = RemoteError(.refused(status: 0, message: "odd: no"), call: "Email/changes", type: "odd")

    static let moved = RemoteError(
        .insecure(detail: "elsewhere"), call: "session", finding: .unapprovedOrigins(["https://api.example"]))

    /// J-26
    static let missing = RemoteError(
        .busy(status: 0, message: "not listed"), call: "session", finding: .otherAccount())

    static let lost = RemoteError(.unreachable(detail: "lost"), call: "GET /account", finding: .lostAddress)

    static let all: [(AccountStatus.Phase, String, Bool)] = [
        (.idle, "", true), (.connecting, "⠹ connecting", true), (.live, "● live", true), (.polling, "○ polling", true),
        (.offline(error, retryAt: .distantFuture), "○ offline", false),
        (.offline(refused, retryAt: .distantFuture), "⚠ server refuses", false),
        (.offline(moved, retryAt: .distantFuture), "⚠ server moved", false),
        (.offline(missing, retryAt: .distantFuture), "⚠ account gone", false),
        (.offline(lost, retryAt: .distantFuture), "⚠ address lost", false),
        (.signedOut(message: "no"), "⚠ sign in again", false),
        (.noSecret(.missing), "⚠ sign in again", false), (.storeFailed(.diskFull), "⚠ disk full", false),
        (.storeFailed(.quotaUsed), "⚠ disk quota used up", false),
        (.storeFailed(.locked), "⚠ mailbox locked", false),
        (.storeFailed(.failed(detail: "odd")), "⚠ can't store mail", false),
    ]
}

@Suite("Short status text")
struct StatusCenterTests {
    private static let start = ContinuousClock.now

    private func text(_ center: StatusCenter, _ account: Int64?, after wait: Duration = .zero) -> StatusText {
        center.text(for: account.map { AccountID($0) }, glyphs: .unicode, spinner: "⠹", frame: Self.start + wait)
    }

    @Test("every phase has its words", arguments: Phases.all.indices)
    func phases(index: Int) {
        let (phase, words, isGood) = Phases.all[index]
        var center = StatusCenter()
        center.statuses[AccountID(1)] = AccountStatus(account: AccountID(1), phase: phase)
        let said = text(center, 1)
        #expect(said.connection == words && said.queue.isEmpty && said.isGood == isGood)
        // Every problem shows a key that helps.
        #expect(said.remedy.isEmpty == isGood)
        #expect(text(center, nil) == text(center, 1))
    }

    @Test("the status counts fetched mail, but not while offline")
    func progress() {
        let work = AccountStatus.Progress(work: .messages, done: 41_200, total: 60_000, startedAt: .distantPast)
        var center = StatusCenter()
        center.statuses[AccountID(1)] = AccountStatus(account: AccountID(1), phase: .live, progress: work)
        #expect(text(center, 1).connection == "⠹ getting mail 41,200 of 60,000")
        #expect(text(center, nil).getting == "getting mail 41,200 of 60,000")
        let begun = AccountStatus.Progress(work: .messages, done: 0, startedAt: Date())
        #expect(Wording.getting(begun) == "getting mail", "nobody knows yet how much there is")
        center.statuses[AccountID(1)]?.phase = .offline(Phases.error, retryAt: .distantFuture)
        #expect(text(center, 1).connection == "○ offline" && text(center, 1).getting.isEmpty)
    }

    @Test("with little room the queue is a sign and a number, or a few words")
    func shortQueue() {
        var center = StatusCenter()
        let account = AccountID(1)
        center.take(queued: [:], refused: [account: 2], at: .now)
        #expect(text(center, 1).queue == "⚠ 2 refused" && text(center, 1).shortQueue == "⚠ 2")
        #expect(center.text(for: account, glyphs: .words, spinner: "").shortQueue == "2 refused")
        center.take(queued: [account: 1], stopped: [account: 1], at: .now)
        #expect(text(center, 1).shortQueue == "⟲ 2")
        #expect(center.text(for: account, glyphs: .words, spinner: "").shortQueue == "2 in outbox")
    }

    @Test("an upload is shown before incoming mail")
    func uploads() {
        let work = AccountStatus.Progress(work: .messages, done: 1, total: 2, startedAt: .distantPast)
        var center = StatusCenter()
        center.statuses[AccountID(1)] = AccountStatus(account: AccountID(1), phase: .live, progress: work)
        let file = MessageFile(remoteID: RemoteID(""), fileName: "a", contentType: "", size: 300, localID: FileID(1))
        center.transfers = [FileTransfer(file, .download, account: AccountID(1))]
        #expect(text(center, 1).connection == "⠹ getting mail 1 of 2" && center.isBusy)
        center.transfers.append(FileTransfer(file, .upload, account: AccountID(1)))
        center.transfers[1].meter.sent(102)
        #expect(text(center, 1).connection == "⠹ uploading 34%")
        #expect(text(center, nil) == text(center, 1))
    }

    @Test("several accounts show the worst status and the sum of their queues")
    func several() {
        var center = StatusCenter()
        center.statuses[AccountID(1)] = AccountStatus(account: AccountID(1), phase: .live)
        center.statuses[AccountID(2)] = AccountStatus(
            account: AccountID(2), phase: .offline(Phases.error, retryAt: .distantFuture))
        center.take(queued: [AccountID(1): 1, AccountID(2): 2], at: Self.start - .seconds(5))
        var all = StatusText(
            connection: "○ offline", queue: "⟲ 3 queued", isGood: false, remedy: "try now",
            offline: Phases.error.summary)
        all.shortQueue = "⟲ 3"
        #expect(text(center, nil) == all)
        var first = StatusText(connection: "● live", queue: "⟲ 1 queued", isGood: true)
        first.shortQueue = "⟲ 1"
        #expect(text(center, 1) == first)
    }

    @Test("the bottom line hides a queue that the server answers within a second")
    func patience() {
        var center = StatusCenter()
        let id = AccountID(1)
        center.statuses[id] = AccountStatus(account: id, phase: .live)
        center.take(queued: [:], at: Self.start)
        center.take(queued: [id: 1], at: Self.start)
        #expect(text(center, 1, after: .milliseconds(900)).queue.isEmpty)
        #expect(center.queueIsToldAt(after: Self.start) == Self.start + .seconds(1))
        // Another action does not restart the wait of the first one.
        center.take(queued: [id: 2], at: Self.start + .milliseconds(900))
        #expect(text(center, 1, after: .seconds(1)).queue == "⟲ 2 queued")
        #expect(text(center, nil, after: .seconds(1)).queue == "⟲ 2 queued")
        center.take(queued: [:], at: Self.start + .seconds(2))
        center.take(queued: [id: 1], at: Self.start + .seconds(2))
        #expect(text(center, 1, after: .seconds(2)).queue.isEmpty)
        center.statuses[id]?.phase = .offline(Phases.error, retryAt: .distantFuture)
        #expect(text(center, 1, after: .seconds(2)).queue == "⟲ 1 queued", "nobody answers: told at once")
    }

    @Test("a queue from before the start is shown at once")
    func fromBefore() {
        let id = AccountID(1)
        var center = StatusCenter()
        center.statuses = [id: AccountStatus(account: id, phase: .live)]
        center.take(queued: [id: 7], at: Self.start)
        #expect(text(center, 1).queue == "⟲ 7 queued")
    }

    @Test("refused actions are counted apart from queued actions, at once")
    func refused() {
        var center = StatusCenter()
        let id = AccountID(1)
        center.statuses[id] = AccountStatus(account: id, phase: .live)
        center.take(queued: [:], at: Self.start)
        center.take(queued: [id: 2], refused: [id: 1], at: Self.start)
        #expect(text(center, 1).queue == "⚠ 1 refused" && text(center, 1).needsUser)
        #expect(text(center, nil, after: .seconds(1)).queue == "⟲ 2 queued, 1 refused")
        center.take(queued: [:], stopped: [id: 1], refused: [id: 2], at: Self.start)
        #expect(text(center, 1).queue == "⚠ 1 stopped, 2 refused")
        #expect(text(center, 2).queue.isEmpty)
    }

    @Test("a server gone for days shows how long")
    func absence() {
        var center = StatusCenter()
        let id = AccountID(1)
        center.statuses[id] = AccountStatus(account: id, phase: .offline(Phases.error, retryAt: .distantFuture))
        for (hours, words) in [(23, "○ offline"), (30, "○ offline since yesterday"), (75, "○ offline 3 days")] {
            center.lastContacts[id] = .test(-hours * 3_600)
            #expect(center.text(for: id, glyphs: .unicode, spinner: "", now: .test(0)).connection == words)
        }
    }

    @Test("the status says if another process syncs")
    func following() {
        var center = StatusCenter()
        center.isFollowing = true
        center.statuses[AccountID(1)] = AccountStatus(account: AccountID(1))
        #expect(text(center, 1).connection == "○ synced elsewhere")
    }
}
