/// The keys that Maraca comes with.
enum KeyTable {
    typealias Entry = (Command, [String])

    /// The commands of each screen and their keys. Hints show the first key; a command without keys is only in the palette.
    static let bindings: [KeyContext: [Entry]] = [
        .list: reading + acting + writing + everywhere + [
            (.open, ["Enter", "l", "Right"]), (.back, ["Esc", "h", "Left"]), (.quit, ["q", "Ctrl-q", "Ctrl-c"]),
            (.select, ["x"]), (.range, ["V"]), (.selectMatching, ["X"]), (.deck, ["S"]), (.drawer, ["d"]),
            (.outbox, ["o"]), (.search, ["/"]),
            (.goTo, ["gm"]), (.goToDate, ["gd"]), (.sortByDate, ["Od"]), (.sortBySender, ["Of"]),
            (.sortBySubject, ["Os"]), (.sortBySize, ["Oz"]), (.groupByDay, ["Og"]), (.conversations, ["Om"]),
            (.lines, ["L"]),
            (.pageOn, ["Space"]), (.pin, ["v"]), (.nextMatch, ["n"]),
            (.previousMatch, ["N"]), (.addContact, ["ga"]), (.bounce, ["B"]), (.replyList, []), (.addAccount, []),
            (.signOut, []), (.approve, []), (.vacation, []), (.newMailbox, []), (.renameView, []), (.deleteMailbox, []),
            (.emptyMailbox, []), (.share, []), (.previewDown, ["J"]), (.previewUp, ["K"]),
            (.selectAll, []), (.selectNone, []), (.selectRead, []), (.selectUnread, []), (.selectStarred, []),
        ] + going + more + plainly,
        // While a query is typed; letters are text there.
        .search: [
            (.open, ["Enter"]), (.back, ["Esc", "Ctrl-c"]), (.down, ["Down", "Ctrl-n"]), (.up, ["Up", "Ctrl-p"]),
            (.complete, ["Tab"]), (.completeBack, ["Shift-Tab"]), (.pageDown, ["PgDn"]), (.pageUp, ["PgUp"]),
            (.help, ["F1"]), (.redraw, ["Ctrl-l"]), (.quit, ["Ctrl-q"]),
        ],
        .drawer: moving + everywhere + going + [
            (.open, ["Enter", "l", "Right"]), (.back, ["Esc", "h", "Left", "q"]), (.drawer, ["d"]), (.search, ["/"]),
            (.pin, ["v"]), (.pinDown, ["J"]), (.pinUp, ["K"]),
            (.renameView, ["r"]), (.editView, ["e"]), (.newMailbox, ["n"]), (.deleteMailbox, ["#", "Del"]),
            (.emptyMailbox, ["X"]), (.share, ["s"]), (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
        .thread: reading + acting + writing + everywhere + [
            (.open, ["Enter", "l", "Right"]), (.back, ["q", "h", "Esc", "Left"]), (.quit, ["Ctrl-q", "Ctrl-c"]),
            (.nextThread, ["J"]), (.previousThread, ["K"]), (.pageOn, ["Space"]), (.nextLink, ["Tab"]),
            (.previousLink, ["Shift-Tab"]), (.goToParent, ["^"]), (.goToReply, ["gr"]), (.threadOrder, ["Or"]),
            (.quotes, ["Q"]), (.html, ["H"]), (.hiddenText, ["gh"]), (.save, ["A"]), (.deck, ["S"]),
            (.headers, ["i"]), (.source, ["I"]), (.parts, ["P"]), (.pictures, ["p"]), (.decrypt, ["gx"]),
            (.replyList, ["L"]),
            (.forwardAttached, ["F"]), (.editAsNew, ["E"]), (.bounce, ["B"]), (.addContact, ["ga"]),
            (.answerInvitation, ["gi"]), (.range, ["v", "V"]), (.copy, ["y", "gy"]),
            (.outbox, ["o"]), (.search, ["/"]), (.nextMatch, ["n"]), (.previousMatch, ["N"]),
        ] + goingFromThread + more + onOneMessage + plainly,
        .reader: reading + [
            (.fetch, ["Enter"]), (.nextLink, ["Tab"]), (.previousLink, ["Shift-Tab"]),
            (.back, ["Esc", "q", "h", "Left"]), (.pageOn, ["Space"]), (.search, ["/"]),
            (.nextMatch, ["n"]),
            (.previousMatch, ["N"]), (.openWith, ["o"]), (.save, ["A"]), (.reply, ["r"]), (.replyAll, ["a"]),
            (.replyList, ["L"]), (.forward, ["f"]), (.addContact, ["ga"]), (.pipe, ["|"]), (.headers, ["i"]),
            (.source, ["I"]), (.parts, ["P"]), (.palette, [":", "Ctrl-p"]),
            (.help, ["?", "F1"]), (.redraw, ["Ctrl-l"]), (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
        .compose: [
            (.send, ["Ctrl-s"]), (.sendAndArchive, ["Ctrl-y"]), (.sendLater, ["Ctrl-t"]), (.markdown, ["Ctrl-o"]),
            (.seal, ["Ctrl-p"]), (.attach, ["Ctrl-a"]), (.contacts, ["Ctrl-g"]), (.editor, ["Ctrl-e"]),
            (.versions, ["Ctrl-r"]), (.discard, ["Ctrl-x"]),
            (.nextSender, ["F2"]), (.template, ["F4"]), (.takeOff, ["F8"]), (.back, ["Esc"]),
            (.nextLink, ["Tab"]), (.previousLink, ["Shift-Tab"]), (.down, ["Down"]), (.up, ["Up"]), (.help, ["F1"]),
            (.redraw, ["Ctrl-l"]), (.quit, ["Ctrl-q"]),
        ],
        .deck: everywhere + starring + [
            (.shake, ["s"]), (.later, ["Right", "Space", "j", "Down"]), (.archive, ["e"]), (.trash, ["#", "Del"]),
            (.junk, ["!"]), (.star, ["*"]), (.move, ["m"]), (.snooze, ["b"]), (.replyLater, ["w"]), (.turnOver, ["O"]),
            (.dealAll, ["A"]), (.up, ["k", "Up"]), (.reply, ["r"]), (.replyAll, ["a"]), (.forward, ["f"]),
            (.compose, ["c"]),
            (.unread, ["u"]), (.open, ["Enter", "l"]),
            (.back, ["Esc", "q", "h", "Left"]), (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
        .outbox: moving + everywhere + [
            (.open, ["Enter", "l", "Right"]), (.retry, ["r"]), (.hold, ["p"]), (.discard, ["x", "#", "Del"]),
            (.back, ["Esc", "q", "h", "Left"]),
            (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
        .contacts: moving + everywhere(but: .contacts) + [
            (.open, ["Enter", "l", "Right"]), (.compose, ["c"]), (.addContact, ["a"]), (.editContact, ["e"]),
            (.removeContact, ["#", "Del"]), (.select, ["x", "Space"]), (.search, ["/"]),
            (.back, ["Esc", "q", "h", "Left"]), (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
        .jobs: moving + everywhere(but: .jobs) + [
            (.open, ["Enter", "x"]), (.back, ["Esc", "q", "h", "Left"]), (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
        .login: [
            (.open, ["Enter"]), (.nextLink, ["Tab", "Down"]), (.previousLink, ["Shift-Tab", "Up"]),
            (.demo, ["Ctrl-d"]), (.changeServer, ["F2"]), (.help, ["F1"]), (.back, ["Esc"]),
            (.redraw, ["Ctrl-l"]), (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
        // Boxes decide what these commands do (`Command.boxKey`).
        .picker: [
            (.open, ["Enter"]), (.down, ["Down", "Ctrl-n"]), (.up, ["Up", "Ctrl-p"]), (.complete, ["Tab"]),
            (.completeBack, ["Shift-Tab"]), (.select, []), (.send, ["Ctrl-s"]), (.back, ["Esc"]), (.help, ["F1"]),
            (.redraw, ["Ctrl-l"]), (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
        .help: moving + [
            (.back, ["Esc", "q", "h", "?", "F1"]), (.open, ["Enter"]), (.search, ["/"]), (.pageOn, ["Space"]),
            (.redraw, ["Ctrl-l"]),
            (.quit, ["Ctrl-q", "Ctrl-c"]),
        ],
    ]

    private static let moving: [Entry] = [
        (.down, ["j", "Down"]), (.up, ["k", "Up"]), (.top, ["gg", "Home"]),
        (.bottom, ["G", "End"]),
        (.halfDown, ["Ctrl-d"]), (.halfUp, ["Ctrl-u"]), (.pageDown, ["PgDn", "Ctrl-f"]), (.pageUp, ["PgUp", "Ctrl-b"]),
    ]

    /// Where no text is typed, Backspace pages back as Space pages on.
    private static let reading: [Entry] = moving.map { $0.0 == .pageUp ? ($0.0, $0.1 + ["Backspace"]) : $0 }

    private static let acting: [Entry] = [
        (.shake, ["s"]), (.unread, ["u"]), (.star, ["*"]), (.archive, ["e"]), (.trash, ["#", "Del"]), (.junk, ["!"]),
        (.move, ["m"]), (.copyTo, ["C"]), (.label, ["t"]), (.snooze, ["b"]),
        // “Write back later”: `w` is free in the presets too.
        (.replyLater, ["w"]), (.mute, ["M"]), (.unsubscribe, ["U"]), (.pipe, ["|"]),
        (.runCommand, [";"]),
        (.again, ["."]),
    ]

    /// For presets, and for the user's own keys.
    private static let plainly: [Entry] = starring + [(.archiveNext, []), (.archivePrevious, [])]
    private static let starring: [Entry] = [(.addStar, []), (.removeStar, [])]

    /// In a thread: the same commands for one of its messages, behind a comma.
    private static let onOneMessage: [Entry] = [
        (.readMessage, [",s"]), (.unreadMessage, [",u"]), (.unreadFromHere, [",U"]), (.starMessage, [",*"]),
        (.archiveMessage, [",e"]), (.trashMessage, [",#"]), (.junkMessage, [",!"]), (.moveMessage, [",m"]),
        (.copyMessage, [",C"]), (.labelMessage, [",t"]), (.snoozeMessage, [",b"]),
    ]

    private static let writing: [Entry] = [
        (.compose, ["c"]), (.lastDraft, []), (.discardedDrafts, []), (.reply, ["r"]), (.replyAll, ["a"]),
        (.forward, ["f"]),
    ]

    /// Straight to a mailbox. `gd` goes to a date.
    private static let going: [Entry] = [
        (.goInbox, ["gi"]), (.goStarred, ["gs"]), (.goSnoozed, ["gb"]), (.goSent, ["gt"]), (.goDrafts, ["gD"]),
        (.goAll, ["gA"]), (.nextAccount, ["g]"]), (.previousAccount, ["g["]),
    ]

    /// In a thread `gi` answers an invitation.
    private static let goingFromThread: [Entry] =
        going.map { $0.0 == .goInbox ? ($0.0, []) : $0 } + [(.goTo, ["gm"])]

    private static let more: [Entry] = [(.moreFromSender, ["gf"]), (.moreFromList, ["gF"]), (.copyLink, ["gY"])]

    private static let everywhere: [Entry] = [
        (.undo, ["z"]), (.redo, ["Z"]), (.palette, [":", "Ctrl-p"]), (.help, ["?", "F1"]), (.refresh, ["R", "F5"]),
        (.redraw, ["Ctrl-l"]), (.contacts, ["gc"]), (.jobs, ["gj"]), (.log, ["gl"]), (.settings, ["gS"]), (.reload, []),
    ]

    /// Returns the common commands, without the one that leads to the screen itself.
    private static func everywhere(but own: Command) -> [Entry] { everywhere.filter { $0.0 != own } }
}
