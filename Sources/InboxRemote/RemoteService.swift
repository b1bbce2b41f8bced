public import Foundation
public import InboxModel

/// A mail server as the sync engine and the action queue see it. One type conforms for each dialect.
///
/// Every call may be cancelled and may be made again: none of them does twice what it was asked once.
public protocol RemoteService: Sendable {
    /// Proves that the server lets us in, and tells whose account it is.
    func signIn() async throws(RemoteError) -> RemoteAccount

    func mailboxes() async throws(RemoteError) -> [RemoteMailbox]

    /// The state from which `changes` will tell everything that happens from now on.
    func latestState() async throws(RemoteError) -> String

    /// Messages without bodies, whole threads at a time, the newest threads first.
    /// - Parameters:
    ///   - mailbox: only threads with a message there; nil means all mail.
    ///   - position: where the page before ended; nil starts with the newest.
    ///   - limit: how many threads at most.
    func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage

    /// Messages with bodies, newest first: what the background fetch of bodies walks through.
    func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage

    /// One message with its body, or nil when the server has none of that id.
    func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage?

    /// One message as it was sent (RFC 5322), byte for byte.
    func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8]

    func drafts() async throws(RemoteError) -> [RemoteMessage]

    func contacts() async throws(RemoteError) -> [RemoteContact]

    /// What is new since a state.
    /// - Parameter wait: how long the server may hold the answer back until there is something to tell; nil answers at once.
    func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges

    /// Sets marks and places of a message, and answers with the message as the server now has it.
    func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage

    /// The bytes of a file.
    /// - Parameter meter: told how far it is.
    func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8]

    /// The same, handed on piece by piece: nothing of it is kept here.
    /// - Throws: `cancelled` when the sink takes no more.
    func download(_ file: RemoteID, meter: TransferMeter?, into sink: @escaping FileSink) async throws(RemoteError)

    /// The same service, with a place to keep what it wants to know again after a restart.
    func remembering(_ memory: RemoteMemory) -> any RemoteService

    // What follows has a plain way that goes through the calls above, or says that this server cannot do it.

    /// Whether `changes` can only look now and then, because the server has no way to tell what happens when it happens.
    var isPolling: Bool { get async }

    /// What of the server's answers could not be read and is missing here, each by a number for what it says.
    var leftOut: Set<UInt64> { get }

    /// How many threads are best asked for at once in a walk over all mail.
    var pageSize: Int { get }

    /// Where the page behind the one that starts at `position` will start, in a walk over all mail (`threads(in: nil, …)`);
    /// nil when only that page itself can tell.
    func position(behind position: RemotePosition, limit: Int) async throws(RemoteError) -> RemotePosition?

    /// Where a walk over threads comes to what is no newer than a time, or before that; nil: at its beginning.
    func position(notAfter date: Date) -> RemotePosition?

    /// For each name the values of all its headers, the topmost first, as they came; empty when the message has none.
    func headers(named names: [String], of id: RemoteID) async throws(RemoteError) -> [[String]]

    /// Messages with their bodies, in any order; those that the server no longer has are left out.
    func messages(_ ids: [RemoteID]) async throws(RemoteError) -> [RemoteMessage]

    /// The messages that have one of these Message-IDs now, without bodies; none where a message keeps its id for ever.
    func messages(withMessageIDs headers: [String]) async throws(RemoteError) -> [RemoteMessage]

    /// Many updates at once, in as few requests as the server allows. Each has an answer of its own: the message as the
    /// server now has it, or nil when it only says that it is done. After an error that is not about one message, the
    /// rest is not asked and has no answer.
    func update(_ updates: [RemoteID: RemoteUpdate]) async -> [RemoteID: Result<RemoteMessage?, RemoteError>]

    /// Messages that the server finds for a query, the newest ones. It may look where nothing is looked through here, such
    /// as into files.
    /// - Throws: `unsupported` when this server cannot search, or not for this.
    func search(_ question: RemoteQuestion, limit: Int) async throws(RemoteError) -> RemoteFindings

    /// What the server finds for the same query now.
    /// - Parameter before: what it found when it was asked before, which may spare it the whole search.
    func searchAgain(_ question: RemoteQuestion, limit: Int, after before: RemoteFindings) async throws(RemoteError)
        -> RemoteFindings

    /// The whole threads that some messages belong to, with bodies; those that are gone are left out.
    func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage]

    /// Saves a draft over its older save, or a new one when it has no id.
    /// - Returns: the draft as it is kept now. The server may give it another id.
    /// - Throws: `conflict` when the save that it builds on is no longer the newest; `notFound` when it is gone.
    func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage

    /// - Throws: `conflict` when a newer save took its place under the same id; `notFound` when it is gone, or no draft any more.
    func deleteDraft(_ id: RemoteID, version: Int?) async throws(RemoteError)

    /// Every draft that the server has of one, with its text: by its id, and by its Message-ID.
    func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage]

    /// What the server's clock says now; nil where it tells no time.
    func serverTime() async throws(RemoteError) -> Date?

    /// What has to be known before sending, so that one can look afterwards whether it was done; nil when nothing has.
    func stateBeforeSending() async throws(RemoteError) -> String?

    /// Sends a saved draft, or has the server keep it until its time. May be called again only after `whereabouts` said that it is still a draft.
    /// - Throws: `unsupported` when the server does not keep it, and has not sent it either.
    func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent

    /// How long the server keeps an order to send before it sends; zero when it sends at once only.
    var longestHold: Duration { get async }

    /// What became of an order that the server was to keep.
    func state(of hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState

    /// Takes back an order that the server keeps. Doing it twice does no more than doing it once.
    /// - Returns: `held` when the server does not give it back.
    func takeBack(_ hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState

    /// Sends a whole message, its bytes as they are, to the recipients of the order, whose Message-ID is the message's own. A draft
    /// that the order names goes then: it was written as that. May be called again only after `whereabouts(ofResent:_:)` said `nowhere`.
    /// - Throws: `unsupported` where the server has no way to do that just once.
    func resend(_ bytes: [UInt8], _ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent

    /// The next look for changes asks the server, and waits for no news of it.
    func askForChanges()

    /// The machine was asleep, or has another network than before: what waits to connect again does so now.
    func cameBack()

    /// What became of a message that was passed on without our hearing of it.
    func whereabouts(ofResent bytes: [UInt8], _ sending: RemoteSubmission) async throws(RemoteError)
        -> RemoteWhereabouts

    /// Looks for a draft that may have been saved, or sent, without our hearing of it.
    /// - Parameter draft: its id where it is known; else it is looked for by its Message-ID.
    func whereabouts(of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?)
        async throws(RemoteError)
        -> RemoteWhereabouts

    /// Keeps a file for a draft. Doing it twice leaves a file that nobody asks for, which does no harm.
    /// - Parameter meter: told how far it is.
    func upload(_ file: RemoteUpload, meter: TransferMeter?) async throws(RemoteError) -> MessageFile

    /// Takes messages off the server for good: those that are in the trash and nowhere else, of the first of them so many as are
    /// asked for at once. Whoever asks looks again before the next.
    /// - Throws: what leaves in doubt whether some are gone, unless it is said to be before work (`RemoteError.isBeforeWork`).
    func destroy(_ messages: [RemoteID], trash: RemoteID) async throws(RemoteError) -> RemoteDestroyed

    /// Copies messages of another account into mailboxes here, with their marks and the time when they came.
    /// - Parameters:
    ///   - wanted: where each message of the other account is to be.
    ///   - mayBeHere: it was asked for before and no answer came: what is here already is not made again.
    /// - Returns: for each the message as it is here now, which is known to be whole; or why it is not here.
    func take(_ wanted: [RemoteID: Set<RemoteID>], from source: any RemoteService, mayBeHere: Bool) async
        -> [RemoteID: Result<RemoteCopy, RemoteError>]

    /// Takes messages off the server for good, wherever they are: they are known to be in another account.
    /// - Returns: why some are still there; the others are gone.
    func letGo(_ messages: [RemoteID]) async throws(RemoteError) -> [RemoteID: RemoteError]

    /// How many bytes of files a message may have, as far as the server says; nil where it says nothing.
    func attachmentLimit() async throws(RemoteError) -> Int?

    /// Who the owner may write as, as far as the server says; empty where it says nothing.
    func identities() async throws(RemoteError) -> [Identity]

    /// How deep mailboxes may lie, 1 where none lies below another; nil where the server says nothing.
    func mailboxDepth() async throws(RemoteError) -> Int?

    /// What the account lets one do now, as far as the server says; nil where it says nothing.
    /// - Parameter isAnew: asks the server, unless it was asked just now, whatever it said before.
    func ability(isAnew: Bool) async throws(RemoteError) -> RemoteAbility?

    /// Whether the server takes mail of this account to send.
    func canSend() async throws(RemoteError) -> Bool

    /// - Throws: `unsupported` where the server has no such thing; the same goes for `quotas`.
    func vacation() async throws(RemoteError) -> VacationReply
    /// Changes what is to be another, and leaves the rest.
    func setVacation(_ reply: VacationReply, before: VacationReply) async throws(RemoteError)
    func quotas() async throws(RemoteError) -> [MailQuota]

    /// With whom a mailbox is shared.
    /// - Throws: `unsupported` where the server shares none; the same goes for the next three.
    func sharing(of mailbox: RemoteID) async throws(RemoteError) -> MailboxSharing
    /// Lets somebody into a mailbox, or with nil out of it; what others may do stays as it is. Doing it twice does no more than once.
    /// - Parameter principal: the id.
    func share(_ mailbox: RemoteID, with principal: String, level: ShareLevel?) async throws(RemoteError)
    /// With whom mailboxes can be shared, as far as the server lists them.
    func principals() async throws(RemoteError) -> [Principal]
    /// Whom somebody means by a name, an address or an id; nil where the server knows nobody by that.
    func principal(called text: String) async throws(RemoteError) -> Principal?

    /// - Throws: `refused` when there is one of that name. After a lost answer, look in `mailboxes()` first.
    func createMailbox(named name: String) async throws(RemoteError) -> RemoteMailbox
    func renameMailbox(_ id: RemoteID, to name: String) async throws(RemoteError) -> RemoteMailbox
    func deleteMailbox(_ id: RemoteID) async throws(RemoteError)
}
