import Foundation
import InboxKit
import InboxModel
import TerminalUI

extension Surroundings {
    /// Whether a time is past; if so, tells the user.
    func refusesPast(_ date: Date?) -> Bool {
        guard let date, date <= clock.now() else { return false }
        say("That time has passed.", kind: .warning)
        return true
    }

    /// Asks until when to snooze threads.
    /// - Parameters:
    ///   - targets: The mail to snooze, where that is not all of the threads.
    ///   - done: Called with the time; nil to bring snoozed threads back now.
    func askUntilWhen(_ threads: [MailThread], _ targets: MailTargets? = nil, done: @escaping @UI (Date?) -> Void) {
        guard !threads.isEmpty else { return }
        let clock = clock
        let dates = MessageDates(clock: clock)
        let until = threads.compactMap(\.snoozedUntil).max()
        func read(_ text: String) -> SendTime.Reading {
            SendTime.read(text, now: clock.now(), calendar: clock.calendar)
        }
        func isNow(_ text: String) -> Bool {
            let text = text.filter { !$0.isWhitespace }.lowercased()
            return until != nil && (text.isEmpty || text == "now")
        }
        let targets = targets ?? .threads(threads.map(\.id))
        let count = targets.count == 1 ? "" : " \(targets.words)"
        let placeholder = until == nil ? "tomorrow 8, monday, in 3 hours" : "a time; empty or now ends it"
        push(
            EntryScreen(
                until.map { "Snoozed until \(RowDate.coming($0, clock: clock))" } ?? "Snooze\(count) until when?",
                deed: "snooze", placeholder: placeholder, around: self,
                note: { text in
                    if isNow(text) { return .init(text: "back in the inbox now") }
                    let reading = read(text)
                    if case .future(let date) = reading { return .init(text: "back in the inbox " + dates.long(date)) }
                    return .init(text: text.isEmpty ? "" : Wording.noTimeToCome(reading), isProblem: true)
                },
                done: { text in
                    if isNow(text) { done(nil) } else if case .future(let date) = read(text) { done(date) }
                }))
    }
}
