import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The draft: kept while the user writes and at the end, or discarded. Text that the store refused stays on the screen (S-3, S-7).
extension ComposeScreen {
    /// The time from a change to keeping the draft, and from a failed attempt to the next.
    static let autosave = Duration.seconds(2)

    func changed() {
        if form.account.id != fetchedFor { fetchFiles() }
        keeping = .unkept
        keepSoon()
        guard form.hasLostFormatting, !hasToldFormatting else { return }
        hasToldFormatting = true
        around.say("Edited here, it becomes plain text without its formatting. Undo restores it.", kind: .warning)
    }

    /// Handles a change of sender. If nothing was written, the new sender's template and signature alone are not worth keeping.
    func senderChanged(from before: DraftContent) {
        // Another sender has other keys.
        sealKinds = nil
        if begun == before { begun = form.content }
        guard draft == nil, before == kept else { return changed() }
        kept = form.content
        if form.account.id != fetchedFor { fetchFiles() }
    }

    private func keepSoon() {
        guard timer == nil, !isOver else { return }
        timer = Task { [weak self, pause] in
            await pause(Self.autosave)
            guard let self, !Task.isCancelled else { return }
            self.timer = nil
            self.keep(isTyping: true)
        }
    }

    func appear() {
        isInFront = true
        editAtOnce()
    }

    func disappear() {
        isInFront = false
        hurry()
        keep()
    }

    /// Uploads soon what was kept while the user typed.
    private func hurry() {
        guard let draft, !isOver else { return }
        around.run { [around] in try? await around.session.hurry(draft) }
    }

    /// Turns typed recipients that are addresses into tokens, before the draft is kept at the end of the program.
    func finishTyping() { form.finishTyping() }

    /// Whether only this screen has the current text.
    var isUnkept: Bool { !isOver && form.content != kept }

    /// Keeps the draft, in its state when the job's turn comes. The job continues after the screen has closed.
    /// - Parameter isTyping: Whether more typing is expected, so that the server need not get the draft at once.
    func keep(isTyping: Bool = false) {
        timer?.cancel()
        timer = nil
        guard isUnkept else { return }
        around.run { [self] in
            if isUnkept { await store(isTyping: isTyping) }
        }
    }

    /// Stores the draft in its current state.
    /// - Returns: The draft's id; nil when it could not be kept, which the user is told.
    @discardableResult
    func store(isTyping: Bool = false) async -> MessageID? {
        var content = form.content
        do throws(SessionError) {
            let seen = draft == nil ? nil : source
            let (isGone, isOverThere) = (try isAway(), try isOverElsewhere())
            let id = try await around.session.save(
                content, as: draft, seen: seen, writer: writer, account: keepingAccount, isTyping: isTyping)
            if let draft, id != draft {
                // A draft that moved to another account, or off its server, replaces its old copy, except for what another program wrote
                // there.
                let hasMoved = seen.map { $0.account != keepingAccount } ?? false
                let stays = try around.session.draft(draft) != nil
                if stays || isGone && !hasMoved { tellElsewhere(isOverThere) }
            }
            take((try? around.session.draft(id))?.content.files ?? [], of: &content)
            source = (try? around.session.message(id)) ?? source
            (draft, kept, writer.seen) = (id, content, writer.name)
            keeping = form.content == content ? .kept : .unkept
            around.setNeedsDraw()
            return id
        } catch {
            failed(words(for: error))
            return nil
        }
    }

    private func words(for error: SessionError) -> String {
        let (account, known) = (keepingAccount, around.session.knownAccounts.map(\.id))
        guard let removed = senders.all.map(\.account).first(where: { $0.id == account }), !known.contains(account)
        else {
            return Wording.sentence(error)
        }
        let hasOther = senders.all.contains { known.contains($0.account.id) }
        return Wording.senderRemoved(
            removed.address, key: hasOther ? around.keyName(of: .nextSender, in: .compose) : nil)
    }

    /// Whether the draft no longer exists under the id with which it was opened.
    private func isAway() throws(SessionError) -> Bool {
        guard let draft else { return false }
        return try around.session.draft(draft) == nil
    }

    /// Whether another program sent or deleted the draft, rather than just changing it.
    func isOverElsewhere() throws(SessionError) -> Bool {
        guard try isAway() else { return false }
        guard let source, source.id == draft else { return true }
        return try around.session.successor(ofDraft: source) == nil
    }

    private static let overElsewhere = "was sent or discarded by another program"

    private func tellElsewhere(_ isOver: Bool) {
        let what =
            isOver
            ? "\(Self.overElsewhere): what you write here"
            : "was changed in another window or program: that version is in Drafts, and what you write"
        around.say("This draft \(what) is a new draft", kind: .warning)
    }

    /// Reports a failure: each one once, however often keeping is retried.
    private func failed(_ sentence: String) {
        if keeping != .failed(sentence) || ending != nil { around.say(sentence, kind: .failure) }
        keeping = .failed(sentence)
        keepSoon()
        around.setNeedsDraw()
    }

    /// Writes a text that the store refuses to a file, at the end of the program.
    /// - Returns: The file's path; nil when there is nothing to rescue, or no place to write to.
    func rescue() -> String? {
        isUnkept ? copyText() : nil
    }

    /// Whether the user wrote something here, kept or not.
    var hasText: Bool { !isOver && (isUnkept || hasWritten) }

    /// Closes the composer, since the store has no place for the draft any more.
    /// - Returns: The path of a file with the text; nil when there is no place to write to.
    func abandon() -> String? {
        let path = copyText()
        isOver = true
        timer?.cancel()
        return path
    }

    private func copyText() -> String? {
        let content = form.content
        let typed = content.unfinished
        let lines = [
            ("To", content.to, typed?.to), ("Cc", content.cc, typed?.cc), ("Bcc", content.bcc, typed?.bcc),
        ].compactMap { name, people, typed in
            let all = (people.map { AddressList.text(of: $0) } + [typed ?? ""]).filter { !$0.isEmpty }
            return all.isEmpty ? nil : "\(name): \(all.joined(separator: ", "))"
        }
        let text = (lines + ["Subject: \(content.subject)", "", form.body.text]).joined(separator: "\n")
        return copies.keep(Array(text.utf8), as: "draft.txt").map { copies.putAside($0) }
    }

    // MARK: Leaving

    /// Closes the composer once the draft is kept; it stays open if the draft cannot be kept.
    func leave() {
        form.finishTyping()
        // If the user removed all that was written, nothing is worth keeping, even if a draft was kept meanwhile.
        if draft != nil, form.content == begun { return finish(.discarding) { $0.discardKept() } }
        if !isUnkept {
            guard draft != nil else { return end() }
            guard (try? isOverElsewhere()) != true else {
                end()
                return around.say("This draft \(Self.overElsewhere)", kind: .warning)
            }
            hurry()
            if order == nil, !isHeldForWriting { return leaveKept(PutBack(words: "The draft is saved\(missing)")) }
        }
        guard !signsAnew else { return leaveSigned() }
        finish(.keeping) { screen in
            guard await screen.storeUnkept() else { return }
            screen.leaveKept(await screen.putBack(nil))
        }
    }

    /// - Returns: Whether all of the text is kept.
    func storeUnkept() async -> Bool {
        guard isUnkept else { return true }
        return await store() != nil
    }

    func leaveKept(_ order: PutBack) {
        end()
        noteLeft()
        guard !order.isOrdered else { return around.scheduled(order.words, isAgain: true) }
        around.say(order.words, kind: .done)
    }

    /// A note that the draft lacks a text that was still being fetched.
    var missing: String { isFetching ? ", without the text that was being fetched" : "" }

    private func noteLeft() {
        guard let draft else { return }
        around.leftDraft = LeftDraft(id: draft, focus: form.focus, cursor: form.body.cursor)
    }

    /// Runs the job in the store that closes the composer.
    /// - Parameter work: Closes the composer once the job is done; otherwise the composer stays open.
    func finish(_ ending: Ending, _ work: @escaping @UI @Sendable (ComposeScreen) async -> Void) {
        guard self.ending == nil, !isOver else { return }
        timer?.cancel()
        timer = nil
        self.ending = ending
        around.run { [self] in
            await work(self)
            self.ending = nil
            around.setNeedsDraw()
            around.releaseEvents()
        }
    }

    func end() {
        isOver = true
        timer?.cancel()
        around.close(self)
    }

    func askToDiscard() {
        guard draft != nil || isUnkept else { return end() }
        let undo = around.keyName(of: .undo, in: .list).map { "\($0) brings it back, and it" } ?? "It"
        around.push(
            QuestionScreen(
                "Discard this draft?", text: "It is deleted here and on the server. \(undo) is kept here for a week.",
                deed: "discard", other: "keep writing", around: around
            ) { [weak self] in self?.discard() })
    }

    /// Discards the draft. Keeps the last changes first, so that all of it can be brought back.
    private func discard() {
        finish(.discarding) { screen in
            if screen.isUnkept, await screen.store() == nil { return screen.askToDiscardForGood() }
            screen.discardKept()
        }
    }

    private func askToDiscardForGood() {
        around.push(
            QuestionScreen(
                "Discard it for good?", text: "What was typed last can't be saved, so it can't be brought back.",
                deed: "discard", other: "keep writing", around: around
            ) { [weak self] in self?.discardKept() })
    }

    private func discardKept() {
        end()
        if let draft { around.discard(draft) }
    }
}
