import Foundation
import InboxModel
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Lists by mail age")
@MainActor
struct FollowingTimeTests {
    private final class Time: Sendable {
        let clock = ManualClock()
        private let date = Mutex(Date.test(110))
        var now: Date { date.withLock(\.self) }
        func advance(by seconds: Double) {
            date.withLock { $0 += seconds }
            clock.advance(by: .seconds(seconds))
        }
    }

    private let time = Time()
    private let store: Store
    private let session: MailSession

    init() throws {
        store = try Store()
        let account = try store.addTestAccount()
        for (id, at) in [("a", 0), ("b", 100)] {
            try store.receive(.remote(id: id, subject: id, unread: true, at: at), account: account)
        }
        session = MailSession(
            store: store, pace: Pace(interval: .zero, clock: time.clock, now: { [time] in time.now })
        ) { _, _ in ScriptedService(ModelServer()) }
    }

    private func caughtUp(_ provider: ModelProvider<MailThread>) async {
        await withCheckedContinuation { done in provider.whenCaughtUp { done.resume() } }
    }

    /// Advances once the provider waits for its next check.
    private func next(_ provider: ModelProvider<MailThread>, after seconds: Int) async {
        await time.clock.untilSomeoneSleeps(for: .seconds(1)..<(.seconds(seconds) + .nanoseconds(1)))
        time.advance(by: Double(seconds))
        await time.clock.untilSomeoneSleeps(for: .seconds(1)..<(.seconds(seconds) + .nanoseconds(1)))
        await caughtUp(provider)
    }

    @Test("mail that gets too old leaves in one change with the count; otherwise nothing is reported")
    func newer() async throws {
        let provider = session.threadProvider(filter: .newer(than: Span(count: 2, unit: .minutes)), loadsAtOnce: true)
        // Rows arrive before their count.
        await caughtUp(provider)
        let witness = Witness(provider)
        #expect(provider.items.map(\.subject) == ["b", "a"])
        await next(provider, after: 30)
        #expect(witness.changes == [.changed(ChangeSet(deletes: [1]))])
        #expect((provider.count, provider.unreadCount) == (1, 1))
        await next(provider, after: 30)
        #expect(witness.changes.count == 1)
        await next(provider, after: 30)
        #expect(witness.changes.count == 1 && provider.count == 1)
        await next(provider, after: 30)
        #expect(provider.items.isEmpty && provider.count == 0 && witness.problems == [])
    }

    @Test("old enough mail appears")
    func older() async throws {
        let provider = session.threadProvider(filter: .older(than: Span(count: 1, unit: .hours)), loadsAtOnce: true)
        #expect(provider.items.isEmpty)
        for _ in 0..<12 { await next(provider, after: 300) }
        #expect(provider.items.map(\.subject) == ["b", "a"] && provider.count == 2)
    }

    @Test("lists with relative dates refresh at their unit's pace, drafts too; others never do")
    func others() {
        let days = MailPredicate.older(than: Span(count: 2, unit: .weeks))
        func pulse(_ filter: MailPredicate) -> Duration? {
            ListSource<MailThread>(store: store, configuration: ListConfiguration(filter: filter, sort: .newestFirst))
                .pulse
        }
        #expect(pulse(.everything) == nil && pulse(.receivedSince(.test(0))) == nil)
        #expect(pulse(.all([.unread, .not(days)])) == .seconds(3_600))
        #expect(pulse(.any([days, .newer(than: Span(count: 90, unit: .minutes))])) == .seconds(30))
        #expect(pulse(.not(.sinceDay(.today))) == .seconds(60))
        #expect(pulse(.any([days, .beforeDay(.yesterday)])) == .seconds(60))
        let drafts = WholeSource<MailThread>.drafts(
            store: store, configuration: ListConfiguration(filter: days, sort: .newestFirst), now: { Date() })
        #expect(drafts.pulse == .seconds(3_600))
    }
}
