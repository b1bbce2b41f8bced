import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

/// How to read an id that a server gave to both a thread and a message.
struct IDMeaning: ParsableArguments {
    @Flag(help: "The id is that of a message, even if a thread has the same.") var message = false
}

extension GlobalOptions {
    /// Returns the mail that an id names, within the chosen account.
    /// - Parameters:
    ///   - orOwn: whether it may be an id printed for a draft.
    ///   - leavingDrafts: the name of the command, if it leaves drafts as they are.
    func find(
        _ id: String, _ session: MailSession, isMessage: Bool = false, orOwn: Bool = true, leavingDrafts: String? = nil
    ) throws -> NamedMail {
        let chosen = account == nil ? nil : try chosenAccounts(session).first?.id
        let found = try telling { () throws(SessionError) in
            try session.named(id, account: chosen, isMessage: isMessage, orOwn: orOwn)
        }
        guard !found.isEmpty else {
            if !orOwn { try refuseOwn(id, session, leavingDrafts) }
            let what = isMessage ? "no message with" : "nothing with"
            throw CommandFailure(message: "there is \(what) the id \(id); `maraca list` shows ids")
        }
        try refuseSeveral(found, id, session)
        if found.isAlsoMessage {
            Output.note("\(id) is a thread and one of its messages; the thread is meant, unless you say --message")
        }
        return found
    }

    /// Throws if an id is only the local number of a draft or of a sent message, which `list` shows until the server has given an id.
    private func refuseOwn(_ id: String, _ session: MailSession, _ leavingDrafts: String?) throws {
        guard let own = try? find(id, session, isMessage: true),
            let message = own.messages.first.flatMap({ try? session.message($0) })
        else { return }
        if let leavingDrafts, message.isDraft { throw CommandFailure.draft(id, staysWith: leavingDrafts) }
        if let known = message.remoteID {
            throw CommandFailure(message: "\(id) has another id at its server: \(known.rawValue)")
        }
        if (try? session.draft(message.id))?.content.seal?.encrypts == true {
            throw CommandFailure(
                message:
                    "\(id) is a draft to be encrypted, which stays on this machine: only `draft send` and `draft discard` take it"
            )
        }
        let what = message.isDraft ? "a draft" : "a message"
        throw CommandFailure(
            message:
                "\(id) is \(what) that its server does not have yet: `maraca sync` first, then `maraca list` shows its id"
        )
    }

    /// Throws if an id names mail in several accounts: some servers derive ids from the content, so the user must choose the account.
    private func refuseSeveral(_ found: NamedMail, _ id: String, _ session: MailSession) throws {
        guard account == nil, found.threads.count + found.messages.count > 1 else { return }
        let messages = try telling { () throws(SessionError) in try session.allMessages(of: found) }
        let owners = Set(messages.map(\.account))
        guard owners.count > 1 else { return }
        let addresses = try session.knownAccounts().filter { owners.contains($0.id) }.map(\.address)
        throw CommandFailure(
            message: "\(id) is in \(addresses.joined(separator: " and ")); choose one with --account", status: 2)
    }
}

extension CommandFailure {
    /// - Parameter command: the name of a command that leaves drafts as they are.
    static func draft(_ id: String, staysWith command: String) -> CommandFailure {
        CommandFailure(
            message: "\(id) is a draft, which `maraca \(command)` leaves as it is",
            below: ["`maraca draft discard \(id)` discards it, `maraca draft send \(id)` sends it"])
    }
}

extension MailSession {
    /// The messages of the thread that was found, else the messages.
    func messages(of found: NamedMail) throws(SessionError) -> [Message] {
        try allMessages(of: NamedMail(threads: Array(found.threads.prefix(1)), messages: found.messages))
    }

    fileprivate func allMessages(of found: NamedMail) throws(SessionError) -> [Message] {
        var messages: [Message] = []
        for thread in found.threads { messages += try self.messages(of: thread) }
        for id in found.messages {
            if let message = try message(id) { messages.append(message) }
        }
        return messages
    }
}
