import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// What list and thread do alike to threads.
extension Surroundings {
    /// Asks for a label or tag to put on or take off. Mail of several accounts can have a tag together: labels are each account's own.
    /// - Parameter targets: what gets it, for each of the threads, where these are not meant as a whole.
    func chooseLabel(for threads: [MailThread], _ targets: MailTargets? = nil, done: @escaping @UI () -> Void) {
        guard let account = threads.first?.account else { return }
        guard threads.allSatisfy({ $0.account == account }) else {
            let places = TagPlaces(threads, session.knownAccounts)
            guard !places.threads.isEmpty else {
                return say(
                    "\(places.refusal), and each has labels or folders of its own.", kind: .warning, undo: false)
            }
            return push(
                LabelPickerScreen(tagging: places, targets ?? .threads(threads.map(\.id)), around: self, done: done))
        }
        let owner = session.knownAccounts.first { $0.id == account }
        guard owner?.hasLabels == true || owner?.keepsTags == true else {
            let key = keyName(of: .move, in: .list).map { " with \($0)" } ?? ""
            return say("This account has folders, not labels: move it\(key).", kind: .info, undo: false)
        }
        push(
            LabelPickerScreen(
                threads, targets ?? .threads(threads.map(\.id)), account: account, around: self, done: done))
    }

    /// Leaves threads alone from now on; a single one that is muted is so no longer.
    func mute(_ threads: [ThreadID]) {
        let isMuted = threads.count == 1 && isMuted(threads[0])
        let command = isMuted ? Action.Command.unmute : .mute
        lastAct = LastAct(command)
        act(command, on: threads, target: nil)
    }

    /// What is done to threads that are to be put aside for a reply: those that are so already, all of them, are so no longer.
    func replyLater(_ threads: [MailThread]) -> Action.Command {
        threads.allSatisfy(\.awaitsReply) ? .replied : .replyLater
    }

    /// What the key for junk does to threads: those that lie there, and nowhere that mail is read, are taken out of it. One that
    /// lies elsewhere too is there because of mail that is none, and what the filter caught of it stays caught.
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
