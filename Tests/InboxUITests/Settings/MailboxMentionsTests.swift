import InboxModel
import Testing

@testable import InboxUI

@Suite("Mentions of a mailbox that is renamed")
struct MailboxMentionsTests {
    private func mailbox(_ id: Int64, _ name: String) -> Mailbox {
        Mailbox(id: MailboxID(id), account: AccountID(1), remoteID: nil, name: name, role: nil)
    }

    @Test("views, keys, series and the query for new mail that still have the old name are named")
    func named() {
        let all = [mailbox(1, "Receipts"), mailbox(2, "Receipts/Old"), mailbox(3, "Work")]
        var settings = Settings()
        settings.newMailQuery = "is:unread in:Receipts"
        settings.keys = ["list.move:Receipts": ["gR"], "go:Old": ["gO"], "move:Work": ["gW"], "archive": ["y"]]
        settings.series = ["filed": Series([.command(.shake), .own(OwnKey(.move, "receipts"), takesOff: false)])]
        let views: [MailView] = [
            .saved(name: "Bills", query: "in:receipts from:shop"), .search("in:Work"), .search("receipts"),
        ]
        let mentions = MailboxMentions(all, renaming: all[0], to: "Bills")
        #expect(
            mentions.words(settings, views: views)
                == "The old name is still in view “Bills”, newMailQuery, “list.move:Receipts”, “filed”.")
        #expect(mentions.words(Settings()) == "")
        // The last level of a name is enough, and has not changed.
        #expect(MailboxMentions(all, renaming: all[0], to: "Work/Receipts").words(settings, views: views) == "")
    }
}
