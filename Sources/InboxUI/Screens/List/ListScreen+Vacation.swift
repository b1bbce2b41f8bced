import InboxKit
import InboxModel
import TerminalUI

/// The vacation reply, which the server sends by itself; switched on and off there at once.
extension ListScreen {
    /// Asks the server for the state of the vacation reply, and offers to switch it.
    func vacation() {
        guard let account = ownerInQuestion else { return }
        around.ask("Fetching the vacation reply", for: self, orSay: { Wording.vacation($0) }) {
            [around] () async throws(SessionError) in
            try await around.session.vacation(of: account)
        } then: { [weak self] reply in
            self?.offer(reply, of: account)
        }
    }

    private func offer(_ reply: VacationReply, of account: AccountID) {
        let text = Wording.line(Wording.text(reply))
        guard reply.isEnabled || !text.isEmpty else {
            return around.say(
                "The vacation reply has no text yet. Give it one with “maraca vacation on”.", kind: .warning)
        }
        let changed = reply.switched(on: !reply.isEnabled, now: around.clock.now())
        around.push(
            QuestionScreen(
                changed.isEnabled ? "Switch the vacation reply on?" : "Switch the vacation reply off?",
                text: (words(forOwner: account).map { "\($0): " } ?? "")
                    + "\(Wording.sentence(reply)) \(text.prefix(200))",
                deed: "switch \(changed.isEnabled ? "on" : "off")",
                around: around
            ) { [weak self] in self?.setVacation(changed, before: reply, of: account) })
    }

    private func setVacation(_ reply: VacationReply, before: VacationReply, of account: AccountID) {
        around.ask("Switching the vacation reply", for: self, orSay: { Wording.vacation($0) }) {
            [around] () async throws(SessionError) in
            try await around.session.setVacation(reply, before: before, of: account)
        } then: { [around] in
            around.say(Wording.sentence(reply), kind: .done)
        }
    }
}
