import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Actions on threads that the list and the thread screen share.
extension Surroundings {
    /// Asks for a label or tag to add or remove. Mail of several accounts can share a tag, while labels belong to one account.
    /// - Parameter targets: The mail to act on, where that is not all of each thread.
    func chooseLabel(for threads: [MailThread], _ targets: MailTargets? = nil, done: @escaping @UI () -> Void) {
        guard let account = threads.first?.account else { return }
        guard threads.allSatisfy({ $0.account == account }) else {
            let places = TagPlaces(threads, session.knownAccounts)
            guard !places.threads.isEmpty else {
                return say("\(places.refusal), and each has labels or folders of its own.", kind: .warning)
            }
            return push(
                LabelPickerScreen(tagging: places, targets ?? .threads(threads.map(\.id)), around: self, done: done))
        }
        let owner = session.knownAccount(account)
        guard owner?.hasLabels == true || owner?.keepsTags == true else {
            let key = keyName(of: .move, in: .list).map { " with \($0)" } ?? ""
            return say("This account has folders, not labels: move it\(key).", kind: .info)
        }
        push(
            LabelPickerScreen(
                threads, targets ?? .threads(threads.map(\.id)), account: account, around: self, done: done))
    }

    /// Mutes threads; a single thread that is muted already is unmuted.
    func mute(_ threads: [ThreadID]) {
        let isMuted = threads.count == 1 && isMuted(threads[0])
        let command = isMuted ? Action.Command.unmute : .mute
        lastAct = LastAct(command)
        act(command, on: threads, target: nil)
    }

    /// Returns the command of the reply-later key: if all threads are marked for a reply already, it removes the mark.
    func replyLater(_ threads: [MailThread]) -> Action.Command {
        threads.allSatisfy(\.awaitsReply) ? .replied : .replyLater
    }

    /// Returns the command of the junk key: threads that are in junk, and nowhere that mail is read, are taken out of it. A thread that is
    /// also elsewhere contains wanted mail, and what the filter caught of it stays caught.
    func junk(_ threads: [MailThread]) -> Action.Command {
        let mailboxes = (try? session.mailboxes()) ?? []
        let junk = Set(mailboxes.lazy.filter { $0.role == .junk }.map(\.id))
        let unread: Set<MailboxRole> = [.junk, .trash, .sent, .drafts, .all]
        let read = Set(mailboxes.lazy.filter { !($0.role.map(unread.contains) ?? false) }.map(\.id))
        let areJunk = threads.allSatisfy {
            !$0.mailboxes.isDisjoint(with: junk) && $0.mailboxes.isDisjoint(with: read)
        }
        return areJunk && !threads.isEmpty ? .notJunk : .junk
    }

    private func isMuted(_ thread: ThreadID) -> Bool {
        (try? session.count(.thread(thread) && .keyword(.muted), messages: true)).map { $0 > 0 } ?? false
    }
}
