import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The live messages of a thread in a part of the screen: in the thread screen, and as a preview beside a list.
///
/// Only messages in sight are read and laid out, so that a thread of thousands opens as fast as one of two.
@UI
final class ThreadPane {
    let thread: ThreadID
    let provider: ModelProvider<Message>
    private var listener: ProviderListener<Message>?
    let bodies: MessageBodies
    let proofs: SenderProofs
    let chosenHeaders: ChosenHeaders
    let texts: ThreadSurroundingTexts
    /// The blocks of the user's commands above the texts of open messages; nil where there are no such commands.
    var blocks: MessageBlocks?
    /// The seals of open messages; nil where none are looked for.
    var seals: MessageSeals?
    /// Whether servers and programs may be asked about the messages. False until the user looks at them.
    var asks = true
    /// Returns the keys that texts may name; nil where keys do not act on the thread, as beside a list.
    var keyName: ((Command) -> String?)?
    /// The thread as a whole; nil where only its messages are shown, as beside a list.
    var heading: ThreadHeading?
    var mailboxNames: [MailboxID: String] = [:]
    /// The names of the trash and junk mailboxes: messages of a thread that lie there are marked.
    var aside: [MailboxID: String] = [:]
    /// The mailboxes of sent mail.
    var sent: Set<MailboxID> = []
    /// Returns the mail that has not been sent yet.
    var outgoing: () -> OutgoingMail = { OutgoingMail() }
    let own: () -> Set<String>
    private let changed: () -> Void
    var dates: MessageDates
    /// Returns the most columns for text, from the settings; longer lines are hard to follow.
    var widest: () -> Int = { Settings().textWidth }
    /// The same number in the last frame: every row needs it.
    var most = Settings().textWidth
    /// More messages than any thread has.
    private static let window = 0..<20_000

    // The state of the view; `ThreadPane+Moving` and `ThreadPane+Drawing` work on it.
    var folding = ThreadFolding()
    var rows: [MessageRow] = []
    var messages: [MessageID: Message] = [:]
    /// The place of each message among all, oldest first.
    private var ages: [MessageID: Int] = [:]
    private(set) var replies = ThreadReplies()
    /// Whether each message is below the one that it answers, instead of sorted by date.
    var isByReplies = false
    /// The answer from which the user went to a message, by that message.
    var cameFrom: [MessageID: MessageID] = [:]
    var scroll = RowScroll()
    /// The first line that last came into view, where a screen reader continues.
    var firstNew = 0
    /// The row that keys act on, by its first message.
    var current: MessageID?
    /// That another program has taken the current message away.
    var loss = SelectionLoss<RowID>()
    /// The message that the thread was opened at, until the user goes to one.
    var begunAt: MessageID?
    var focus: LaidMessage.Target?
    var withQuotes: Set<MessageID> = []
    /// The line that was found last.
    var found: (message: MessageID, line: Int)?
    /// The search for words that goes on beside the screen.
    var searching: SearchBeside?
    var selection: LineSelection?
    /// Called once with the result of a refresh that the user asked for.
    var refreshed: ((FetchFailure?) -> Void)?
    /// Called when the selected lines are not found again in a new layout.
    var selectionLost: () -> Void = {}
    /// Messages whose text has been visible.
    var shown: Set<MessageID> = []
    /// Messages whose text is visible in the last frame.
    var inSight: Set<MessageID> = []
    var size = Size(width: 80, height: 21)
    var glyphs = Glyphs.unicode
    var painted: [(y: Int, row: Int, line: Int)] = []
    var place = Rect(x: 0, y: 0, width: 0, height: 0)
    var showsCurrent = true
    /// Whether the first view is still undecided: the match of a search, the first unread message, or the last one.
    var isFresh = true
    /// What the search found that opened the thread.
    let hits: ThreadHits
    /// The message with the first match while its text is awaited, and the scroll position then.
    var awaitedHit: (message: MessageID, scroll: RowScroll)?
    /// How the thread was left before, until that is restored; and the scroll position while its text is awaited.
    var wantedSight: ThreadSight?
    var awaitedSight: RowScroll?
    /// The text at the top before the last change of width, and its scroll position now. The old width brings it back to the top.
    var topBefore: (place: TextPlace, scroll: RowScroll)?
    /// The scroll position at the end while texts there are still being fetched.
    var awaitedEnd: RowScroll?
    /// The message that the user went to, and the scroll position then, while texts in view are still being fetched.
    var awaitedMessage: (message: MessageID, scroll: RowScroll)?
    /// The first message that arrived since the thread was left.
    var newcomer: MessageID?
    /// The date of the newest message when the thread was last left, possibly in an earlier run.
    private(set) var newestSeen: Date?
    /// New messages that were given a line of their own.
    private var ownLines: Set<MessageID> = []
    private var laidMessages = LaidMessages()
    /// The number of layouts so far.
    var timesLaid: Int { laidMessages.timesLaid }

    /// - Parameters:
    ///   - search: the filter of the list that opened the thread: only what it found is open then. Nil for no search.
    ///   - own: the user's own addresses, in lower case.
    ///   - servers: the authentication servers whose results are trusted, by account address.
    ///   - explain: returns a sentence for why a text could not be fetched.
    ///   - changed: called when something in the pane differs from what was drawn.
    init(
        thread: ThreadID, session: MailSession, search: MailPredicate?, clock: WallClock,
        own: @escaping () -> Set<String>, servers: [String: String], explain: @escaping (SessionError) -> String,
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
        chosenHeaders = ChosenHeaders(session: session, changed: changed)
        provider = session.messageProvider(
            filter: .thread(thread), sort: .oldestFirst, window: Self.window, loadsAtOnce: true)
        listener = ProviderListener(provider) { [weak self] in self?.hear($0) }
        take()
    }

    /// Takes the current messages. The view stays where it is.
    func take() {
        let top = rows.indices.contains(scroll.row) ? rows[scroll.row].first : nil
        var byID: [MessageID: Message] = [:]
        byID.reserveCapacity(provider.items.count)
        ages.removeAll(keepingCapacity: true)
        for (place, message) in provider.items.enumerated() {
            if messages[message.id] != message { bodies.reload(message.id) }
            byID[message.id] = message
            ages[message.id] = place
        }
        messages = byID
        replies = ThreadReplies(provider.items, isTree: isByReplies)
        folding.see(provider.items, hits: hits.tellsApart(provider.items) ? hits.messages : [])
        // Once for each message: after that the user decides.
        folding.unfold(provider.items.filter(isNew).map(\.id).filter { ownLines.insert($0).inserted })
        arrange(keeping: top)
        laidMessages.forget { byID[$0] == nil }
    }

    /// Rebuilds the rows after a message was folded, arrived, or has gone.
    func arrange(keeping top: MessageID? = nil) {
        let former = rows
        let kept = top ?? (rows.indices.contains(scroll.row) ? rows[scroll.row].first : nil)
        let line = scroll.line
        rows = folding.rows(items)
        if let kept, let row = row(of: kept) {
            scroll.go(toRow: row, line: line)
        } else if let kept, let row = row(below: kept, in: former) {
            scroll.go(toRow: row)
        }
        guard current.flatMap({ row(of: $0) }) == nil else { return }
        let gone = current
        current = gone.flatMap { row(below: $0, in: former) }.map { rows[$0].first } ?? rows.last?.first
        guard let gone, let current else { return }
        // A link of the message that has gone.
        focus = nil
        loss.went(.message(gone), next: .message(current))
    }

    /// Returns the row of the first message below one that has gone; nil if none was there.
    private func row(below gone: MessageID, in former: [MessageRow]) -> Int? {
        former.flatMap(\.all).drop { $0 != gone }.lazy.compactMap { self.row(of: $0) }.first
    }

    /// Returns the row that contains a message.
    func row(of id: MessageID) -> Int? {
        rows.firstIndex { row in
            switch row {
            case .message(let other, _): other == id
            case .run(let ids): ids.contains(id)
            }
        }
    }

    /// The width of the text in columns.
    var textWidth: Int { min(most, max(1, size.width - 2)) }

    func height(_ row: Int) -> Int {
        rows[row].isOpen ? laid(rows[row].first)?.lines.count ?? 1 : 1
    }

    /// Returns the message laid out for the current width; nil when there is none with that id.
    func laid(_ id: MessageID) -> LaidMessage? {
        guard let message = messages[id] else { return nil }
        let seal = seals?.note(on: message, in: bodies, asking: asks)
        let (state, version) = bodies.state(of: message)
        let own = own()
        let isOwn = message.from.areOwn(own)
        let card = seal?.replacesCard(of: message) == true ? nil : texts.card(in: message, asking: asks)
        let fileNames = texts.fileNames(in: message, asking: asks)
        let news = card?.invitation == nil ? nil : news(of: message)
        let blocks = state.isHere && asks ? blocks?.blocks(of: message) ?? [] : []
        let key = LaidMessages.Key(
            message: message, version: version, width: textWidth, showsQuotes: withQuotes.contains(id), glyphs: glyphs,
            isISO: dates.clock.isISO, hasTwelveHours: dates.clock.hasTwelveHours, own: own,
            verdict: isOwn ? nil : proofs.verdict(on: message, asking: asks), seal: seal,
            people: proofs.people, texts: texts.version, card: card?.text.lines.count ?? 0, news: news,
            blocks: blocks, count: provider.items.count, subjectAbove: subject(above: id), answers: replies.notes[id],
            canUnsubscribe: keyName == nil || isOwn ? nil : proofs.canUnsubscribe(from: message, asking: asks),
            chosenHeaders: chosenHeaders.headers(of: message, asking: asks),
            outgoing: outgoing().messages[message.id], place: place(of: message), isNew: isNew(message))
        if let known = laidMessages.find(key) { return known }
        let layout = MessageLayout(
            message: message, body: state, blocks: blocks, own: own, width: textWidth, showsQuotes: key.showsQuotes,
            glyphs: glyphs, dates: dates, verdict: key.verdict, seal: seal,
            answers: key.answers, newSubject: key.subjectAbove.flatMap { NewSubject.text(message.subject, after: $0) },
            people: key.people, canUnsubscribe: key.canUnsubscribe, chosenHeaders: key.chosenHeaders,
            outgoing: key.outgoing, place: key.place,
            isNew: key.isNew, above: texts.words(above: ages[id] ?? 0, of: provider.items),
            card: card, news: news, fileNames: fileNames,
            disguises: texts.disguises(in: message),
            key: { [keyName] in keyName?($0).map { $0 + " " } ?? "" },
            canFold: key.count > 1)
        let laid = layout.lay()
        if let before = laidMessages.keep(laid, for: key) { keepLines(in: id, from: before, to: laid) }
        return laid
    }

    /// Marks the messages that came after a date, and gives each a line of its own.
    func markNew(since date: Date?) {
        newestSeen = date
        take()
    }

    /// Whether the message arrived after the thread was last open, even if it was read elsewhere meanwhile.
    func isNew(_ message: Message) -> Bool {
        guard let newestSeen, message.receivedAt > newestSeen else { return false }
        return !message.isDraft && !isOwn(message)
    }

    /// Returns what became of the invitation in a message.
    func news(of message: Message) -> InvitationNews? {
        texts.notices.news(of: message, in: provider.items, isOwn: isOwn, dates)
    }

    func subject(above id: MessageID) -> String? {
        guard let index = replies.places[id], index > 0 else { return nil }
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
        case .fetchFailed(let failure): tellRefreshed(failure)
        case .fetchCompleted: tellRefreshed(nil)
        case .fetchStateChanged: break
        }
        changed()
    }

    private func tellRefreshed(_ failure: FetchFailure?) {
        let tell = refreshed
        refreshed = nil
        tell?(failure)
    }
}
