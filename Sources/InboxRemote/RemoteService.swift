public import Foundation
public import InboxModel

/// What became of the update of each message.
public typealias UpdateAnswers = [RemoteID: Result<Void, RemoteError>]

/// A mail server as the sync engine and the action queue see it. There is one conforming type for each dialect.
///
/// Every call may be cancelled and repeated: no call performs an action twice.
public protocol RemoteService: Sendable {
    /// Proves that the server accepts the credential, and returns its account.
    func signIn() async throws(RemoteError) -> RemoteAccount

    func mailboxes() async throws(RemoteError) -> [RemoteMailbox]

    /// Returns the state from which `changes` reports everything that happens from now on.
    func latestState() async throws(RemoteError) -> String

    /// Returns messages without bodies, in whole threads, the newest threads first.
    /// - Parameters:
    ///   - mailbox: only threads with a message there; nil means all mail, of which older messages of a thread may come on later pages.
    ///   - position: where the previous page ended; nil starts with the newest.
    ///   - limit: the maximum number of threads.
    func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage

    /// Returns messages with bodies, newest first, for the background download of bodies.
    func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage

    /// Returns one message with its body, or nil if the server does not have it.
    func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage?

    /// Returns the source of a message (RFC 5322), byte for byte.
    func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8]

    func drafts() async throws(RemoteError) -> [RemoteMessage]

    func contacts() async throws(RemoteError) -> [RemoteContact]

    /// Returns the changes since a state.
    /// - Parameter wait: how long the server may delay the answer until something changes; nil answers at once.
    func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges

    /// Changes the keywords and mailboxes of a message, and returns the message as the server then has it.
    func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage

    /// Returns the bytes of a file.
    /// - Parameter meter: receives the progress.
    func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8]

    /// Downloads a file piece by piece into a sink, without keeping it in memory.
    /// - Throws: `cancelled` if the sink refuses a piece.
    func download(_ file: RemoteID, meter: TransferMeter?, into sink: @escaping FileSink) async throws(RemoteError)

    /// Returns the same service with storage for what it must remember across restarts.
    func remembering(_ memory: RemoteMemory) -> any RemoteService

    // The requirements below have defaults, which use the calls above or throw `unsupported`.

    /// Whether `changes` has to poll, because the server cannot report changes as they happen.
    var isPolling: Bool { get async }

    /// The fingerprints of objects in the server's answers that could not be read and are missing here.
    var leftOut: Set<UInt64> { get }

    /// The preferred number of threads to request at once in a walk over all mail.
    var pageSize: Int { get }

    /// Returns a page of a walk over all mail, like `threads(in: nil, …)`, but always with whole threads: for a walk that ends before the
    /// oldest mail.
    func wholeThreads(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage

    /// Returns a page of a walk over all mail, like `threads(in: nil, …)`.
    /// - Parameter known: messages that the page may leave out, because they are here as the server has them.
    func allMail(from position: RemotePosition?, limit: Int, besides known: Set<RemoteID>) async throws(RemoteError)
        -> RemoteMessagePage

    /// Returns a page of the same walk, or with whole threads, in which only the ids, threads, dates and keywords of messages count.
    func outline(from position: RemotePosition?, limit: Int, isWhole: Bool) async throws(RemoteError)
        -> RemoteMessagePage

    /// Returns the start of the page after the one at `position`, in a walk over all mail (`threads(in: nil, …)`); nil if only that page
    /// itself has it.
    func position(behind position: RemotePosition, limit: Int) async throws(RemoteError) -> RemotePosition?

    /// Returns where a walk over threads reaches mail no newer than a date, or an earlier position; nil is the beginning.
    func position(notAfter date: Date) -> RemotePosition?

    /// Returns, for each name, the raw values of all its headers, the topmost first; empty if the message has none.
    func headers(named names: [String], of id: RemoteID) async throws(RemoteError) -> [[String]]

    /// Returns messages with their bodies, in any order, without those that the server no longer has.
    func messages(_ ids: [RemoteID]) async throws(RemoteError) -> [RemoteMessage]

    /// Returns those of these messages of which the server says that it does not have them. One that it only leaves out of its answer
    /// is not among them; by default none is, as for a server that reports every deletion as a change.
    func gone(among ids: [RemoteID]) async throws(RemoteError) -> Set<RemoteID>

    /// Returns the messages that now have one of these Message-IDs, without bodies; empty if messages never change their ids.
    func messages(withMessageIDs headers: [String]) async throws(RemoteError) -> [RemoteMessage]

    /// Applies many updates, in as few requests as the server allows. After an error that is not about one message, the rest is not sent and
    /// has no result.
    func update(_ updates: [RemoteID: RemoteUpdate]) async -> UpdateAnswers

    /// Whether the server changes a whole thread with one request, so that knowing threads saves requests.
    var changesThreads: Bool { get }

    /// Does the same, perhaps in fewer requests by what the client knows of whole threads.
    /// - Parameter threads: nil if the client may not have all mail of some threads.
    func update(_ updates: [RemoteID: RemoteUpdate], knowing threads: KnownThreads?) async -> UpdateAnswers

    /// Returns the newest messages that the server finds for a query. The server may search more than this client does, such as
    /// attachments.
    /// - Throws: `unsupported` if the server cannot search, or cannot search for this.
    func search(_ question: RemoteQuestion, limit: Int) async throws(RemoteError) -> RemoteFindings

    /// Returns what the server now finds for the same query.
    /// - Parameter before: the earlier result, which may save a full search.
    func searchAgain(_ question: RemoteQuestion, limit: Int, after before: RemoteFindings) async throws(RemoteError)
        -> RemoteFindings

    /// Returns the whole threads of some messages, with bodies, without those that are gone.
    func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage]

    /// Saves a draft over its older save, or a new draft if it has no id.
    /// - Returns: the draft as it is now stored. The server may give it another id.
    /// - Throws: `conflict` if the save that it is based on is no longer the newest; `notFound` if that is gone.
    func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage

    /// - Throws: `conflict` if a newer save has replaced it under the same id; `notFound` if it is gone, or is no longer a draft.
    func deleteDraft(_ id: RemoteID, version: Int?) async throws(RemoteError)

    /// Returns every copy of a draft that the server has, with its text, by id and by Message-ID.
    func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage]

    /// Returns the headers that another program gave a draft and that no draft has a place for here, without those that name someone of
    /// `hidden`, and its References. A draft that is saved over another one takes them over by itself.
    func othersHeaders(of draft: RemoteID, hiding hidden: [MailAddress]) async throws(RemoteError) -> [DraftHeader]

    /// Returns the time of the server's clock; nil if not reported.
    func serverTime() async throws(RemoteError) -> Date?

    /// Returns the state by which `whereabouts` can later tell whether the message was sent; nil if none is needed.
    func stateBeforeSending() async throws(RemoteError) -> String?

    /// Sends a saved draft, or has the server hold it until its time. May be repeated only after `whereabouts` found that it is still a
    /// draft.
    /// - Throws: `unsupported` if the server neither holds nor sent it.
    func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent

    /// How long the server can hold a submission; zero if it only sends at once.
    var longestHold: Duration { get async }

    /// Returns what became of a submission that the server was to hold.
    func state(of hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState

    /// Takes back a held submission. May be repeated.
    /// - Returns: `held` if the server does not give it back.
    func takeBack(_ hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState

    /// Sends a whole message, byte for byte, to the recipients of the submission, which has the Message-ID of the message. Destroys the
    /// draft that the submission names, which the message was written as. May be repeated only after `whereabouts(ofResent:_:)` returned
    /// `nowhere`.
    /// - Throws: `unsupported` if the server cannot do this exactly once.
    func resend(_ bytes: [UInt8], _ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent

    /// Makes the next request for changes ask the server at once, without waiting for news.
    func askForChanges()

    /// Whether the server has reported other identities; told once.
    func takeNewIdentities() -> Bool

    /// Returns what the server wants its user to read, each text once.
    func takeAlerts() -> [String]

    /// Reconnects at once, after the machine slept or changed networks.
    func cameBack()

    /// Makes later requests use new connections, because those that are open may be dead.
    func doubtConnections()

    /// Finds out what became of a resent message whose answer was lost.
    func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts

    /// Finds a draft that may have been saved or sent although the answer was lost.
    /// - Parameter draft: the id of the draft if it is known; else it is found by its Message-ID.
    func whereabouts(of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?)
        async throws(RemoteError)
        -> RemoteWhereabouts

    /// Uploads a file for a draft. Repeating it leaves an unused file behind, which does no harm.
    /// - Parameter meter: receives the progress.
    func upload(_ file: RemoteUpload, meter: TransferMeter?) async throws(RemoteError) -> MessageFile

    /// Permanently deletes messages that are in the trash and nowhere else: the first of them, as many as one request allows. The caller
    /// must look again before the next request.
    /// - Throws: an error that leaves it uncertain whether some are gone, unless it is marked as before the work
    ///   (`RemoteError.isBeforeWork`).
    func destroy(_ messages: [RemoteID], trash: RemoteID) async throws(RemoteError) -> RemoteDestroyed

    /// Copies messages of another account into mailboxes of this one, with their keywords and the time when they arrived.
    /// - Parameters:
    ///   - wanted: the target mailboxes of each message of the other account.
    ///   - mayBeHere: whether an earlier attempt got no answer, so that existing copies must not be made again.
    /// - Returns: for each message its verified copy, or why there is none.
    func take(_ wanted: [RemoteID: Set<RemoteID>], from source: any RemoteService, mayBeHere: Bool) async
        -> [RemoteID: Result<RemoteCopy, RemoteError>]

    /// Permanently deletes messages, wherever they are, because another account is known to have them.
    /// - Returns: why some messages still exist; the others are gone.
    func letGo(_ messages: [RemoteID]) async throws(RemoteError) -> [RemoteID: RemoteError]

    /// Returns the maximum size in bytes of a message's files; nil if the server does not report it.
    func attachmentLimit() async throws(RemoteError) -> Int?

    /// Returns the identities that the user may write as; empty if the server does not report them.
    func identities() async throws(RemoteError) -> [Identity]

    /// Returns how deep mailboxes may be nested, 1 for not at all; nil if the server does not report it.
    func mailboxDepth() async throws(RemoteError) -> Int?

    /// Returns what the account currently permits; nil if the server does not report it.
    /// - Parameter isAnew: whether to ask the server even if the answer is known, unless it was asked moments ago.
    func ability(isAnew: Bool) async throws(RemoteError) -> RemoteAbility?

    /// Whether the server accepts mail of this account for sending.
    func canSend() async throws(RemoteError) -> Bool

    /// - Throws: `unsupported` if the server does not have this; the same holds for `quotas`.
    func vacation() async throws(RemoteError) -> VacationReply
    /// Changes only what differs from `before`.
    func setVacation(_ reply: VacationReply, before: VacationReply) async throws(RemoteError)
    func quotas() async throws(RemoteError) -> [MailQuota]

    /// Returns with whom a mailbox is shared.
    /// - Throws: `unsupported` if the server shares no mailboxes; the same holds for the next three.
    func sharing(of mailbox: RemoteID) async throws(RemoteError) -> MailboxSharing
    /// Grants a principal access to a mailbox, or revokes it if the level is nil. Others keep their rights. May be repeated.
    /// - Parameter principal: the id of the principal.
    func share(_ mailbox: RemoteID, with principal: String, level: ShareLevel?) async throws(RemoteError)
    /// Returns the listed principals that mailboxes can be shared with.
    func principals() async throws(RemoteError) -> [Principal]
    /// Returns the principal with a name, an address or an id; nil if the server knows none.
    func principal(called text: String) async throws(RemoteError) -> Principal?

    /// - Throws: `refused` if the name is taken. After a lost answer, the caller must look in `mailboxes()` first.
    func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox
    func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox
    func deleteMailbox(_ id: RemoteID) async throws(RemoteError)
}
