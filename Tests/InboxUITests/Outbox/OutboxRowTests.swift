import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Rows of the outbox")
struct OutboxRowTests {
    @Test("a failed action's row shows the error, the tries and the next try")
    func troubled() {
        let action = Action(
            id: ActionID(1), account: AccountID(1), command: .trash, title: "3 threads", edits: [], createdAt: .test(0),
            attempts: 2,
            notBefore: .test(330), lastError: "Connection refused")
        let row = OutboxRow(action, account: .test(), clock: WallClock { .test(300) })
        #expect(row.what == "move to the trash 3 threads")
        #expect(row.history == "5 min ago · tried twice")
        #expect(row.state == "Connection refused · tries again in 30 s")
        #expect(row.isTroubled)
    }

    @Test("an undo action's row starts with undo; a row counts the tries of the step it waits for")
    func takingBack() {
        let clock = WallClock { .test(300) }
        var action = Action(
            id: ActionID(1), account: AccountID(1), command: .archive, title: "Rent", detail: Action.ofUndo,
            createdAt: .test(0))
        #expect(OutboxRow(action, account: .test(), clock: clock).what == "undo: archive “Rent”")
        let named = Action(
            id: ActionID(2), account: AccountID(1), command: .createMailbox, title: "undo",
            object: .mailbox(MailboxID(1)), detail: "undo", createdAt: .test(0))
        #expect(OutboxRow(named, account: .test(), clock: clock).what == "create the mailbox “undo”")
        action.detail = nil
        var step = action
        step.attempts = 5
        let row = OutboxRow(action, account: .test(), step: step, isSignedOut: true, clock: clock)
        #expect(row.what == "archive “Rent”" && row.history.hasSuffix("tried 5 times"))
        #expect(row.state == "waits until you sign in again")
    }

    @Test("while offline, a row says it waits for the connection and hides the number of tries")
    func withoutConnection() {
        let action = Action(
            id: ActionID(1), account: AccountID(1), command: .archive, title: "Rent", createdAt: .test(0), attempts: 3,
            notBefore: .test(330), lastError: "Connection refused")
        let row = OutboxRow(action, account: .test(), isOffline: true, clock: WallClock { .test(300) })
        #expect(row.history == "5 min ago" && row.state == "waits for the connection")
    }

    @Test("an unreadable action says so, and so does the next")
    func unreadable() {
        let clock = WallClock { .test(300) }
        let action = Action(
            id: ActionID(1), account: AccountID(1), command: .unreadable, title: "Rent", state: .unreadable,
            createdAt: .test(0))
        let row = OutboxRow(action, account: .test(), clock: clock)
        #expect(row.what == "do something unknown with “Rent”" && row.needsUser)
        #expect(row.state == "can't be read: damaged, or from a newer Maraca")
        var next = action
        (next.command, next.state) = (.archive, .waiting)
        let waiting = OutboxRow(next, account: .test(), after: action, clock: clock)
        #expect(waiting.state == "waits until what can't be read is discarded")
    }

    @Test("an action says after which other it goes, by a name where the verb alone says too little")
    func order() {
        let clock = WallClock { .test(300) }
        func row(after command: Action.Command, _ title: String) -> String {
            let first = Action(
                id: ActionID(1), account: AccountID(1), command: command, title: title, createdAt: .test(0))
            let next = Action(
                id: ActionID(2), account: AccountID(1), command: .move, title: "Rent", createdAt: .test(0))
            return OutboxRow(next, account: .test(), after: first, clock: clock).state
        }
        #expect(row(after: .archive, "Lunch") == "goes after “archive”")
        #expect(row(after: .renameMailbox, "Office") == "goes after “rename the mailbox to Office”")
        #expect(row(after: .unlabel, "Lunch") == "goes after “remove a label from Lunch”")
        #expect(row(after: .transfer, "Lunch") == "goes after “move to another account: Lunch”")
    }

    @Test("J-61: a message held by the server shows until when, and that it is being recalled")
    func heldByServer() {
        var action = Action(
            id: ActionID(1), account: AccountID(1), command: .sendDraft, title: "Slides", createdAt: .test(0),
            notBefore: .test(90_000), due: .test(90_000))
        let clock = WallClock { .test(300) }
        action.state = .held
        #expect(
            OutboxRow(action, account: .test(), clock: clock).state
                == "held by the server · goes out on \(MessageDates(clock: clock).long(.test(90_000)))")
        action.state = .recalling
        action.lastError = "No route"
        let row = OutboxRow(action, account: .test(), clock: clock)
        #expect(row.state == "No route · the server is asked to give it back" && row.isTroubled)
    }

    @Test("a refused message or redirect counts as possibly sent only after its submission began")
    func refused() {
        let clock = WallClock { .test(300) }
        func row(_ command: Action.Command, _ detail: String?) -> OutboxRow {
            let action = Action(
                id: ActionID(1), account: AccountID(1), command: command, title: "Rent", detail: detail,
                state: .stopped,
                createdAt: .test(0), attempts: 1, lastError: "no such recipient")
            return OutboxRow(action, account: .test(), clock: clock)
        }
        #expect(row(.sendDraft, nil).state == "not sent: no such recipient" && !row(.sendDraft, nil).mayHaveBeenSent)
        #expect(row(.sendDraft, "{}").mayHaveBeenSent)
        #expect(!row(.bounce, #"{"draft":"","recipients":[]}"#).mayHaveBeenSent)
        #expect(row(.bounce, #"{"draft":"","recipients":[],"state":"7"}"#).mayHaveBeenSent)
    }

    @Test("a sent message left among the server's drafts is shown as sent, and discarding it says so")
    func leftover() throws {
        var order = RemoteSubmission(draft: RemoteID("d"), recipients: [])
        order.left = RemoteID("m")
        func detail() throws -> String { String(decoding: try JSONEncoder().encode(order), as: UTF8.self) }
        let action = Action(
            id: ActionID(1), account: AccountID(1), command: .sendDraft, title: "Rent", detail: try detail(),
            state: .stopped, createdAt: .test(0), attempts: 1, lastError: "it was sent; it stays among the drafts")
        #expect(action.wasSent)
        let row = OutboxRow(action, account: .test(), clock: WallClock { .test(300) })
        #expect(row.state == "it was sent; it stays among the drafts" && row.needsUser)
        #expect(Discarding(action).done == "Discarded; it was sent, and stays among the drafts")
        order.left = nil
        order.messageIDHeader = "\"left\":"
        var doubtful = action
        doubtful.detail = try detail()
        #expect(doubtful.mayHaveBeenSent && !doubtful.wasSent)
    }
}
