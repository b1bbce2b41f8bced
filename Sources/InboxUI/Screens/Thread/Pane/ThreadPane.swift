import Foundation
public import InboxKit
public import InboxModel
import MailContent
public import TerminalUI

/// A thread's messages, kept live, in a part of the screen: what the thread's screen shows, and a preview beside a list.
///
/// Only messages in sight are read and laid out, so that a thread of thousands opens as fast as one of two.
@UI
public final class ThreadPane {
    public let thread: ThreadID
    let provider: ModelProvider<Message>
    private var listener: ProviderListener<Message>?
    let bodies: MessageBodies
    private let proofs: SenderProofs
    let texts: ThreadSurroundingTexts
    /// What the user's own commands say above the texts of open messages; nil where none is named.
    var blocks: MessageBlocks?
    /// What OpenPGP says of open messages; nil where nobody asks it.
    var seals: MessageSeals?
    /// Whether servers and programs are asked for what is not known of the messages: not before somebody looks at them.
    var asks = true
    /// The keys that the texts may name; nil where keys are not about the thread, as beside a list.
    var keyName: ((Command) -> String?)?
    /// The thread as a whole; nil where only its messages are shown, as beside a list.
    var heading: ThreadHeading?
    var mailboxNames: [MailboxID: String] = [:]
    /// Trash and junk by their names: what of a thread lies there is marked.
    var aside: [MailboxID: String] = [:]
    /// Where what the user sends is kept.
    var sent: Set<MailboxID> = []
    /// What servers hold until a time.
    var outgoing: () -> OutgoingMail = { OutgoingMail() }
    let own: () -> Set<String>
    private let changed: () -> Void
    private let dates: MessageDates
    /// The most columns that text gets, by the settings; longer lines are hard to follow.
    var widest: () -> Int = { Settings().textWidth }
    /// The same in the frame that was drawn last: every row asks for it.
    var most = Settings().textWidth
    /// More messages than any thread has.
    private static let window = 0..<20_000

    // What is shown; `ThreadPane+Moving` and `ThreadPane+Drawing` work on it.
    var folding = ThreadFolding()
    var rows: [MessageRow] = []
    var messages: [MessageID: Message] = [:]
    private(set) var replies = ThreadReplies()
    /// Whether each message stands below what it answers, and not by date.
    var isByReplies = false
    /// By messages that were gone to from an answer to them, that answer.
    var cameFrom: [MessageID: MessageID] = [:]
    var scroll = RowScroll()
    /// The first line of the sight that came into it last: whoever hears the text goes on there.
    var firstNew = 0
    /// The row that keys are about.
    var current: MessageID?
    /// The message that the thread was opened at, as long as the user has gone to none.
    var begunAt: MessageID?
    var focus: LaidMessage.Target?
    var withQuotes: Set<MessageID> = []
    /// The line that was found last.
    var found: (message: MessageID, line: Int)?
    var selection: LineSelection?
    /// Messages whose text was in sight.
    var shown: Set<MessageID> = []
    /// Those whose text is in sight in the frame that was drawn last.
    var inSight: Set<MessageID> = []
    var size = Size(width: 80, height: 21)
    var glyphs = Glyphs.unicode
    var painted: [(y: Int, row: Int, line: Int)] = []
    var place = Rect(x: 0, y: 0, width: 0, height: 0)
    var showsCurrent = true
    /// The first sight of the thread has still to be chosen: what was searched for, its first unread message, or its last.
    var isFresh = true
    /// What the search found that the thread was opened from.
    let hits: ThreadHits
    /// The message with the first match, where its text has still to come; and what was in sight then.
    var awaitedHit: (message: MessageID, scroll: RowScroll)?
    /// How the thread was left before, until it is so again; and what was in sight while its text had still to come.
    var wantedSight: ThreadSight?
    var awaitedSight: RowScroll?
    /// What stood at the top of the sight when its width changed last, and where that is now: at the old width it is there again.
    var topBefore: (place: TextPlace, scroll: RowScroll)?
    /// What was in sight when the end was gone to, as long as texts there have still to come.
    var awaitedEnd: RowScroll?
    /// The message that was gone to and what was in sight then, as long as texts there have still to come.
    var awaitedMessage: (message: MessageID, scroll: RowScroll)?
    /// The first that came since the thread was left.
    var newcomer: MessageID?
    /// When the newest message came that was there when the thread was last left, also in an earlier run.
    private var newestSeen: Date?
    /// New messages that were given a line of their own.
    private var ownLines: Set<MessageID> = []
    private var laidMessages = LaidMessages()
    /// How often a message was laid out.
    var timesLaid: Int { laidMessages.timesLaid }

    /// - Parameters:
    ///   - search: what the list shows that the thread was opened from: only what it found is open then. Nil for no search.
    ///   - own: lower-case addresses of the owner.
    ///   - servers: by the accounts' addresses, the names of servers whose word on senders counts.
    ///   - explain: a sentence for why a text could not be fetched.
    ///   - changed: something in the pane is not as it was drawn.
    public init(
        thread: ThreadID, session: MailSession, search: MailPredicate? = nil, clock: WallClock,
        own: @escaping () -> Set<String>, servers: [String: String] = [:], explain: @escaping (SessionError) -> String,
        changed: @escaping () -> Void
    ) {
        self.thread = thread
        self.own = own
        self.changed = changed
        dates = MessageDates(clock: clock)
        hits = ThreadHits(search, in: thread, of: session)
        bodies = MessageBodies(session: session, explain: explain, changed: changed)
        texts = ThreadSurroundingTexts(session: session, zone: clock.calendar.timeZone, changed: changed)
        proofs = SenderProofs(session: session, servers: servers, changed: changed)
        provider = session.messageProvider(
            filter: .thread(thread), sort: .oldestFirst, window: Self.window, loadsAtOnce: true)
        listener = ProviderListener(provider) { [weak self] in self?.hear($0) }
        take()
    }

    /// Takes the messages as they are now. The sight stays where it is.
    func take() {
        let top = rows.indices.contains(scroll.row) ? rows[scroll.row].first : nil
        var byID: [MessageID: Message] = [:]
        byID.reserveCapacity(provider.items.count)
        for message in provider.items {
            if messages[message.id] != message { bodies.reload(message.id) }
            byID[message.id] = message
        }
        messages = byID
        replies = ThreadReplies(provider.items, isTree: isByReplies)
        folding.see(provider.items, hits: hits.tellsApart(provider.items) ? hits.messages : [])
        // Once for each: then it is the reader's.
        folding.unfold(provider.items.filter(isNew).map(\.id).filter { ownLines.insert($0).inserted })
        arrange(keeping: top)
        laidMessages.forget { byID[$0] == nil }
    }

    /// Makes the rows anew after something was folded or arrived.
    func arrange(keeping top: MessageID? = nil) {
        let kept = top ?? (rows.indices.contains(scroll.row) ? rows[scroll.row].first : nil)
        let line = scroll.line
        rows = folding.rows(items)
        if let kept, let row = row(of: kept) { scroll.go(toRow: row, line: line) }
        if current.flatMap({ row(of: $0) }) == nil { current = rows.last?.first }
    }

    /// The row that shows a message, or stands for it.
    func row(of id: MessageID) -> Int? {
        rows.firstIndex { row in
            switch row {
            case .message(let other, _): other == id
            case .run(let ids): ids.contains(id)
            }
        }
    }

    /// Columns of the text.
    var textWidth: Int { min(most, max(1, size.width - 2)) }

    func height(_ row: Int) -> Int {
        rows[row].isOpen ? laid(rows[row].first)?.lines.count ?? 1 : 1
    }

    /// The message as it is laid out for the present width; nil when there is none of that id.
    func laid(_ id: MessageID) -> LaidMessage? {
        guard let message = messages[id] else { return nil }
        let seal = seals?.note(on: message, in: bodies, asking: asks)
        let (state, version) = bodies.state(of: message)
        let own = own()
        let isOwn = message.from.areOwn(own)
        let card = texts.card(in: message, asking: asks)
        let fileNames = texts.fileNames(in: message, asking: asks)
        let news = card?.invitation == nil ? nil : news(of: message)
        let blocks = state.isHere && asks ? blocks?.blocks(of: message) ?? [] : []
        let key = LaidMessages.Key(
            message: message, version: version, width: textWidth, showsQuotes: withQuotes.contains(id), glyphs: glyphs,
            own: own, verdict: isOwn ? nil : proofs.verdict(on: message, asking: asks), seal: seal,
            people: proofs.people, texts: texts.version, card: card?.text.lines.count ?? 0, news: news,
            blocks: blocks, count: provider.items.count, subjectAbove: subject(above: id), answers: replies.notes[id],
            canUnsubscribe: keyName == nil || isOwn ? nil : proofs.canUnsubscribe(from: message, asking: asks),
            outgoing: outgoing().messages[message.id], place: place(of: message), isNew: isNew(message))
        if let known = laidMessages.find(key) { return known }
        let layout = MessageLayout(
            message: message, body: state, blocks: blocks, own: own, width: textWidth, showsQuotes: key.showsQuotes,
            glyphs: glyphs, dates: dates, verdict: key.verdict, seal: seal,
            answers: key.answers, newSubject: key.subjectAbove.flatMap { NewSubject.text(message.subject, after: $0) },
            people: key.people, canUnsubscribe: key.canUnsubscribe, outgoing: key.outgoing, place: key.place,
            isNew: key.isNew, above: texts.words(above: id, of: provider.items),
            card: card, news: news, fileNames: fileNames,
            disguises: texts.disguises(in: message),
            key: { [keyName] in keyName?($0).map { $0 + " " } ?? "" },
            canFold: key.count > 1)
        let laid = layout.lay()
        if let before = laidMessages.keep(laid, for: key) { keepFound(in: id, from: before, to: laid) }
        return laid
    }

    /// The line that was found stays the found one when others come above it.
    private func keepFound(in id: MessageID, from old: LaidMessage, to new: LaidMessage) {
        guard let found, found.message == id, old.lines.indices.contains(found.line) else { return }
        let text = old.lines[found.line].text
        let same = new.lines.indices.filter { new.lines[$0].text == text }
        self.found = same.min { abs($0 - found.line) < abs($1 - found.line) }.map { (id, $0) }
    }

    /// Marks what came after that, which each has a line of its own then.
    func markNew(since date: Date?) {
        newestSeen = date
        take()
    }

    /// Whether it came since the thread was last open, read elsewhere meanwhile or not.
    func isNew(_ message: Message) -> Bool {
        guard let newestSeen, message.receivedAt > newestSeen else { return false }
        return !message.isDraft && !isOwn(message)
    }

    /// What became of the invitation in a message.
    func news(of message: Message) -> InvitationNews? {
        texts.notices.news(of: message, in: provider.items, isOwn: isOwn, dates)
    }

    private func subject(above id: MessageID) -> String? {
        guard let index = items.firstIndex(where: { $0.id == id }), index > 0 else { return nil }
        return items[index - 1].subject
    }

    var isOwn: (Message) -> Bool {
        let own = own()
        return { $0.from.areOwn(own) }
    }

    func shortDate(_ message: Message) -> String {
        let isNarrow = size.width < ThreadRow.narrow
        if let date = outgoing().messages[message.id]?.date {
            return "leaves " + RowDate.coming(date, clock: dates.clock, isNarrow: isNarrow)
        }
        return dates.short(message.receivedAt, isNarrow: dates.clock.isISO && isNarrow)
    }

    private func hear(_ event: ProviderEvent) {
        switch event {
        case .reset, .changed: take()
        case .fetchFailed, .fetchCompleted, .fetchStateChanged: break
        }
        changed()
    }
}
