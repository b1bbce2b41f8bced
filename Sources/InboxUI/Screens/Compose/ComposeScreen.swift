import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The composer of a message.
@UI
final class ComposeScreen: Screen {
    let keyContext = KeyContext.compose
    let takesText = true
    var holdsEvents: Bool { isInserting || ending.map { !$0.isSigning } ?? false }
    var endsHolding: Bool { isInserting }

    let around: any Surroundings
    let title: String
    var form: ComposeForm
    /// The draft's id, once the draft has been kept.
    var draft: MessageID?
    /// The content before anything was written; nil for an existing draft.
    var begun: DraftContent?
    /// The content in the store, or the one that the composer began with.
    var kept: DraftContent
    var keeping = Keeping.nothing
    /// The job in progress that will close the composer. Until the job is done, the composer stays and takes no input.
    var ending: Ending?
    /// The kinds of seals for which there are keys, the better one first; nil where they were not looked for yet.
    var sealKinds: [SealKind]?
    /// The number of times that the message began to be signed.
    var signings = 0
    var timer: Task<Void, Never>?
    var fetching: Task<Void, Never>?
    /// Waits for the server to be connected again after a text could not be fetched.
    var waiting: Task<Void, Never>?
    /// Whether the composer was opened on a draft, whose text may have to be fetched. A new message gets a draft when it is kept.
    let opensDraft: Bool
    /// Whether the user's editor is still to be opened on a new message.
    var awaitsEditor: Bool
    var isInFront = false
    /// Whether the text is in the user's editor.
    var isEditing = false
    /// Whether a template is about to be inserted.
    var isInserting = false
    /// A change of sender that is due when the editor ends.
    var lateSwitch: (@UI () -> Void)?
    var isOver = false
    /// Called when the message is in the outbox, after the composer has closed.
    var sent: (@UI () -> Void)?
    /// Archives the answered thread in the way of the screen beneath; nil where none shows the thread.
    var archive: (@UI (ThreadID) -> Void)?
    let senders: Senders
    /// The shortest plausible editing time: an editor that returns sooner without changes has most likely opened a window.
    var leastEditing = Duration.seconds(1)
    /// The folder for the editor's file.
    var copies = OpenedFiles()
    /// The answered message.
    let answered: Message?
    /// The messages of the answered thread when the composer was opened.
    let beside: Set<MessageID>
    /// Whether a link opened the composer: the author of the link then chose the answered message.
    let isLink: Bool
    /// Whether the user was told that a change removes formatting.
    var hasToldFormatting = false
    /// The message that already has the files: the draft, or the forwarded message.
    var source: Message?
    /// This screen, and the previous writer of the draft.
    var writer: DraftWriter
    /// Whether the draft was queued before with an unknown outcome.
    let mayHaveArrived: Bool
    /// The draft's send order when the composer was opened.
    let order: Order?
    /// Whether the draft's order was waiting, and is held only while the composer is open.
    let isHeldForWriting: Bool
    /// The account that files were last fetched for.
    var fetchedFor: AccountID
    /// The addresses that the message was delivered to, as reported by its delivery headers.
    var delivered: [MailAddress] = []
    let recipients: RecipientLookup
    var places: [ComposeForm.Field: Rect] = [:]
    let pause: @Sendable (Duration) async -> Void

    enum Keeping: Hashable {
        /// Nothing was written yet.
        case nothing
        case unkept, kept
        case failed(String)
    }

    enum Ending: String {
        case keeping = "The draft is being saved"
        /// Keys are not held but answered with this text, and Esc stops the signing.
        case signing = "The message is being signed"
        /// The same for a message to be requeued for its time; Esc leaves without signing.
        case signingAnew = "The message is being signed again"
        case sending = "The message is being queued"
        case discarding = "The draft is being discarded"

        var isSigning: Bool { self == .signing || self == .signingAnew }
    }

    /// - Parameters:
    ///   - isHeldForWriting: Whether the draft's order was waiting, and is held only while the composer is open.
    ///   - pause: Waits; replaced in tests.
    /// - Returns: Nil when no account can send, or the draft is gone or being sent.
    init?(
        _ request: ComposeRequest, around: any Surroundings, isHeldForWriting: Bool = false,
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
        // As it was on opening: even if the order is discarded in the outbox meanwhile, the doubt remains.
        let actions = begin.draft == nil ? [] : (try? around.session.actions()) ?? []
        mayHaveArrived = actions.contains { $0.mayHaveBeenSent && $0.object == begin.draft.map { .draft($0) } }
        order = begin.draft.flatMap { Order($0, among: actions, wasWaiting: isHeldForWriting) }
        self.isHeldForWriting = isHeldForWriting
        writer = DraftWriter(name: UUID().uuidString, seen: begin.writer)
        opensDraft = begin.draft != nil
        awaitsEditor = begin.draft == nil && around.settings.editorAtOnce
        form = ComposeForm(begin.content, sender: begin.sender, senders: senders.all)
        form.isGuess = begin.isGuess
        form.quoteLead = around.settings.quoteLead
        begin.place(in: &form)
        if around.settings.markdown, begin.draft == nil { form.isMarkdown = true }
        if begin.draft == nil, form.seal == nil, Self.canSeal(form, around) {
            form.seal = around.settings.signsWith.map { DraftSeal($0) }
        }
        if let left = around.leftDraft, left.id == begin.draft { form.go(to: left) }
        kept = form.content
        begun = begin.draft == nil ? form.content : nil
        recipients = RecipientLookup(around: around, pause: pause)
        recipients.follow { [weak self] in
            if let self { form.know(recipients.book) }
        }
        if let missing = begin.missing { fetch(missing, begin) }
        if let message = begin.delivered { askWhereDelivered(message) }
        if let message = begin.attached { attach(message, isBeginning: true) }
        fetchFiles()
        nameForwardedMail()
        if begin.losesFormatting { sayFormattingStays() }
        if begin.draft == nil, let answered { around.sayBegun(answered, in: thread) }
        if !begin.otherAuthors.isEmpty {
            let others = begin.otherAuthors.map { Wording.line(EmailAddress.shown($0.email)) }
            around.say(
                "From has one address here: if you change the draft, it loses \(others.joined(separator: ", "))",
                kind: .warning)
        }
        if case .link(let link, _, _) = request, !link.dropped.isEmpty {
            around.say("Left out of the link: \(link.dropped.joined(separator: ", "))", kind: .warning)
        }
    }

    isolated deinit {
        timer?.cancel()
        waiting?.cancel()
    }

    func sayFormattingStays() {
        around.say("It goes without its formatting; forward it as a file to keep that", kind: .info)
    }

    var isFetching: Bool { fetching != nil }
    /// The number of files on their way to be attached.
    var comingFiles = 0
    /// A file of another message that is being fetched to be attached.
    var awaited: MessageFile?
    /// Whether the text of a draft is still being fetched; until then it must not be replaced.
    private var isAwaitingDraft: Bool { isFetching && opensDraft }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        if command == .redraw || command == .quit || command == .help { return false }
        if command == .back, stopSigning() { return true }
        if let ending {
            around.sayHere(ending.rawValue, kind: .warning)
            return true
        }
        if isAwaitingDraft, command != .back {
            around.sayHere("The draft's text is being fetched", kind: .warning)
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
            // With completions open, the key chooses the previous one.
            if form.completions != nil { return false }
            changeSeal()
        case .attach: attach()
        case .template: chooseTemplate()
        case .contacts: chooseContacts()
        case .editor: edit()
        case .versions: chooseVersion()
        case .discard: askToDiscard()
        case .nextSender:
            let before = form.content
            if form.goToNextSender() {
                senderChanged(from: before)
            } else {
                around.say("You have only one address", kind: .info)
            }
        case .takeOff: edit(form.takeOff(), otherwise: "No recipient or file is selected")
        case .nextLink: if form.completions != nil || form.focus == .body { return false } else { _ = form.goOnByTab() }
        case .previousLink: form.goBackByTab()
        // Moves to the next line, field or completion, whatever key is bound to the command.
        case .down: return handle(.key(.down))
        case .up: return handle(.key(.up))
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    private func edit(_ isEdited: Bool, otherwise words: String) {
        if isEdited { changed() } else { around.say(words, kind: .info) }
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if event == .key(.ctrl("c")) {
            sayHowToLeave()
            return true
        }
        if let ending, ending.isSigning, case .key = event { around.say(ending.rawValue, kind: .info) }
        if isAwaitingDraft || ending != nil { return true }
        if case .mouse(let mouse) = event, case .press(.left) = mouse.action {
            guard let hit = place(at: mouse.position) else { return false }
            form.setFocus(hit.key)
            switch hit.key {
            case .body: _ = form.handle(event)
            case .subject: form.subject.goTo(column: max(0, mouse.position.x - hit.value.x))
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

    /// The field at a position, or whose label, or the space beside it, is there.
    private func place(at position: Point) -> (key: ComposeForm.Field, value: Rect)? {
        places.first { $0.value.contains(position) }
            ?? places.first { $0.key != .body && ($0.value.y..<$0.value.maxY).contains(position.y) }
    }

    /// Handles Ctrl-C, which ends other programs: here the user probably wanted to copy, and the text is too valuable to lose.
    private func sayHowToLeave() {
        let leaving: [(Command, String)] = [(.back, "keeps the draft"), (.quit, "quits")]
        let words = leaving.compactMap { command, what in
            around.keyName(of: command, in: .compose).map { "\($0) \(what)" }
        }
        around.sayHere(words.joined(separator: ", "), kind: .done)
    }
}
