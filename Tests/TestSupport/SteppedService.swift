public import Foundation
public import InboxModel
public import InboxRemote

/// A scripted service whose every call goes through a lane.
public struct SteppedService: RemoteService {
    private let inner: ScriptedService
    private let lane: SteppedLane

    public init(_ server: ModelServer, lane: SteppedLane) {
        inner = ScriptedService(server)
        self.lane = lane
    }

    private func pass<Answer>(_ call: () async throws(RemoteError) -> Answer) async throws(RemoteError) -> Answer {
        try await hold(.before)
        let answer: Result<Answer, RemoteError>
        do throws(RemoteError) { answer = .success(try await call()) } catch { answer = .failure(error) }
        try await hold(.after)
        return try answer.get()
    }

    private func hold(_ place: SteppedLane.Place) async throws(RemoteError) {
        switch await lane.hold(place) {
        case .on: break
        case .fail(let error), .half(let error): throw error
        }
    }

    public func update(_ updates: [RemoteID: RemoteUpdate]) async -> UpdateAnswers {
        var asked = updates.sorted { $0.key < $1.key }
        var answers: UpdateAnswers = [:]
        switch await lane.hold(.before) {
        case .on: break
        case .fail(let error): return updates.mapValues { _ in .failure(error) }
        case .half(let error):
            for (id, _) in asked.suffix(asked.count - asked.count / 2) { answers[id] = .failure(error) }
            asked.removeLast(asked.count - asked.count / 2)
        }
        for (id, update) in asked {
            let answer = await answer(id, update)
            answers[id] = answer
            // A server that cannot answer now does not receive the remaining updates.
            if case .failure(let error) = answer, error.nextStep != .drop { break }
        }
        switch await lane.hold(.after) {
        case .on: return answers
        case .fail(let error), .half(let error): return updates.mapValues { _ in .failure(error) }
        }
    }

    private func answer(_ id: RemoteID, _ update: RemoteUpdate) async -> Result<Void, RemoteError> {
        do throws(RemoteError) {
            _ = try await inner.update(id, update)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    public func signIn() async throws(RemoteError) -> RemoteAccount {
        try await pass { () async throws(RemoteError) in try await inner.signIn() }
    }

    public func mailboxes() async throws(RemoteError) -> [RemoteMailbox] {
        try await pass { () async throws(RemoteError) in try await inner.mailboxes() }
    }

    public func latestState() async throws(RemoteError) -> String {
        try await pass { () async throws(RemoteError) in try await inner.latestState() }
    }

    public func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        try await pass { () async throws(RemoteError) in
            try await inner.threads(in: mailbox, from: position, limit: limit)
        }
    }

    public func wholeThreads(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage
    {
        try await pass { () async throws(RemoteError) in try await inner.wholeThreads(from: position, limit: limit) }
    }

    public func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage {
        try await pass { () async throws(RemoteError) in try await inner.messages(from: position, limit: limit) }
    }

    public func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        try await pass { () async throws(RemoteError) in try await inner.message(id) }
    }

    public func gone(among ids: [RemoteID]) async throws(RemoteError) -> Set<RemoteID> {
        try await pass { () async throws(RemoteError) in try await inner.gone(among: ids) }
    }

    public func messages(withMessageIDs headers: [String]) async throws(RemoteError) -> [RemoteMessage] {
        try await pass { () async throws(RemoteError) in try await inner.messages(withMessageIDs: headers) }
    }

    public func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        try await pass { () async throws(RemoteError) in try await inner.threads(of: messages) }
    }

    public func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8] {
        try await pass { () async throws(RemoteError) in try await inner.rawMessage(id) }
    }

    public func drafts() async throws(RemoteError) -> [RemoteMessage] {
        try await pass { () async throws(RemoteError) in try await inner.drafts() }
    }

    public func contacts() async throws(RemoteError) -> [RemoteContact] {
        try await pass { () async throws(RemoteError) in try await inner.contacts() }
    }

    public func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges {
        try await pass { () async throws(RemoteError) in try await inner.changes(since: state, wait: wait) }
    }

    public func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage {
        try await pass { () async throws(RemoteError) in try await inner.update(id, update) }
    }

    public func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8] {
        try await pass { () async throws(RemoteError) in try await inner.download(file, meter: meter) }
    }

    public func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage {
        try await pass { () async throws(RemoteError) in try await inner.save(draft) }
    }

    public func deleteDraft(_ id: RemoteID, version: Int?) async throws(RemoteError) {
        try await pass { () async throws(RemoteError) in try await inner.deleteDraft(id, version: version) }
    }

    public func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage] {
        try await pass { () async throws(RemoteError) in
            try await inner.drafts(of: draft, messageIDHeader: messageIDHeader)
        }
    }

    public func serverTime() async throws(RemoteError) -> Date? {
        try await pass { () async throws(RemoteError) in try await inner.serverTime() }
    }

    public func stateBeforeSending() async throws(RemoteError) -> String? {
        try await pass { () async throws(RemoteError) in try await inner.stateBeforeSending() }
    }

    public func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        try await pass { () async throws(RemoteError) in try await inner.send(submission) }
    }

    public func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        try await pass { () async throws(RemoteError) in
            try await inner.whereabouts(of: draft, messageIDHeader: messageIDHeader, sending: sending)
        }
    }

    public func resend(_ bytes: [UInt8], _ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        try await pass { () async throws(RemoteError) in try await inner.resend(bytes, submission) }
    }

    public func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts
    {
        try await pass { () async throws(RemoteError) in try await inner.whereabouts(ofResent: bytes, sending) }
    }

    public func upload(_ file: RemoteUpload, meter: TransferMeter?) async throws(RemoteError) -> MessageFile {
        try await pass { () async throws(RemoteError) in try await inner.upload(file, meter: meter) }
    }

    public func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox {
        try await pass { () async throws(RemoteError) in try await inner.createMailbox(named: name) }
    }

    public func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox {
        try await pass { () async throws(RemoteError) in try await inner.renameMailbox(id, to: name) }
    }

    public func deleteMailbox(_ id: RemoteID) async throws(RemoteError) {
        try await pass { () async throws(RemoteError) in try await inner.deleteMailbox(id) }
    }
}
