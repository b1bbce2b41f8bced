import Foundation
import InboxModel
import InboxStore
import Synchronization
import TerminalUI
import TestSupport

@testable import InboxKit
@testable import InboxUI

/// Boxes and questions over the list, and the screens opened from it.
extension ScreenState {
    static let boxes = choosing + mailboxes + people + helping

    private static let choosing: [ScreenState] = [
        .init("settings", "gS", shows: "Settings") { $0.shell.settings.downloads = "" },
        .init("settings-found", "gS theme", shows: "theme") { $0.shell.settings.downloads = "" },
        .init("snooze", "b", shows: "until when?"),
        .init("snooze-time", "b tomorrow", shows: "back in the"),
        .init("copy", "C", shows: "Copy"),
        .init("sorted", "Of", shows: "Sorted by sender"),
        .init("messages", "Om", shows: "2 unread"),
        .init("date-wrong", "gd zebra", shows: "not a past date"),
        .init("pinned", "/folders Enter v", shows: "Pinned"),
        .init("view-out", "/folders Enter v v", shows: "Remove “folders”"),
        .init("view-name", "/folders Enter v d G k k k r", shows: "Name of this view"),
        .init("outbox-opened", "e o Enter", shows: "folders?"),
        .init("unsubscribe", "U", shows: "Unsubscribe at") { client in
            try client.keep("List-Unsubscribe", "<https://lists.example.test/leave?who=me>", of: "dir3")
            try client.keep("List-Unsubscribe-Post", "List-Unsubscribe=One-Click", of: "dir3")
        },
        .init("unsubscribe-page", "U", shows: "on a page") { client in
            try client.keep("List-Unsubscribe", "<https://lists.example.test/leave>", of: "dir3")
            try client.keep("List-Unsubscribe-Post", "", of: "dir3")
        },
        .init("pass-on", "B", shows: "Forward"),
        .init("vacation", ":vacation Enter", shows: "vacation reply on?") { client in
            client.server.setVacation(
                VacationReply(subject: "Away", text: "I am at the sea until the 20th, and read no mail there."))
            client.answers()
        },
        .init("two-accounts", shows: "Nightly", before: addAccount),
        .init("two-accounts-drawer", "d", shows: "me@example.test", before: addAccount),
        .init("add-account", ":addAccount Enter", shows: "Address"),
    ]

    private static let mailboxes: [ScreenState] = [
        .init("mailbox-new", ":newMailbox Enter", shows: "New mailbox"),
        .init("mailbox-new-below", ":newMailbox Enter Work/Plans", shows: "below"),
        .init("mailbox-taken", ":newMailbox Enter work Enter", shows: "There is already"),
        .init("mailbox-rename", "gm Work Enter :renameView Enter", shows: "Rename, or"),
        .init("mailbox-delete", "gm Work Enter :deleteMailbox Enter", shows: "Delete"),
        .init("mailbox-empty", "# gm Trash Enter :emptyMailbox Enter", shows: "for good"),
        .init("mailbox-share", "gm Work Enter :share Enter", shows: "Add somebody") { client in
            let bob = MailboxShare(Principal(id: "bob", name: "Bob Berg", email: "bob@example.test"), .write)
            client.server.setSharing([
                RemoteID("work"): MailboxSharing(shares: [bob, .init(Principal(id: "carl"), .read)], mayShare: true)
            ])
            client.answers()
        },
        .init("delete-for-good", "# gm Trash Enter #", shows: "for good"),
    ]

    private static let people: [ScreenState] = [
        .init("contacts", "gc", shows: "Carl"),
        .init("contacts-found", "gc /kei", shows: "2 people"),
        .init("contacts-marked", "gc x x", shows: "Carl"),
        .init("contact", "gc Enter", shows: "example.test"),
        .init("contact-form", "gc e", shows: "Groups"),
        .init("contact-new", "gc a", shows: "New contact"),
        .init("contact-wrong", "gc a Ctrl-s", shows: "That is not an address."),
        .init("contact-left", "gc a Zoe Esc", shows: "without saving"),
        .init("contact-remove", "gc #", shows: "Remove"),
    ]

    private static let helping: [ScreenState] = [
        .init("help-thread", "Enter ?", shows: "Keys"),
        .init("help-compose", "c F1", shows: "Keys"),
        .init("help-drawer", "d ?", shows: "Keys"),
        .init("help-deck", "S ?", shows: "Keys"),
        .init("help-outbox", "o ?", shows: "Keys"),
        .init("help-contacts", "gc ?", shows: "Keys"),
        .init("help-search", "/ F1", shows: "Keys"),
        .init("help-question", "gc # F1", shows: "Here"),
    ]

    private static let addAccount: @UI @Sendable (ShellClient) async throws -> Void = { client in
        let other = try client.store.addTestAccount(.test("work@example.test"))
        try client.store.receive(
            .remote(
                id: "plans", from: "anna", subject: "Plans for spring", snippet: "The first draft", unread: true,
                at: FakeSurroundings.noon - 5_000), account: other)
    }
}

extension ShellClient {
    /// Provides a server with the mail from now on.
    func answers() {
        let (account, service) = (account, ScriptedService(server))
        server.put(FakeSurroundings.sixThreads)
        session.running.withLock { $0.services[account] = service }
    }

    /// Stores a header of a message.
    func keep(_ header: String, _ value: String, of message: String) throws {
        try keep(Data(value.utf8), as: "\(message)#\(header)")
    }

    /// Stores a file as if it had been fetched.
    func keep(_ bytes: Data, as file: String) throws {
        let account = account
        try store.writeNow { try $0.save(file: RemoteID(file), account: account, bytes, now: Date()) }
    }

    func receive(_ message: RemoteMessage) throws { try store.receive(message, account: account) }
}
