import Foundation
import InboxKit
import InboxModel
import MailContent
public import TerminalUI

/// Writing a message.
@UI
public final class ComposeScreen: Screen {
    public let keyContext = KeyContext.compose
    public let takesText = true
    public var holdsEvents: Bool { ending.map { !$0.isSigning } ?? false }

    let around: any Surroundings
    let title: String
    var form: ComposeForm
    /// The draft, once it has been kept.
    var draft: MessageID?
    /// What stood here before anything was written; nil for a draft that was there already.
    var begun: DraftContent?
    /// What the store has, or what the composer began with.
    var kept: DraftContent
    var keeping = Keeping.nothing
    /// What the store has been asked for that ends the composer; it stays, and takes nothing more, until that is done.
    var ending: Ending?
    var timer: Task<Void, Never>?
    var fetching: Task<Void, Never>?
    /// Waits for a server that did not give a text.
    var waiting: Task<Void, Never>?
    /// It was opened on a draft, whose text may have to be fetched; what is begun here gets a draft as it is kept.
    let opensDraft: Bool
    /// The user's own editor is still to be opened on what was begun.
    var awaitsEditor: Bool
    var isInFront = false
    /// The text is in the user's editor.
    var isEditing = false
    /// Another identity that is due when the editor ends.
    var lateSwitch: (@UI () -> Void)?
    var looking: Task<Void, Never>?
    var isOver = false
    /// Is told when the message was given to the outbox, after the composer has gone.
    var sent: (@UI () -> Void)?
    /// Archives the thread that was answered, as the screen beneath does it; nil where none shows it.
    var archive: (@UI (ThreadID) -> Void)?
    let senders: Senders
    /// An editor that comes back sooner, with nothing changed, has most likely opened a window.
    var leastEditing = Duration.seconds(1)
    /// Where the editor's file lies.
    var copies = OpenedFiles()
    /// The message that it answers.
    let answered: Message?
    /// The messages of its thread when the composer was opened.
    let beside: Set<MessageID>
    /// Whether a link began it: what it answers was chosen by whoever wrote that.
    let isLink: Bool
    /// Whether it was said that a change takes formatting away.
    var hasToldFormatting = false
    /// The message that has the files already: the draft, or the one that is forwarded.
    var source: Message?
    /// This screen, and who had written the draft before it.
    var writer: DraftWriter
    /// Whether it was ordered to be sent before, and nobody knows what became of that.
    let mayHaveArrived: Bool
    /// How it was to leave when it was opened.
    let order: Order?
    /// The account that files were last fetched for.
    var fetchedFor: AccountID
    /// Where servers say that it went.
    var delivered: [MailAddress] = []
    let people: ModelProvider<Contact>
    private var listener: ProviderListener<Contact>?
    var places: [ComposeForm.Field: Rect] = [:]
    let pause: @Sendable (Duration) async -> Void

    enum Keeping: Hashable {
        /// Nothing was written yet.
        case nothing
        case unkept, kept
        case failed(String)
    }

    enum Ending: String {
        case keeping = "The draft is being kept"
        /// Nothing of the store is asked yet: keys are answered, and Esc stops it.
        case signing = "The message is being signed"
        /// The same for what goes back for the time that it had; Esc leaves without.
        case signingAnew = "The message is being signed anew"
        case sending = "The message is on its way to the outbox"
        case discarding = "The draft is being discarded"

        var isSigning: Bool { self == .signing || self == .signingAnew }
    }

    /// Those used most are known at once; who knows more people is asked of the store for others.
    static let peopleAtHand = 2_000

    /// - Parameters:
    ///   - pause: waits; for tests.
    /// - Returns: nil when no account can send, or the draft is gone or being sent.
    public init?(
        _ request: ComposeRequest, around: any Surroundings,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        let senders = around.senders
        guard let begin = Beginning(request, senders, around) else { return nil }
        self.senders = senders
        answered = begin.answered
        let thread = begin.answered.flatMap { try? around.session.messages(of: $0.thread) } ?? []
        beside = Set(thread.map(\.id))
        isLink = if case .link = request { true } else { false }
        source = begin.source
        fetchedFor = begin.source?.account ?? begin.sender.account.id
        self.around = around
        self.pause = pause
        title = begin.title
        draft = begin.draft
        // What it was when it was opened: the order may be discarded in the outbox while one writes, the doubt stays.
        let actions = begin.draft == nil ? [] : (try? around.session.actions()) ?? []
        mayHaveArrived = actions.contains { $0.mayHaveBeenSent && $0.object == begin.draft.map { .draft($0) } }
        order = begin.draft.flatMap { Order($0, among: actions) }
        writer = DraftWriter(name: UUID().uuidString, seen: begin.writer)
        opensDraft = begin.draft != nil
        awaitsEditor = begin.draft == nil && around.settings.editorAtOnce
        form = ComposeForm(begin.content, sender: begin.sender, senders: senders.all)
        form.isGuess = begin.isGuess
        form.quoteLead = around.settings.quoteLead
        begin.place(in: &form)
        if around.settings.markdown, begin.draft == nil { form.isMarkdown = true }
        if around.settings.openpgpSign, begin.draft == nil, form.seal == nil, Self.canSeal(form, around) {
            form.seal = .signed
        }
        if let left = around.leftDraft, left.id == begin.draft { form.go(to: left) }
        kept = form.content
        begun = begin.draft == nil ? form.content : nil
        people = around.session.contactProvider(sort: .use, window: 0..<Self.peopleAtHand, loadsAtOnce: true)
        listener = ProviderListener(people) { [weak self] _ in self?.takePeople() }
        takePeople()
        if let missing = begin.missing { fetch(missing, begin) }
        if let message = begin.delivered { askWhereDelivered(message) }
        if let message = begin.attached { attach(message, isBeginning: true) }
        fetchFiles()
        nameForwardedMail()
        if begin.losesFormatting { sayFormattingStays() }
        if case .link(let link, _) = request, !link.dropped.isEmpty {
            around.say("Left out of the link: \(link.dropped.joined(separator: ", "))", kind: .warning, undo: false)
        }
    }

    isolated deinit {
        timer?.cancel()
        looking?.cancel()
        waiting?.cancel()
    }

    func sayFormattingStays() {
        around.say(
            "Its words go along, its formatting does not: forwarded as a file it goes whole", kind: .info, undo: false)
    }

    var isFetching: Bool { fetching != nil }
    /// How many files are on their way to be put on it.
    var comingFiles = 0
    /// A file of other mail that is on its way here, to be put on this one.
    var awaited: MessageFile?
    /// The text of a draft is still on its way: until it is here nothing can be put in its place.
    private var isAwaitingDraft: Bool { isFetching && opensDraft }

    // MARK: Keys

    public func perform(_ command: Command) -> Bool {
        if command == .redraw || command == .quit || command == .help { return false }
        if command == .back, stopSigning() { return true }
        if let ending {
            around.say(ending.rawValue, kind: .warning, undo: false)
            return true
        }
        if isAwaitingDraft, command != .back {
            around.say("The text of this draft is on its way", kind: .warning, undo: false)
            return true
        }
        switch command {
        case .back:
            if !form.closeCompletions() { leave() }
        case .send: send { $0.deliver() }
        case .sendAndArchive: sendAndArchive()
        case .sendLater: askWhen()
        case .markdown:
            form.isMarkdown.toggle()
            changed()
        case .seal:
            // There it chooses the one above.
            if form.completions != nil { return false }
            changeSeal()
        case .attach: attach()
        case .contacts: chooseContacts()
        case .editor: edit()
        case .versions: chooseVersion()
        case .discard: askToDiscard()
        case .nextSender:
            let before = form.content
            if form.goToNextSender() {
                senderChanged(from: before)
            } else {
                around.say("You write as one address only", kind: .info, undo: false)
            }
        case .takeOff: edit(form.takeOff(), otherwise: "No recipient or file is selected")
        case .nextLink: if form.completions != nil || form.focus == .body { return false } else { _ = form.goOnByTab() }
        case .previousLink: form.goBackByTab()
        // To the next line, field or completion, whatever key is bound to it.
        case .down: return handle(.key(.down))
        case .up: return handle(.key(.up))
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    private func edit(_ isEdited: Bool, otherwise words: String) {
        if isEdited { changed() } else { around.say(words, kind: .info, undo: false) }
    }

    public func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if event == .key(.ctrl("c")) {
            sayHowToLeave()
            return true
        }
        if let ending, ending.isSigning, case .key = event { around.say(ending.rawValue, kind: .info, undo: false) }
        if isAwaitingDraft || ending != nil { return true }
        if case .mouse(let mouse) = event, case .press(.left) = mouse.action {
            guard let hit = places.first(where: { $0.value.contains(mouse.position) }) else { return false }
            form.setFocus(hit.key)
            switch hit.key {
            case .body: _ = form.handle(event)
            case .subject: form.subject.goTo(column: mouse.position.x - hit.value.x)
            default: break
            }
            return true
        }
        if case .paste(let text) = event, form.focus == .body || form.focus == .files, takePastedPaths(text) {
            return true
        }
        let (field, before) = (form.focus, form.content)
        switch form.handle(event) {
        case .ignored: return false
        case .moved: return true
        case .edited where field == .from:
            senderChanged(from: before)
            return true
        case .edited:
            changed()
            lookUp()
            return true
        }
    }

    /// For the key that ends other programs: here it would be pressed for copying, and what is written is worth more.
    private func sayHowToLeave() {
        let leaving: [(Command, String)] = [(.back, "keeps the draft"), (.quit, "quits")]
        let words = leaving.compactMap { command, what in
            around.keyName(of: command, in: .compose).map { "\($0) \(what)" }
        }
        around.say(words.joined(separator: ", "), kind: .done, undo: false)
    }
}
