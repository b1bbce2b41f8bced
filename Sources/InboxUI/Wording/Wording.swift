import Foundation
public import InboxKit
public import InboxModel
public import InboxStore
import MailContent

/// What happened and what to do about it, in sentences. A server's words are cleaned before they are quoted.
public enum Wording {
    public static func sentence(_ error: RemoteError) -> String { sentence(error, retries: true) }

    /// - Parameter retries: whether Maraca tries again by itself, as the client does.
    static func sentence(_ error: RemoteError, retries: Bool) -> String {
        let said = quoted(error.summary)
        if error.unapprovedOrigins != nil {
            return
                "Your password is not sent there unasked: \(line(error.summary)). If you trust that place, allow it with the command “approve places” or “maraca account approve ADDRESS”; what is queued waits."
        }
        if error.type == "accountNotFound" { return missing([]) }
        if error.finding == .lostAddress { return lostAddress }
        if error.isAboutSending, error.reason != .cancelled { return "Mail can be read there, but not sent\(said)." }
        if let own = error.ownFailure { return sentence(own) }
        if let others = error.otherAccounts, case .busy = error.reason { return missing(others) }
        return switch error.reason {
        case .unreachable:
            "The server can't be reached\(said). Check its address and the network; what is queued is sent when it answers."
        case .busy(let status, let message) where RemoteError.elsewhere.contains(status):
            "The server is there, but not its mail\(bracketed(status))\(message == "status \(status)" ? "" : said). \(retries ? "Maraca tries again by itself." : later)"
        case .busy(511, _): "\(network) \(retries ? "Maraca tries again by itself." : later)"
        case .busy(let status, _):
            "The server is busy\(bracketed(status))\(said). \(retries ? "Maraca tries again by itself." : later)"
        case .limited(let message):
            "The server asks us to slow down\(message == ownWait ? "" : said). \(retries ? "Maraca waits and tries again." : later)"
        case .signedOut: "The server refused the sign-in\(said). Sign in again."
        case .stateTooOld: "The server has forgotten where we were. All mail is being read again."
        case .refused(let status, _): "The server refused\(bracketed(status))\(said)."
        case .conflict: "Someone else changed it meanwhile\(said)."
        case .notFound: "The server no longer has it\(said)."
        case .unreadableAnswer:
            "The server's answer makes no sense\(said). Check its address, and whether this network wants you to sign in first."
        case .insecure:
            "The connection is not safe\(said). Nothing was sent. Check whether this network wants you to sign in first, and the server's certificate; its address must begin with https:// or imaps://."
        case .unsupported: "This server can't do that: it is read-only."
        case .cancelled: "Stopped."
        case .noServer(let search): sentence(search)
        }
    }

    private static let later = "Try again in a while."
    /// RFC 6585 §6.
    private static let network = "This network wants you to sign in first, in a browser."
    /// What Maraca itself gives as the message while a server's pause lasts.
    private static let ownWait = "the server asked us to wait"

    /// - Parameter others: the accounts that the server lists instead.
    private static func missing(_ others: [String]) -> String {
        let other = others.count == 1 ? quotedName(others[0]) : nil
        let instead = other.map { " It has \($0) now, which may be the same one, set up again." } ?? ""
        return
            "The server no longer lists this account.\(instead) \(keptHere), remove the account and add it again."
    }

    /// What becomes of an account that its server no longer lists.
    static let keptHere =
        "Its mail, drafts and queue are kept here, and go on if it comes back. If it does not: save what you need (maraca show --raw)"

    private static let lostAddress =
        "This account's address was lost with the damaged file. Add it again with “maraca account add ADDRESS”, send or copy its drafts from there, then remove this one with “maraca account remove”."

    public static func sentence(_ error: StoreError) -> String {
        switch error {
        case .diskFull: "The disk is full. Make room; nothing of this change was kept."
        case .quotaUsed:
            "Your quota on the disk is used up. Delete files of yours there; nothing of this change was kept."
        case .notWritable(let path):
            "The mailbox can't be written: \(line(path)). Maraca must be able to write there, even to read mail: check who owns it, its permissions, and that its disk is not read-only."
        case .moved(let path):
            "The mailbox is no longer at \(line(path)): it was moved, replaced or deleted. Nothing can be kept until you start Maraca again."
        case .newerVersion(let path): "A newer Maraca wrote \(line(path)). Use that one; the file was not touched."
        case .olderVersionRuns(let path):
            "An older Maraca has \(line(path)) open. Quit it first: this one has to change the file, and that one would not know."
        case .corrupt(let path):
            "The mailbox is damaged: \(line(path)). `maraca doctor` saves what can be read, and keeps the old file."
        case .locked: "Another program has the mailbox locked. Try again."
        case .notFound: "It is no longer there."
        case .notAllowed(let error): sentence(error)
        case .failed(let detail): "The mailbox can't be used\(quoted(detail)). “maraca doctor” says more."
        }
    }

    public static func sentence(_ error: HomeError) -> String {
        switch error {
        case .notWritable(let path):
            "The folder can't be written: \(line(path)). Maraca must be able to write there, even to read mail: check who owns it, its permissions, and that its disk is not read-only, or use --home."
        case .notOurs(let path):
            "The folder belongs to someone else or is a link: \(line(path)). Use another with --home."
        case .noPlace: "There is no home folder to keep mail in. Set HOME, or use --home."
        }
    }

    public static func sentence(_ error: SecretError) -> String {
        switch error {
        case .missing: "There is no password for this account. Sign in again."
        case .notWritable(let path):
            "The password can't be kept: \(line(path)) can't be written. Check who owns it, and that its disk has room."
        case .notReadable(let path):
            "The password in \(line(path)) can't be read. Check who owns it, and that it is no link."
        case .notPrivate(let path): "Others can read the password in \(line(path)). Close it with chmod 600."
        case .isFromCommand(let command):
            "The password comes from “\(line(command))”. Change it there; nothing is stored here."
        case .commandPrintedNothing:
            "The password command printed nothing. Run it in a shell: it has to print the password or token."
        case .commandFailed(let status, let output):
            "The password command failed (\(status))\(quoted(output)). Run it in a shell to see why."
        }
    }

    public static func sentence(_ error: ActionError) -> String {
        switch error {
        case .noMailbox(let role): "This account has no mailbox for that (\(name(of: role))). Move it to another."
        case .readOnly: "This account is read-only."
        case .wrongMailbox: "That mailbox is gone, belongs to another account, or can't be changed."
        case .notLabel(let role): "\(name(of: role)) is a mailbox of its own, not a label. Move the mail instead."
        case .noLabels: "This account has folders, not labels: a message is in one. Move it instead."
        case .nameTaken: "There is already a mailbox with that name."
        case .badName: "A mailbox can't be called that. Use up to 190 letters."
        case .notEmpty: "There is still mail in that mailbox. Move it elsewhere first."
        case .holdsMailboxes(let name): "It contains \(quotedName(name)). Delete that first, or move it elsewhere."
        case .beingSent: "Too late: it is being sent."
        case .beingHandedOver: "It is being handed to the server, which will send it on time. Try again in a moment."
        case .isDone: "Too late: it is done."
        case .heldByServer: "The server holds it until its time; take it back to send it sooner."
        case .noRecipient: "There is no address to send it to."
        case .changedWhileSealed:
            "Not sent: it was changed or deleted elsewhere while it was being signed. Look in Drafts, then send it again."
        case .badKeyword: "A tag can't be called that. Use plain letters, digits and signs, no spaces."
        case .forbidden(let mailbox): "The server doesn't let you do that in \(quotedName(mailbox))."
        case .noBounce: "This server can't redirect mail. Forward the message as a file instead."
        case .noTransfer(let address):
            "\(line(address)) uses neither JMAP nor IMAP: mail can be moved between accounts that do."
        case .beingMoved: "It is on its way to another account. Try again when it is there."
        case .incomplete: "That can't be done with a message."
        case .nothingLeft: "There is nothing left to try: its mail is gone, or it is done already."
        case .unreadable:
            "It, or what it waits for, can't be read: damaged, or from a newer Maraca. Discard that, or use the newer one."
        }
    }

    public static func sentence(_ error: SessionError) -> String {
        switch error {
        case .home(let error): sentence(error)
        case .store(let error): sentence(error)
        case .secret(let error): sentence(error)
        case .remote(let error): sentence(error)
        case .action(let error): sentence(error)
        case .accountExists: "There is already an account with that address."
        case .notFound: "It is no longer there."
        }
    }

    public static func sentence(_ error: DataError) -> String {
        switch error {
        case .store(let error): sentence(error)
        default: "That can't be saved."
        }
    }

    public static func sentence(_ failure: FetchFailure) -> String {
        switch failure {
        case .remote(let error): sentence(error)
        case .store(let error): sentence(error)
        case .secret(let error): sentence(error)
        }
    }

    /// - Parameter clock: how times are written.
    public static func sentence(_ notice: Notice, _ clock: WallClock) -> String {
        switch notice {
        case .refused(let action, let message):
            // What is gone is not as before, here neither.
            message == Notice.goneText
                ? "Not done: \(order(action))\(quoted(message))."
                : "Not done: \(order(action))\(quoted(message)). It is as before."
        case .leftBehind(let action, let message):
            "Copied, but the server kept the original of \(title(action.title))\(quoted(message)): it is in both accounts."
        case .stopped(let action, let message):
            "Not done: \(order(action))\(quoted(message)). It stays in the outbox."
        case .sent(let action, let count):
            "\(sent(action)) to \(Self.count(count, "recipient"))"
        case .partlySent(let action, let message):
            // A sending program can leave open what became of a message, which may have had one recipient only.
            message.contains("may have been sent")
                ? "It is not known whether everyone got \(title(action.title))\(quoted(message))."
                : "Sent, but not to everyone: \(title(action.title))\(quoted(message))."
        case .held(let action, let until):
            "\(title(action.title)) goes out \(MessageDates(clock: clock).long(until)); the server holds it till then."
        case .takenBack(let action): "Not sent: \(title(action.title)) is a draft again."
        case .tooLate(let action): "Too late: \(title(action.title)) has been sent."
        case .notTakenBack(let action): "The server does not give \(title(action.title)) back: it will be sent on time."
        case .savedElsewhere(let action):
            "\(title(action.title)) was discarded; what another program saved of it stays in your drafts."
        case .storeFailed(let error): sentence(error)
        case .secretNotKept(let error, _):
            "A renewed sign-in can't be saved, and is needed at the next start. \(sentence(error))"
        case .alert(let text, _): "The mail server says\(quoted(text))."
        }
    }

    private static func quotedName(_ text: String) -> String { "“\(line(text))”" }

    /// Cleans text from outside for one line.
    static func line(_ text: String) -> String { CleanText.line(text) }

    /// Says that a typed time can't be read, or is past.
    static func noTimeToCome(_ reading: SendTime.Reading) -> String {
        let flaw = reading == .past ? "not a future time" : "not understood"
        return flaw + ": try tomorrow 8, friday, dec 24"
    }

    /// Returns what a server said, without the protocol's name for it (`invalidRecipients: …`).
    public static func reason(_ text: String) -> String {
        let text = line(text)
        if let words = ServerWords.plain(text) { return words }
        guard let colon = text.firstIndex(of: ":") else { return text }
        let rest = text[text.index(after: colon)...].drop { $0 == " " }
        let isName =
            text[..<colon].allSatisfy { $0.isASCII && $0.isLetter }
            && text[..<colon].dropFirst().contains(where: \.isUppercase)
            && text.first?.isLowercase == true
        return isName && !rest.isEmpty ? String(rest) : text
    }

    /// Returns a status in brackets; empty for errors that have none.
    private static func bracketed(_ status: Int) -> String { status == 0 ? "" : " (\(status))" }

    static func quoted(_ text: String) -> String {
        let text = reason(text)
            .trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: ".")))
        return text.isEmpty ? "" : ": " + (text.count > 160 ? text.prefix(159) + "…" : text)
    }
}
