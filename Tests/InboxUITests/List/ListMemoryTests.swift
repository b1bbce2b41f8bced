import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("What a list remembers of refreshes, accounts and deleted mailboxes")
struct ListMemoryTests {
    private func accounts(_ ids: Int64...) -> [Account] {
        ids.map {
            var account = Account.test("\($0)@example.test")
            account.id = AccountID($0)
            return account
        }
    }

    /// Returns the account whose refresh has ended, where account 1 is shown.
    private func ended(_ refresh: inout ListRefresh) -> AccountID? { refresh.ended(shown: AccountID(1)) }

    @Test("a refresh ends for the account that was asked, whatever is shown by then")
    func refresh() {
        var refresh = ListRefresh()
        var ends: [AccountID?] = [ended(&refresh)]
        refresh.begin(AccountID(2))
        ends.append(ended(&refresh))
        #expect(refresh.asked == nil)
        refresh.begin(nil)
        ends.append(ended(&refresh))
        refresh.begin(AccountID(2))
        refresh.goesOn(for: AccountID(3))
        ends.append(ended(&refresh))
        #expect(ends == [AccountID(1), AccountID(2), nil, AccountID(3)])
        refresh.goesOn(for: AccountID(1))
        #expect(refresh.asked == nil, "there is none to go on")
    }

    @Test("a failure lasts until a refresh succeeds, and only the same again is no news")
    func failure() {
        var refresh = ListRefresh()
        let known = ["No answer", "No answer", "No network"].map { refresh.failed($0) }
        #expect(known == [false, true, false] && refresh.failure == "No network")
        var asked = [refresh.completed()]
        #expect(refresh.failure == nil)
        refresh.begin(AccountID(1))
        for _ in 0..<2 { asked.append(refresh.completed()) }
        #expect(asked == [false, true, false])
        _ = refresh.failed("No answer")
        refresh.forgetFailure()
        #expect(refresh.failure == nil)
    }

    @Test("an added account is shown once, and not at all when the user comes back without one")
    func added() {
        let (one, two) = (accounts(1), accounts(1, 2))
        var changes = AccountChanges(one)
        var added = [changes.added(among: two)]
        changes.awaitAnother(beside: one)
        changes.cameBack(one)
        #expect(!changes.awaitsAnother)
        added.append(changes.added(among: two))
        changes.awaitAnother(beside: one)
        changes.cameBack(two)
        #expect(changes.awaitsAnother)
        for known in [one, two, two] { added.append(changes.added(among: known)) }
        #expect(added.map(\.?.id) == [nil, nil, nil, AccountID(2), nil])
    }

    @Test("one account is left, or has come, only once")
    func one() {
        var changes = AccountChanges(accounts(1, 2))
        let are = [accounts(1, 2), accounts(1), accounts(1), [], accounts(3)].map { changes.areOne($0) }
        #expect(are == [false, true, false, false, true])
    }

    @Test("a deleted mailbox is news unless it was deleted here; keys are meant for its rows for a moment")
    func gone() {
        let now = ContinuousClock.now
        var gone = GoneMailboxes()
        #expect(!gone.haveJustGone(at: now))
        gone.delete(MailboxID(1))
        let news = [1, 2].map { gone.replaced(MailboxID($0), at: now) }
        #expect(news == [false, true])
        #expect(gone.haveJustGone(at: now + .seconds(1)) && !gone.haveJustGone(at: now + .seconds(2)))
    }
}
