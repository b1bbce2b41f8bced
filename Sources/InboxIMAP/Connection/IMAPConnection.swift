import InboxModel
import InboxRemote

/// A signed-in connection to an IMAP server. Commands run one after the other, in the order of the calls; each call that names a folder
/// opens it first unless it is open. UIDs that a folder does not have (any more) are left out of answers without an error (RFC 9051 §6.4.9).
///
/// - Throws everywhere: `unreachable`, `cancelled`, `unreadableAnswer`, or what the server refused (`notFound` for a folder that is not
///   there). After any error but a refusal, the connection is of no use any more. Cancelling a call that runs ends the connection, because
///   the rest of its answer can't be told from others.
package actor IMAPConnection {
    /// The header fields of `IMAPHead.header`.
    package static let headFields = [
        "Date", "From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Subject", "Message-ID", "In-Reply-To", "References",
        "List-Id", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "MIME-Version",
    ]
    /// How much of a text `heads` asks for.
    package static let headText = 3072

    /// How long the server may be silent where it has nothing to do but to answer.
    static let patienceForProof: Duration = .seconds(10)

    package let capabilities: IMAPCapabilities
    /// As the server tells it; nil if it does not.
    let spelling: FolderSpelling?
    /// Whether the server was told to use UTF-8 where it can.
    let isUTF8: Bool
    nonisolated let link: IMAPLink
    let nap = Wake()
    private let turn = Turnstile(1)
    /// The open folder, as it was when it was opened.
    var opened: (folder: String, selected: IMAPSelected)?
    /// Whether this call opened it, or made the server tell what is new in it.
    var isFresh = false
    /// What the user may do in folders of others, by raw names.
    var rights: [String: MailboxRights] = [:]
    /// Whether several calls come one right after the other, so that what one was told holds for those behind it.
    private var isHeld = false
    /// Flags that many messages have are kept once.
    var flagSets = FlagSets()

    /// Asks what the server can do, and says who is there. Folders are opened so that it reports changes by number if it can (RFC 7162 §3.1.8).
    init(
        _ stream: ByteStream, clock: any Clock<Duration> = ContinuousClock(), alerts: AlertBoard = AlertBoard()
    ) async throws(RemoteError) {
        let link = IMAPLink(stream, clock: clock, alerts: alerts)
        var names: Set<String> = []
        let command = IMAPCommand("CAPABILITY")
        let ends = try await link.run([command], IMAPCapabilities([])) { response throws(MalformedAnswer) in
            if case .capabilities(let told) = response { names.formUnion(told) }
        }
        if let end = ends.last, let error = RefusalJudge.error(end, call: command.name) { throw error }
        let capabilities = IMAPCapabilities(names)
        let opening = try await IMAPOpening(link, capabilities)
        self.link = link
        self.capabilities = capabilities
        (spelling, isUTF8) = (opening.spelling, opening.isUTF8)
    }

    /// Whether it can still be used, as far as is known.
    package nonisolated var isOpen: Bool { link.isOpen }

    /// Hangs up. What runs fails as `unreachable`.
    package func close() { hangUp() }

    nonisolated func hangUp() { link.finish(.init(reason: .unreachable(detail: "the connection was closed"))) }

    /// Ends the connection, as another one to the same server is dead without a word.
    nonisolated func fallSilent() { link.finish(.silent) }

    // MARK: For all calls

    /// Waits until earlier calls are done; `leave` must follow.
    func enter() async throws(RemoteError) {
        guard await turn.take() else { throw RemoteError(.cancelled, call: "wait") }
    }

    func leave() {
        if !isHeld { isFresh = false }
        turn.give()
    }

    /// Begins a row of calls of one caller, for which it is enough to ask for news once.
    func hold() { (isHeld, isFresh) = (true, false) }

    /// - Parameter each: gets all responses but the last.
    /// - Throws: if the command is refused.
    @discardableResult
    func run(
        _ command: IMAPCommand, each: (IMAPResponse) throws(MalformedAnswer) -> Void = { _ in }
    ) async throws(RemoteError) -> IMAPCondition {
        let end = try await link.run([command], capabilities, each: each).last ?? IMAPCondition(.bad)
        if let error = RefusalJudge.error(end, call: command.name) { throw error }
        return end
    }

    /// Runs a command in a folder, which is opened first.
    /// - Parameter isReading: whether it only reads what does not change, so that no news is asked for. Who misses a message opens the
    ///   folder anew.
    @discardableResult
    func run(
        in folder: String, _ command: IMAPCommand, isReading: Bool = false,
        each: (IMAPResponse) throws(MalformedAnswer) -> Void = { _ in }
    ) async throws(RemoteError) -> IMAPCondition {
        if opened?.folder != folder {
            try await open(folder)
        } else if !isFresh, !isReading {
            // What came since the last command does not exist for a command until the server told of it, which NOOP makes it do. Its end must
            // be awaited: servers that have the next command already put off what they tell. One that is too slow for this is met again on a
            // new connection, where the folder is opened instead.
            _ = try await link.run([IMAPCommand("NOOP")], capabilities, patience: Self.patienceForProof) { _ in }
            isFresh = true
        }
        return try await run(command, each: each)
    }

    /// Proves that the server still answers, and does so soon.
    func prove() async throws(RemoteError) {
        try await enter()
        defer { leave() }
        let end = try await link.run([IMAPCommand("NOOP")], capabilities, patience: Self.patienceForProof) { _ in }
        if let error = end.last.flatMap({ RefusalJudge.error($0, call: "NOOP") }) { throw error }
    }
}
