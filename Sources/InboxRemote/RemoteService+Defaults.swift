public import Foundation
public import InboxModel
import MailContent

extension RemoteService {
    public func download(_ file: RemoteID) async throws(RemoteError) -> [UInt8] {
        try await download(file, meter: nil)
    }

    public func download(_ file: RemoteID, meter: TransferMeter?, into sink: @escaping FileSink)
        async throws(RemoteError)
    {
        guard sink(try await download(file, meter: meter)) else { throw RemoteError(.cancelled, call: "download") }
    }

    public func upload(_ file: RemoteUpload) async throws(RemoteError) -> MessageFile {
        try await upload(file, meter: nil)
    }

    public func remembering(_ memory: RemoteMemory) -> any RemoteService { self }

    public var pageSize: Int { 200 }

    public var leftOut: Set<UInt64> { [] }

    public func wholeThreads(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage
    { try await threads(in: nil, from: position, limit: limit) }

    public func allMail(from position: RemotePosition?, limit: Int, besides known: Set<RemoteID>)
        async throws(RemoteError) -> RemoteMessagePage
    {
        try await threads(in: nil, from: position, limit: limit)
    }

    public func outline(from position: RemotePosition?, limit: Int, isWhole: Bool) async throws(RemoteError)
        -> RemoteMessagePage
    {
        isWhole
            ? try await wholeThreads(from: position, limit: limit)
            : try await threads(in: nil, from: position, limit: limit)
    }

    public func position(behind position: RemotePosition, limit: Int) async throws(RemoteError) -> RemotePosition? {
        nil
    }

    public func position(notAfter date: Date) -> RemotePosition? { nil }

    public var isPolling: Bool { get async { false } }

    public func headers(named names: [String], of id: RemoteID) async throws(RemoteError) -> [[String]] {
        let bytes = try await rawMessage(id)
        return names.map { ParsedMessage.headers(named: $0, of: bytes) }
    }

    public func messages(_ ids: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        var found: [RemoteMessage] = []
        for id in ids {
            if let message = try await message(id) { found.append(message) }
        }
        return found
    }

    public func gone(among ids: [RemoteID]) async throws(RemoteError) -> Set<RemoteID> { [] }

    public func messages(withMessageIDs headers: [String]) async throws(RemoteError) -> [RemoteMessage] { [] }

    public func othersHeaders(of draft: RemoteID, hiding hidden: [MailAddress]) async throws(RemoteError)
        -> [DraftHeader]
    { [] }

    public func search(_ question: RemoteQuestion, limit: Int) async throws(RemoteError) -> RemoteFindings {
        throw RemoteError(.unsupported, call: "search")
    }

    public func searchAgain(_ question: RemoteQuestion, limit: Int, after before: RemoteFindings)
        async throws(RemoteError) -> RemoteFindings
    {
        try await search(question, limit: limit)
    }

    public func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        try await self.messages(messages)
    }

    public func update(_ updates: [RemoteID: RemoteUpdate]) async -> UpdateAnswers {
        await SeveralAtOnce.answers(to: updates.sorted { $0.key < $1.key }) { id, update in
            [id: await settled(id, update)]
        }
    }

    public var changesThreads: Bool { false }

    public func update(_ updates: [RemoteID: RemoteUpdate], knowing threads: KnownThreads?) async -> UpdateAnswers {
        await update(updates)
    }

    /// A separate function, see `JMAPService.settled`.
    func settled(_ id: RemoteID, _ update: RemoteUpdate) async -> Result<Void, RemoteError> {
        do throws(RemoteError) {
            _ = try await self.update(id, update)
            return .success(())
        } catch { return .failure(error) }
    }

    public func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage {
        throw RemoteError(.unsupported, call: "save")
    }

    public func deleteDraft(_ id: RemoteID, version: Int?) async throws(RemoteError) {
        throw RemoteError(.unsupported, call: "deleteDraft")
    }

    public func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage] {
        try await drafts().filter { $0.id == draft || $0.messageIDHeader == messageIDHeader }
    }

    public func cameBack() {
        doubtConnections()
        askForChanges()
    }

    public func doubtConnections() {}

    public func ability(isAnew: Bool) async throws(RemoteError) -> RemoteAbility? { nil }

    public func serverTime() async throws(RemoteError) -> Date? { nil }

    public func stateBeforeSending() async throws(RemoteError) -> String? { nil }

    public func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        throw RemoteError(.unsupported, call: "send")
    }

    public var longestHold: Duration { get async { .zero } }

    public func state(of hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState {
        throw RemoteError(.unsupported, call: "state")
    }

    public func takeBack(_ hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState {
        throw RemoteError(.unsupported, call: "takeBack")
    }

    public func resend(_ bytes: [UInt8], _ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        throw RemoteError(.unsupported, call: "resend")
    }

    public func askForChanges() {}

    public func takeNewIdentities() -> Bool { false }

    public func takeAlerts() -> [String] { [] }

    public func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts
    { .uncertain }

    public func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        .uncertain
    }

    public func upload(_ file: RemoteUpload, meter: TransferMeter?) async throws(RemoteError) -> MessageFile {
        throw RemoteError(.unsupported, call: "upload")
    }

    public func destroy(_ messages: [RemoteID], trash: RemoteID) async throws(RemoteError) -> RemoteDestroyed {
        throw RemoteError(.unsupported, call: "destroy")
    }

    public func take(_ wanted: [RemoteID: Set<RemoteID>], from source: any RemoteService, mayBeHere: Bool) async
        -> [RemoteID: Result<RemoteCopy, RemoteError>]
    {
        wanted.mapValues { _ in .failure(RemoteError(.unsupported, call: "take")) }
    }

    public func letGo(_ messages: [RemoteID]) async throws(RemoteError) -> [RemoteID: RemoteError] {
        throw RemoteError(.unsupported, call: "letGo")
    }

    public func attachmentLimit() async throws(RemoteError) -> Int? { nil }

    public func identities() async throws(RemoteError) -> [Identity] { [] }

    public func mailboxDepth() async throws(RemoteError) -> Int? { nil }

    public func canSend() async throws(RemoteError) -> Bool { true }

    public func vacation() async throws(RemoteError) -> VacationReply {
        throw RemoteError(.unsupported, call: "vacation")
    }

    public func setVacation(_ reply: VacationReply, before: VacationReply) async throws(RemoteError) {
        throw RemoteError(.unsupported, call: "setVacation")
    }

    public func quotas() async throws(RemoteError) -> [MailQuota] {
        throw RemoteError(.unsupported, call: "quotas")
    }

    public func sharing(of mailbox: RemoteID) async throws(RemoteError) -> MailboxSharing {
        throw RemoteError(.unsupported, call: "sharing")
    }

    public func share(_ mailbox: RemoteID, with principal: String, level: ShareLevel?) async throws(RemoteError) {
        throw RemoteError(.unsupported, call: "share")
    }

    public func principals() async throws(RemoteError) -> [Principal] {
        throw RemoteError(.unsupported, call: "principals")
    }

    public func principal(called text: String) async throws(RemoteError) -> Principal? {
        throw RemoteError(.unsupported, call: "principal")
    }

    public func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox {
        throw RemoteError(.unsupported, call: "createMailbox")
    }

    public func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox {
        throw RemoteError(.unsupported, call: "renameMailbox")
    }

    public func deleteMailbox(_ id: RemoteID) async throws(RemoteError) {
        throw RemoteError(.unsupported, call: "deleteMailbox")
    }
}
