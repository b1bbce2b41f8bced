public import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// The log of what happens between a home and its servers. A line names a call, a kind of failure, an action or a number, and
/// nothing that anybody wrote: no subject, address, text, query, secret, URL or server message.
public final class SessionLog: Sendable {
    /// Whether requests are logged as well.
    public let isVerbose: Bool
    private let file: LogFile
    private let echo: (@Sendable (String) -> Void)?
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - isVerbose: whether to log each request, too.
    ///   - echo: receives each line as well.
    public init(
        path: String, isVerbose: Bool = false, echo: (@Sendable (String) -> Void)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        file = LogFile(path: path)
        self.isVerbose = isVerbose
        self.echo = echo
        self.now = now
    }

    func changed(_ account: AccountID, from old: AccountStatus, to new: AccountStatus) {
        if old.phase != new.phase { write("account \(account): \(Self.words(new.phase))") }
        switch (old.progress, new.progress) {
        case (let old, let new?) where old?.work != new.work:
            write("account \(account): fetching \(new.work == .messages ? "messages" : "texts")")
        case (let old?, nil):
            let count = old.done - old.startedWith
            write("account \(account): fetched \(count) \(old.work == .messages ? "messages" : "texts")")
        default: break
        }
    }

    func told(_ notice: Notice) {
        switch notice {
        case .refused(let action, _): write(action, "refused, and taken back")
        case .leftBehind(let action, _): write(action, "copied, but not taken away")
        case .stopped(let action, _): write(action, "stopped, and kept")
        case .sent(let action, _): write(action, "sent")
        case .partlySent(let action, _): write(action, "sent, but not to everyone")
        case .held(let action, _): write(action, "held by the server")
        case .takenBack(let action): write(action, "taken back from the server")
        case .tooLate(let action): write(action, "had left before it was taken back")
        case .notTakenBack(let action): write(action, "not given back by the server")
        case .savedElsewhere(let action): write(action, "saved elsewhere, and stays")
        case .storeFailed(let error): write("store: \(Self.words(error))")
        case .secretNotKept(let error, let account): write("account \(account): sign-in not kept, \(Self.words(error))")
        case .alert(_, let account): write("account \(account): the server says something")
        }
    }

    /// - Parameter error: why the action got no answer, or a bad one; nil if it was answered.
    func answered(_ action: Action, _ error: RemoteError? = nil) {
        write(action, error.map { "not done: \(Self.words($0))" } ?? "answered")
    }

    /// Logs an action of the queue that can't be read, when it is set aside.
    func putAside(_ action: Action) { write(action, "can't be read, and is kept aside") }

    /// Logs a failed request, and in verbose mode every request.
    func exchanged(_ exchange: ExchangeNote) {
        if isVerbose || exchange.failure != nil { write("request: \(exchange.text)") }
    }

    private func write(_ action: Action, _ text: String) {
        write("account \(action.account): action \(action.id) (\(action.command.rawValue)) \(text)")
    }

    private func write(_ text: String) {
        let line = "\(now().formatted(.iso8601)) \(text)"
        file.add(line)
        echo?(text)
    }
}

extension SessionLog {
    private static func words(_ phase: AccountStatus.Phase) -> String {
        switch phase {
        case .idle: "idle"
        case .paused: "stopped by the user"
        case .connecting: "connecting"
        case .live: "live"
        case .polling: "asked now and then"
        case .offline(let error, let retryAt): "offline: \(words(error)); again at \(retryAt.formatted(.iso8601))"
        case .signedOut: "signed out"
        case .noSecret(let error): "no password or token: \(words(error))"
        case .storeFailed(let error): "store: \(words(error))"
        }
    }

    private static func words(_ error: RemoteError) -> String {
        let reason =
            switch error.reason {
            case .unreachable: "unreachable"
            case .busy(let status, _): "busy \(status)"
            case .limited: "too many requests"
            case .signedOut: "signed out"
            case .stateTooOld: "state too old"
            case .refused(let status, _): "refused \(status)"
            case .conflict: "conflict"
            case .notFound: "not found"
            case .unreadableAnswer: "unreadable answer"
            case .insecure: "not secure"
            case .unsupported: "not supported"
            case .cancelled: "cancelled"
            case .noServer: "no server"
            }
        return "\(reason) at \(error.call)"
    }

    private static func words(_ error: StoreError) -> String {
        switch error {
        case .diskFull: "disk full"
        case .quotaUsed: "quota of the disk used up"
        case .notWritable: "not writable"
        case .moved: "moved, replaced or deleted"
        case .newerVersion: "from a newer version"
        case .olderVersionRuns: "open in an older version"
        case .corrupt: "damaged"
        case .locked: "locked by another program"
        case .notFound: "object not found"
        case .notAllowed: "not allowed"
        case .failed: "failed"
        }
    }

    private static func words(_ error: SecretError) -> String {
        switch error {
        case .missing: "missing"
        case .notWritable: "its file is not writable"
        case .notPrivate: "its file is open to others"
        case .notReadable: "its file can't be read"
        case .commandPrintedNothing: "its command printed nothing"
        case .commandFailed(let status, _): "its command ended with \(status)"
        case .isFromCommand: "a command prints it"
        }
    }
}
