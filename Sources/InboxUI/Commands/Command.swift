/// A command that a key can be bound to. Name and title are in the one table that dispatches keys (`CommandTable`).
public enum Command: String, Hashable, Sendable, CaseIterable {
    // Moving
    case down, up, top, bottom, pageDown, pageUp, halfDown, halfUp, open, back, quit
    case nextThread, previousThread, pageOn, nextLink, previousLink, goToParent, goToReply
    // Acting
    case compose, lastDraft, discardedDrafts, reply, replyAll, replyList, forward, forwardAttached, editAsNew, bounce,
        answerInvitation
    case shake, unread, star, archive, trash, junk, move, copyTo, undo, redo, again, select, range, later, label, mute,
        snooze, replyLater, unsubscribe,
        selectMatching, pipe, runCommand
    // Variants that never toggle, that say where to go next, or that say what to select
    case addStar, removeStar, archiveNext, archivePrevious
    case selectAll, selectNone, selectRead, selectUnread, selectStarred
    // Acting on one message of a thread
    case readMessage, unreadMessage, unreadFromHere, starMessage, archiveMessage, trashMessage, junkMessage,
        moveMessage, copyMessage, labelMessage, snoozeMessage
    // Looking
    case deck, turnOver, dealAll, drawer, outbox, help, search, refresh, redraw, lines, quotes, html, hiddenText, fold,
        save, palette, nextMatch, previousMatch
    case headers, source, parts, decrypt, openWith, copy, copyLink, pictures, fetch
    case goInbox, goStarred, goSnoozed, goSent, goDrafts, goAll, nextAccount, previousAccount
    case moreFromSender, moreFromList, previewDown, previewUp
    case goTo, pin, pinDown, pinUp, complete, completeBack, renameView, editView
    case newMailbox, deleteMailbox, emptyMailbox, share
    case sortByDate, sortBySender, sortBySubject, sortBySize, groupByDay, conversations, goToDate
    case threadOrder
    // Writing
    case send, sendAndArchive, sendLater, attach, template, editor, markdown, seal, versions, nextSender,
        takeOff
    // Contacts
    case contacts, addContact, editContact, removeContact
    // Outbox
    case retry, discard, hold
    // The program
    case jobs, log, settings, reload
    // Accounts
    case demo, changeServer, addAccount, signOut, approve, vacation
}

/// The screen where a key is pressed: the same key may mean different things on different screens.
enum KeyContext: String, Hashable, Sendable, CaseIterable {
    case list, search, drawer, thread, reader, compose, deck, outbox, contacts, jobs, picker, login, help

    /// Whether letters are text there, whatever they are bound to.
    var takesText: Bool { [.search, .compose, .picker, .login].contains(self) }

    /// Whether keys act on whole threads there, which are opened from there.
    var isOverThreads: Bool { [.list, .deck].contains(self) }
}
