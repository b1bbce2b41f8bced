import Foundation
import InboxRemote
import Synchronization

/// A mail server in memory, which knows IMAP from its RFCs only: its parser shares nothing with the client's.
///
/// Each command is carried out at once, in the call that sends its last byte.
final class TestMailServer: MailTransport {
    private let state: Mutex<ServerState>

    init(_ options: ServerOptions = .full) { state = Mutex(ServerState(options)) }

    /// Does something with all that the server has, and tells its sessions.
    func change<Value: Sendable>(_ body: (inout ServerState) throws -> Value) rethrows -> Value {
        try state.withLock { state in
            defer { state.tellOthers() }
            return try body(&state)
        }
    }

    func look<Value: Sendable>(_ body: (ServerState) throws -> Value) rethrows -> Value {
        try state.withLock { try body($0) }
    }

    // MARK: MailTransport

    func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) -> ByteStream {
        let error = state.withLock { $0.openErrors.isEmpty ? nil : $0.openErrors.removeFirst() }
        if let error { throw error }
        guard openSessions < look(\.options.mostSessions) else {
            throw .busy(message: "Maximum number of connections reached")
        }
        return connect()
    }

    /// A session after its sign-in.
    func connect() -> ByteStream {
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let id = state.withLock { $0.open(continuation) }
        return ByteStream(incoming: stream) { bytes in self.receive(bytes, id) }
    }

    private func receive(_ bytes: [UInt8], _ id: Int) { state.withLock { $0.receive(bytes, from: id) } }

    func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
        async throws(MailTransportError) -> [String: String]
    {
        let answer = change { state in state.submit(submission) }
        return try answer.get()
    }

    func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) {
        let error = state.withLock { $0.openErrors.isEmpty ? nil : $0.openErrors.removeFirst() }
        if let error { throw error }
    }

    // MARK: Scripts

    /// - Parameters:
    ///   - command: such as `UID MOVE`; nil for any.
    ///   - after: how many such commands come first.
    func script(_ fault: ServerFault, at command: String? = nil, after: Int = 0) {
        change { $0.faults.append(ScriptedFault(fault: fault, command: command, after: after)) }
    }

    func script(submit faults: SubmitFault...) { change { $0.submitFaults += faults } }
    func script(open errors: MailTransportError...) { change { $0.openErrors += errors } }
    func setFaults(percent: Int) { change { $0.faultPercent = percent } }
    func refuse(recipient: String, _ reason: String) { change { $0.refusals[recipient] = reason } }

    /// Faults that did not come to pass.
    var faultsLeft: Int { look { $0.faults.count + $0.submitFaults.count } }
    /// The names of the commands so far.
    var commands: [String] { look { $0.commands } }
    /// All that clients said, and what went wrong, for whoever reads a failure.
    var transcript: String { look { "\n" + $0.transcript.joined(separator: "\n") } }
    /// What was taken for sending.
    var submissions: [SMTPSubmission] { look { $0.submissions } }
    var openSessions: Int { look { $0.sessions.values.count { $0.isAlive } } }

    /// All connections break.
    func hangUp() {
        change { state in for id in state.sessions.keys { state.close(id) } }
    }
}

extension ServerState {
    mutating func submit(_ submission: SMTPSubmission) -> Result<[String: String], MailTransportError> {
        let fault = submitFaults.isEmpty ? nil : submitFaults.removeFirst()
        if case .refuse(let error) = fault { return .failure(error) }
        if case .vanish = fault { return .failure(.uncertain(.unreachable(detail: "the test server hung up"))) }
        let refused = refusals.filter { submission.recipients.contains($0.key) }
        if refused.count == submission.recipients.count { return .failure(.refused(message: "nobody is known here")) }
        submissions.append(submission)
        if options.keepsSent, let sent = folders.firstIndex(where: { $0.use == "\\Sent" }) {
            let date = Date(timeIntervalSince1970: 1_790_000_000 + TimeInterval(last.mail))
            put(addMail(submission.bytes, date), in: sent, flags: ["\\Seen"])
        }
        if case .lose = fault { return .failure(.uncertain(.unreachable(detail: "the test server hung up"))) }
        return .success(refused)
    }
}
