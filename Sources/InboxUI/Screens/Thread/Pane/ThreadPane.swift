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
    let known: MessageKnowledge
    /// Returns the keys that texts may name; nil where keys do not act on the thread, as beside a list.
    var keyName: ((Command) -> String?)?
    /// The thread as a whole; nil where only its messages are shown, as beside a list.
    var heading: ThreadHeading?
    var mailboxes = ThreadMailboxes()
    /// Returns the mail that has not been sent yet.
    var outgoing: () -> OutgoingMail = { OutgoingMail() }
    let own: () -> Set<String>
    private let changed: () -> Void
    var dates: MessageDates
    /// Returns the most columns for text, from the settings.
    var widest: () -> Int = { Settings().textWidth }
    /// More messages than any thread has.
    private static let window = 0..<20_000

    // The state of the view; `ThreadPane+Moving` and `ThreadPane+Drawing` work on it.
    var folding = ThreadFolding()
    var rows: [MessageRow] = []
    var messages = ThreadMessages()
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
    var space = PaneSpace()
    var drawn = DrawnLines()
    var showsCurrent = true
    /// Whether the first view is still undecided: the match of a search, the first unread message, or the last one.
    var isFresh = true
    /// What the search found that opened the thread.
    let hits: ThreadHits
    var awaited: AwaitedPlace?
    var wanted: WantedSight?
    /// The text at the top before the last change of width, and its scroll position now. The old width brings it back to the top.
    var topBefore: (place: TextPlace, scroll: RowScroll)?
    var newMessages = NewMessages()
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
        known = MessageKnowledge(
            session: session, servers: servers, zone: clock.calendar.timeZone, changed: changed)
        provider = session.messageProvider(
            filter: .thread(thread), sort: .oldestFirst, window: Self.window, loadsAtOnce: true)
        listener = ProviderListener(provider) { [weak self] in self?.hear($0) }
        take()
    }

    /// Takes the current messages. The view stays where it is.
    func take() {
        let top = rows.indices.contains(scroll.row) ? rows[scroll.row].first : nil
        messages.take(provider.items).forEach(bodies.reload)
        folding.see(provider.items, hits: hits.tellsApart(provider.items) ? hits.messages : [])
        folding.unfold(newMessages.takeOwnLines(among: provider.items) { isOwn($0) })
        arrange(keeping: top)
        laidMessages.forget { messages[$0] == nil }
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

    var textWidth: Int { space.textWidth }

    func height(_ row: Int) -> Int {
        rows[row].isOpen ? laid(rows[row].first)?.lines.count ?? 1 : 1
    }

    /// Returns the message laid out for the current width; nil when there is none with that id.
    func laid(_ id: MessageID) -> LaidMessage? {
        guard let message = messages[id] else { return nil }
        let seal = known.seals?.note(on: message, in: bodies, asking: known.asks)
        let (state, version) = bodies.state(of: message)
        let own = own()
        let isOwn = message.from.areOwn(own)
        let card = seal?.replacesCard(of: message) == true ? nil : known.texts.card(in: message, asking: known.asks)
        let fileNames = known.texts.fileNames(in: message, asking: known.asks)
        let news = card?.invitation == nil ? nil : news(of: message)
        let blocks = state.isHere && known.asks ? known.blocks?.blocks(of: message) ?? [] : []
        let key = LaidMessages.Key(
            message: message, version: version, width: textWidth, showsQuotes: withQuotes.contains(id),
            glyphs: space.glyphs,
            isISO: dates.clock.isISO, hasTwelveHours: dates.clock.hasTwelveHours, own: own,
            verdict: isOwn ? nil : known.proofs.verdict(on: message, asking: known.asks), seal: seal,
            people: known.proofs.people, texts: known.texts.version, card: card?.text.lines.count ?? 0, news: news,
            blocks: blocks, count: provider.items.count, subjectAbove: messages.subject(above: id),
            answers: messages.replies.notes[id],
            canUnsubscribe: keyName == nil || isOwn
                ? nil : known.proofs.canUnsubscribe(from: message, asking: known.asks),
            chosenHeaders: known.chosenHeaders.headers(of: message, asking: known.asks),
            outgoing: outgoing().messages[message.id], place: place(of: message), isNew: isNew(message))
        if let known = laidMessages.find(key) { return known }
        let layout = MessageLayout(
            message: message, body: state, blocks: blocks, own: own, width: textWidth, showsQuotes: key.showsQuotes,
            glyphs: space.glyphs, dates: dates, verdict: key.verdict, seal: seal,
            answers: key.answers, newSubject: key.subjectAbove.flatMap { NewSubject.text(message.subject, after: $0) },
            people: key.people, canUnsubscribe: key.canUnsubscribe, chosenHeaders: key.chosenHeaders,
            outgoing: key.outgoing, place: key.place,
            isNew: key.isNew, above: known.texts.words(above: messages.age(of: id), of: provider.items),
            card: card, news: news, fileNames: fileNames,
            disguises: known.texts.disguises(in: message),
            key: { [keyName] in keyName?($0).map { $0 + " " } ?? "" },
            canFold: key.count > 1)
        let laid = layout.lay()
        if let before = laidMessages.keep(laid, for: key) { keepLines(in: id, from: before, to: laid) }
        return laid
    }

    /// Marks the messages that came after a date, and gives each a line of its own.
    func markNew(since date: Date?) {
        newMessages.newestSeen = date
        take()
    }

    /// Whether the message arrived after the thread was last open, even if it was read elsewhere meanwhile.
    func isNew(_ message: Message) -> Bool { newMessages.contains(message) { isOwn($0) } }

    /// Returns what became of the invitation in a message.
    func news(of message: Message) -> InvitationNews? {
        known.texts.notices.news(of: message, in: provider.items, isOwn: isOwn, dates)
    }

    var isOwn: (Message) -> Bool {
        let own = own()
        return { $0.from.areOwn(own) }
    }

    func shortDate(_ message: Message) -> String {
        let isNarrow = space.isNarrow
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
