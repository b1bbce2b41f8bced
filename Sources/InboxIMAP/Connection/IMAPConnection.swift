package import InboxModel
package import InboxRemote

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

    private static let patienceForProof: Duration = .seconds(10)

    package let capabilities: IMAPCapabilities
    nonisolated let link: IMAPLink
    let nap = Wake()
    private let turn = Turnstile(1)
    /// The open folder, as it was when it was opened.
    var opened: (folder: String, selected: IMAPSelected)?
    /// Whether it was opened in this call.
    var isFresh = false
    /// Flags that many messages have are kept once.
    var flagSets = FlagSets()

    /// Asks what the server can do. Folders are opened so that it reports changes by number if it can (RFC 7162 §3.1.8).
    package init(_ stream: ByteStream, clock: any Clock<Duration> = ContinuousClock()) async throws(RemoteError) {
        let link = IMAPLink(stream, clock: clock)
        var names: Set<String> = []
        let command = IMAPCommand("CAPABILITY")
        let ends = try await link.run([command], IMAPCapabilities([])) { response throws(MalformedAnswer) in
            if case .capabilities(let told) = response { names.formUnion(told) }
        }
        if let end = ends.last, let error = RefusalJudge.error(end, call: command.name) { throw error }
        self.link = link
        capabilities = IMAPCapabilities(names)
    }

    /// Whether it can still be used, as far as is known.
    package nonisolated var isOpen: Bool { link.isOpen }

    /// Hangs up. What runs fails as `unreachable`.
    package func close() { hangUp() }

    nonisolated func hangUp() { link.finish(.init(reason: .unreachable(detail: "the connection was closed"))) }

    // MARK: For all calls

    /// Waits until earlier calls are done; `leave` must follow.
    func enter() async throws(RemoteError) {
        guard await turn.take() else { throw RemoteError(.cancelled, call: "wait") }
    }

    func leave() {
        isFresh = false
        turn.give()
    }

    /// - Parameter each: gets all responses but the last.
    /// - Throws: if the command is refused.
    @discardableResult
    func run(
        _ command: IMAPCommand, each: (IMAPResponse) throws(MalformedAnswer) -> Void = { _ in }
    ) async throws(RemoteError) -> IMAPCondition {
        try await run([], command, each)
    }

    /// Runs a command in a folder, which is opened first.
    @discardableResult
    func run(
        in folder: String, _ command: IMAPCommand, each: (IMAPResponse) throws(MalformedAnswer) -> Void = { _ in }
    ) async throws(RemoteError) -> IMAPCondition {
        guard opened?.folder == folder else {
            try await open(folder)
            return try await run(in: folder, command, each: each)
        }
        if isFresh {
            isFresh = false
            return try await run(command, each: each)
        }
        // What came since the last command does not exist for a command until the server told of it, which NOOP makes it do.
        return try await run([IMAPCommand("NOOP")], command, each)
    }

    private func run(
        _ first: [IMAPCommand], _ command: IMAPCommand, _ each: (IMAPResponse) throws(MalformedAnswer) -> Void
    ) async throws(RemoteError) -> IMAPCondition {
        let ends = try await link.run(first + [command], capabilities, each: each)
        let end = ends.last ?? IMAPCondition(.bad)
        if let error = RefusalJudge.error(end, call: command.name) { throw error }
        return end
    }

    /// Proves that the server still answers, and does so soon.
    func prove() async throws(RemoteError) {
        try await enter()
        defer { leave() }
        let end = try await link.run([IMAPCommand("NOOP")], capabilities, patience: Self.patienceForProof) { _ in }
        if let error = end.last.flatMap({ RefusalJudge.error($0, call: "NOOP") }) { throw error }
    }
}
