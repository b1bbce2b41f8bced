/// A command, with its texts and its group in help.
struct CommandDefinition: Hashable, Sendable {
    enum Group: String, Hashable, Sendable, CaseIterable {
        case moving = "Moving"
        case writing = "Writing"
        case acting = "Acting"
        case looking = "Looking"
        case program = "Maraca"
    }

    var command: Command
    /// At most two words, for the bottom line.
    var hint: String
    /// What the command does, for help.
    var title: String
    var group: Group
}

/// All commands, in the order of help. Their raw values are the names for binding keys.
enum CommandTable {
    static let all: [CommandDefinition] = moving + writing + acting + looking + program + plainly

    private static let byCommand = Dictionary(all.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })

    static func definition(of command: Command) -> CommandDefinition? { byCommand[command] }

    /// Returns what a command does on a screen, for help: some commands have a meaning of their own there.
    static func title(of command: Command, in context: KeyContext) -> String {
        switch (context, command) {
        case (.reader, .nextLink): "next file of an attached mail"
        case (.reader, .previousLink): "previous file"
        case (.reader, .save): "save what is shown, or the selected file"
        case (.reader, .addContact): "add the person on the address card to the contacts"
        case (.reader, .fetch): "open the selected part or file, or fetch pictures"
        case (.compose, .nextLink): "next field"
        case (.compose, .previousLink): "previous field"
        case (.compose, .down): "the line or field below, Cc and Bcc too"
        case (.compose, .up): "the line or field above, Cc and Bcc too"
        case (.compose, .back): "keep as draft"
        case (.login, .open): "sign in"
        case (.login, .nextLink): "next field"
        case (.login, .previousLink): "previous field"
        case (.picker, .open): "choose what is selected or typed"
        case (.picker, .back): "cancel"
        case (.picker, .down): "next one"
        case (.picker, .up): "previous one"
        case (.picker, .complete): "next one, or next field"
        case (.picker, .completeBack): "previous one"
        case (.picker, .send): "keep what was typed"
        case (.login, .back): "stop, or back to the mail"
        case (.search, .open): "to the results"
        case (.search, .back): "leave the search"
        case (.search, .down): "next result; in the empty line a later search"
        case (.search, .up): "previous result; in the empty line an earlier search"
        case (.list, .open), (.deck, .open): "open the thread"
        case (.drawer, .open): "go there"
        case (.drawer, .drawer), (.drawer, .back): "close the drawer, back to where it was opened"
        case (.drawer, .search): "find a mailbox by letters of its name"
        case (.deck, .up): "back to the card kept last"
        case (.deck, .unread): "leave it unread, on to the next"
        case (.deck, .replyLater): "set aside for a reply, on to the next"
        case (.outbox, .open): "look at what is queued, or why it stopped"
        case (.contacts, .open): "show a person"
        case (.contacts, .compose): "write to those selected"
        case (.contacts, .search): "look for someone"
        case (.contacts, .undo): "restore a removed contact"
        case (.jobs, .open): "stop or resume it"
        case (.help, .open): "close"
        case (.thread, .save): "save the selected file, or all files"
        case (.thread, .nextMatch): "next match of the search, or next unread"
        default: definition(of: command)?.title ?? command.rawValue
        }
    }

    /// Returns the name of a command for the bottom line of a screen.
    static func hint(of command: Command, in context: KeyContext) -> String? {
        switch (context, command) {
        case (.reader, .save): "save"
        case (.drawer, .search): "find"
        case (.drawer, .newMailbox): "new mailbox"
        case (.picker, .back): "cancel"
        default: definition(of: command)?.hint
        }
    }

    private static func group(_ group: CommandDefinition.Group, _ entries: [(Command, String, String)])
        -> [CommandDefinition]
    {
        entries.map { CommandDefinition(command: $0.0, hint: $0.1, title: $0.2, group: group) }
    }

    private static let moving = group(
        .moving,
        [
            (.down, "down", "down"), (.up, "up", "up"), (.top, "top", "to the top"), (.bottom, "end", "to the end"),
            (.halfDown, "half down", "half a screen down"), (.halfUp, "half up", "half a screen up"),
            (.pageDown, "page down", "a screen down"), (.pageUp, "page up", "a screen up"),
            (.pageOn, "page on", "a page on"), (.open, "open", "open, fold or follow"), (.back, "back", "back"),
            (.nextThread, "next", "next thread"), (.previousThread, "previous", "previous thread"),
            (.nextLink, "next link", "next link or file"), (.previousLink, "previous link", "previous link or file"),
            (.nextMatch, "next match", "next match, or next unread"),
            (.previousMatch, "previous match", "previous match, or unread"),
            (.goToParent, "replied to", "to the message that this one replies to"),
            (.goToReply, "its reply", "back to the reply you came from, or the first reply"),
            (.goTo, "go to", "go to a mailbox"), (.goToDate, "date", "go to a date"),
        ])

    private static let writing = group(
        .writing,
        [
            (.compose, "write", "write a message"),
            (.lastDraft, "last draft", "continue the last draft"),
            (.discardedDrafts, "discarded", "restore a discarded draft"), (.reply, "reply", "reply"),
            (.replyAll, "reply all", "reply to all"), (.replyList, "reply list", "reply to the mailing list"),
            (.forward, "forward", "forward"), (.forwardAttached, "forward file", "forward as an attached message"),
            (.editAsNew, "as new", "edit as a new message"),
            (.bounce, "redirect", "redirect a message unchanged (bounce)"),
            (.answerInvitation, "answer invitation", "accept or decline an invitation"), (.send, "send", "send"),
            (.sendAndArchive, "send, archive", "send, and archive the thread it replies to"),
            (.sendLater, "send later", "send at a later time"),
            (.markdown, "Markdown", "send HTML as well, from Markdown"),
            (.seal, "sign", "sign, sign and encrypt, or neither"),
            (.contacts, "contacts", "contacts: everyone known here"),
            (.addContact, "add contact", "add the sender, or someone new, to the contacts"),
            (.editContact, "edit", "change a contact"), (.removeContact, "remove", "remove a contact"),
            (.attach, "attach", "attach a file"), (.template, "template", "insert a template: a text of yours"),
            (.editor, "editor", "write in your own editor"),
            (.versions, "earlier text", "go back to an earlier text of this draft"),
            (.nextSender, "sender", "switch to your next address"),
            (.takeOff, "remove", "remove the selected recipient or file"),
        ])

    private static let acting = group(
        .acting,
        [
            (.shake, "shake", "shake: mark as read, on to the next"), (.unread, "unread", "mark as unread"),
            (.star, "star", "star or unstar"), (.archive, "archive", "archive"),
            (.trash, "trash", "to the trash"), (.junk, "junk", "to junk; in junk: not junk, back to the inbox"),
            (.move, "move", "move to a mailbox"),
            (.copyTo, "copy to", "copy to a mailbox, in any account"),
            (.later, "later", "keep for later"), (.again, "again", "repeat the last command here"),
            (.select, "select", "select"), (.range, "range", "select a range"),
            (.selectMatching, "select all", "select all that match a search"),
            (.label, "label", "add or remove a label or tag"),
            (.mute, "mute", "mute: its replies skip the inbox"),
            (.snooze, "snooze", "snooze: out of the inbox until a time"),
            (.replyLater, "reply later", "reply later: set aside, or no longer"),
            (.unsubscribe, "unsubscribe", "unsubscribe: get no more mail like this"),
            (.pipe, "pipe", "pipe into a shell command"), (.runCommand, "run", "run a command of yours"),
            (.readMessage, "read", "read: mark this message as read"),
            (.unreadMessage, "unread", "mark this message as unread"),
            (.unreadFromHere, "unread on", "mark this message and all after it as unread"),
            (.starMessage, "star", "star or unstar this message"),
            (.archiveMessage, "archive", "archive this message"),
            (.trashMessage, "trash", "this message to the trash, or discard this draft"),
            (.junkMessage, "junk", "this message to junk, or out of it"),
            (.moveMessage, "move", "move this message to a mailbox"),
            (.copyMessage, "copy to", "copy this message to a mailbox"),
            (.labelMessage, "label", "add or remove a label or tag of this message"),
            (.snoozeMessage, "snooze", "snooze this message"),
            (.undo, "undo", "undo"),
            (.redo, "redo", "redo"), (.save, "save files", "save all files"), (.retry, "retry", "send now"),
            (.discard, "discard", "discard"), (.hold, "hold", "hold until it is sent by hand"),
        ])

    /// Commands that presets bind. Our own table leaves them to the palette, which lists them last.
    private static let plainly = group(
        .acting,
        [
            (.addStar, "star", "add a star"), (.removeStar, "no star", "remove the star"),
            (.archiveNext, "archive", "archive, on to the next"),
            (.archivePrevious, "archive", "archive, back to the previous one"),
            (.selectAll, "select all", "select everything in this view"),
            (.selectNone, "select none", "clear the selection"), (.selectRead, "read", "select what is read"),
            (.selectUnread, "unread", "select what is unread"), (.selectStarred, "starred", "select what is starred"),
        ])

    private static let looking = group(
        .looking,
        [
            (.deck, "deck", "shake deck: one unread thread at a time"),
            (.turnOver, "turn over", "turn the deck over: the oldest first, or the newest"),
            (.dealAll, "read too", "deal all threads of the view, read ones too, or only the unread"),
            (.drawer, "drawer", "drawer: accounts and mailboxes"),
            (.outbox, "outbox", "outbox: what is queued"), (.search, "search", "search"),
            (.refresh, "refresh", "ask the servers now"), (.lines, "lines", "one line or two per thread"),
            (.quotes, "quotes", "show or fold quotes"), (.html, "html/plain", "HTML or plain text"),
            (.hiddenText, "hidden", "show text that the sender hid"), (.headers, "headers", "all headers"),
            (.source, "source", "the source of a message"),
            (.parts, "parts", "the parts of a message"),
            (.decrypt, "decrypt", "decrypt a message (OpenPGP, S/MIME)"),
            (.pictures, "pictures", "the pictures of a message"),
            (.fetch, "fetch", "fetch pictures from other servers"),
            (.openWith, "open", "open with a program"),
            (.copy, "copy", "copy what is selected, a link, or the text"),
            (.copyLink, "copy link", "copy a link to the message (mid:)"),
            (.fold, "fold", "fold or unfold"),
            (.complete, "complete", "complete the word"),
            (.completeBack, "before", "the previous choice"),
            (.sortByDate, "by date", "sort by date; again: the other way round"),
            (.sortBySender, "by sender", "sort by sender"), (.sortBySubject, "by subject", "sort by subject"),
            (.sortBySize, "by size", "sort by size"), (.groupByDay, "by days", "group by day, or not"),
            (.conversations, "messages", "conversations, or single messages"),
            (.threadOrder, "by replies", "each reply below its message, or by date"),
            (.renameView, "rename", "rename or move a mailbox, rename a tag or view"),
            (.editView, "edit", "change a saved view's search"),
            (.newMailbox, "new", "create a mailbox: a folder or a label"),
            (.deleteMailbox, "delete", "delete a mailbox or a tag"),
            (.emptyMailbox, "empty", "empty the trash, or junk"),
            (.share, "share", "share a mailbox with others"),
            (.pin, "pin", "save as a view: pin to the drawer, or unpin"),
            (.pinDown, "move down", "move a pinned view down"), (.pinUp, "move up", "move a pinned view up"),
            (.goInbox, "inbox", "go to the inbox"), (.goStarred, "starred", "go to starred mail"),
            (.goSnoozed, "snoozed", "go to snoozed mail"), (.goSent, "sent", "go to sent mail"),
            (.goDrafts, "drafts", "go to the drafts"), (.goAll, "all mail", "go to all mail, or the archive"),
            (.nextAccount, "next account", "go to the inbox of the next account"),
            (.previousAccount, "previous account", "go to the inbox of the previous account"),
            (.moreFromSender, "from sender", "search for all mail from the sender"),
            (.moreFromList, "from list", "search for all mail of the mailing list"),
            (.previewDown, "preview down", "scroll the preview down"),
            (.previewUp, "preview up", "scroll the preview up"),
        ])

    private static let program = group(
        .program,
        [
            (.demo, "demo mailbox", "look around in a demo mailbox"),
            (.changeServer, "change server", "change the server"),
            (.addAccount, "add account", "add an account"), (.signOut, "sign out", "sign out of this account"),
            (.approve, "approve places", "let the password go to places the server names"),
            (.vacation, "vacation reply", "switch the server's vacation reply on or off"),
            (.jobs, "jobs", "what runs in the background"), (.log, "log", "what happened so far"),
            (.settings, "settings", "settings: what is set, and where"),
            (.reload, "reload", "reload config.json"),
            (.palette, "commands", "every command"), (.help, "help", "this help"),
            (.redraw, "redraw", "redraw the screen"),
            (.quit, "quit", "quit"),
        ])
}
