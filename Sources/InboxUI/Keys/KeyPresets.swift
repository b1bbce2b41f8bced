/// Keys for users of other mail programs. A key of such a program does here what it does there, or what comes nearest, or
/// nothing. A command that loses its key to this gets another one.
enum KeyPresets {
    /// A command, its keys, and the screens where they apply; nil for every screen that has the command.
    typealias Entry = (command: Command, keys: [String], contexts: Set<KeyContext>?)

    /// Returns the bindings of a preset, in the order to bind them: an entry that frees a key precedes the one that takes it.
    static func entries(_ preset: Settings.KeyPreset) -> [Entry] {
        switch preset {
        case .maraca: []
        case .mutt: mutt
        case .gmail: gmail
        }
    }

    private static func all(_ entries: [(Command, [String])]) -> [Entry] { entries.map { ($0.0, $0.1, nil) } }
    private static func on(_ contexts: Set<KeyContext>, _ entries: [(Command, [String])]) -> [Entry] {
        entries.map { ($0.0, $0.1, contexts) }
    }

    // MARK: mutt

    /// Modelled on mutt's index and pager (its manual, “Functions”). A comma, unused by mutt, begins the keys of commands that
    /// it lacks.
    private static let mutt = muttOneMessage + muttOwn + muttMoving + muttActing

    /// Commands for one message of a thread, behind a second comma.
    private static let muttOneMessage: [Entry] = all([
        (.readMessage, [",,X"]), (.unreadMessage, [",,N"]), (.unreadFromHere, [",,U"]), (.starMessage, [",,F"]),
        (.archiveMessage, [",,E"]), (.trashMessage, [",,d"]), (.junkMessage, [",,j"]), (.moveMessage, [",,s"]),
        (.copyMessage, [",,C"]), (.labelMessage, [",,Y"]), (.snoozeMessage, [",,B"]),
    ])

    /// Maraca's own commands, out of the way.
    private static let muttOwn: [Entry] =
        all([
            (.addContact, ["a"]), (.contacts, ["Q", ",c"]), (.jobs, [",j"]), (.log, [",l"]), (.settings, [",e"]),
            (.redo, ["Alt-u"]),
            (.again, [",r"]),
            (.runCommand, ["!"]), (.junk, [",s"]), (.mute, [",m"]), (.unsubscribe, [",u"]), (.snooze, ["B"]),
            (.replyLater, [",w"]), (.goToDate, [",d"]), (.outbox, [",o"]), (.lines, [",2"]), (.range, [",v"]),
            (.pin, [",p"]), (.goTo, ["c"]), (.label, ["Y"]), (.drawer, ["y", "."]), (.archive, ["E"]),
            (.shake, ["X", "Ctrl-r", "WN"]),
            (.groupByDay, ["og"]), (.conversations, ["om", "Om"]), (.sortByDate, ["od", "or", "Od", "Or"]),
            (.sortBySender, ["of", "Of"]),
            (.sortBySubject, ["os", "Os"]), (.sortBySize, ["oz", "Oz"]), (.goStarred, [",S"]), (.goSnoozed, [",b"]),
            (.goSent, [",t"]), (.goDrafts, [",D"]), (.goAll, [",A"]), (.nextAccount, [",n"]),
            (.previousAccount, [",N"]), (.moreFromSender, [",f"]), (.moreFromList, [",F"]), (.copyLink, [",Y"]),
            (.previewDown, ["}"]),
            (.previewUp, ["{"]),
        ])
        + on([.list, .drawer], [(.goInbox, [",i"])])
        + on(
            [.thread],
            [
                (.hiddenText, [",h"]), (.decrypt, [",x"]), (.answerInvitation, [",i"]), (.copy, [",y"]),
                (.pictures, [",p"]),
                (.deck, [",k"]), (.forwardAttached, ["Alt-f"]), (.editAsNew, ["Alt-e", "e"]),
            ])

    private static let muttMoving: [Entry] =
        all([
            (.palette, [":"]), (.halfDown, ["]"]), (.halfUp, ["["]), (.top, ["=", "Home"]), (.bottom, ["*", "End"]),
            (.pageDown, ["PgDn"]), (.pageUp, ["Z", "PgUp", "Backspace"]),
        ])
        + on([.drawer, .outbox, .contacts, .jobs, .help], [(.pageDown, ["z", "PgDn"])])
        + on(
            [.list],
            [
                (.refresh, ["$", "G", "F5"]), (.pageOn, ["z"]), (.open, ["Enter", "Space", "Right"]),
                (.down, ["j", "J", "Down", "Ctrl-n"]), (.up, ["k", "K", "P", "Up", "Ctrl-p"]),
                (.back, ["Esc", "Left"]), (.quit, ["q", "x", "Ctrl-q", "Ctrl-c"]), (.select, ["t"]),
                (.selectMatching, ["T"]), (.nextMatch, ["n", "Tab"]), (.previousMatch, ["Alt-n"]),
                (.search, ["l", "/"]),
            ])
        + on(
            [.thread],
            [
                (.refresh, ["G", "F5"]), (.top, ["^", "Home"]), (.bottom, ["$", "End"]), (.pageDown, ["z", "PgDn"]),
                (.pageUp, ["-", "Z", "PgUp", "Backspace"]), (.up, ["k", "Up"]), (.goToParent, ["P"]),
                (.goToReply, [",P"]), (.nextThread, ["J", "Ctrl-n"]),
                (.previousThread, ["K", "Ctrl-p"]), (.nextLink, [")"]), (.previousLink, ["("]),
                (.nextMatch, ["n", "Tab"]), (.previousMatch, ["Alt-n"]), (.open, ["Enter", "Right"]),
                (.headers, ["h"]), (.parts, ["v"]), (.quotes, ["T"]), (.search, ["/"]),
                (.back, ["q", "i", "x", "Esc", "Left"]),
            ])
        + on(
            [.reader],
            [
                (.top, ["^", "Home"]), (.bottom, ["$", "End"]), (.pageDown, ["z", "PgDn"]),
                (.pageUp, ["-", "Z", "PgUp", "Backspace"]), (.previousMatch, ["Alt-n"]), (.headers, ["h"]),
                (.parts, ["v"]), (.back, ["q", "i", "x", "Esc", "Left"]),
            ])
        + on(
            [.drawer, .contacts, .deck, .outbox, .jobs, .help], [(.refresh, ["$", "G", "F5"])])
        + on([.contacts], [(.select, ["t", "Space"]), (.removeContact, ["d", "Del"]), (.open, ["Enter", "Right"])])
        + on([.outbox], [(.discard, ["d", "Del"]), (.open, ["Enter", "Right"])])
        + on([.jobs], [(.open, ["Enter"])])
        + on([.drawer, .outbox, .contacts, .jobs, .deck], [(.back, ["q", "x", "Esc", "Left"])])
        + on([.help], [(.back, ["q", "x", "Esc", "?", "F1"])])

    private static let muttActing: [Entry] =
        all([
            (.compose, ["m"]), (.reply, ["r"]), (.replyAll, ["g"]), (.replyList, ["L"]), (.forward, ["f"]),
            (.bounce, ["b"]), (.lastDraft, ["R"]), (.move, ["s"]), (.trash, ["d", "Ctrl-d", "wD", "Del"]),
            (.undo, ["u", "U", "Ctrl-u"]), (.unread, ["N", "wN"]), (.star, ["F"]), (.addStar, ["w!"]),
            (.removeStar, ["W!"]), (.pipe, ["|", "p"]),
        ]) + muttPager

    /// In mutt's pager these keys act on the open message; `Ctrl` and `Alt` act on its whole thread.
    private static let muttPager = on(
        [.thread],
        [
            (.trash, ["Ctrl-d", "wD"]), (.trashMessage, ["d", "Del", ",,d"]), (.move, ["Alt-s"]),
            (.moveMessage, ["s", ",,s"]),
        ])

    // MARK: Gmail

    /// Modelled on Gmail's list of shortcuts (`?` there).
    private static let gmail = gmailOwn + gmailMoving + gmailActing + gmailOneMessage

    private static let gmailOwn: [Entry] =
        all([
            (.log, ["gL"]), (.settings, ["gO"]), (.runCommand, ["g;"]), (.again, ["g."]), (.unsubscribe, ["gu"]),
            (.outbox, ["go"]),
            (.pin, ["gv"]), (.drawer, ["`"]), (.goToDate, ["gD"]),
            (.palette, [":", ".", "Ctrl-p"]), (.goTo, ["gl", "gm"]),
        ])
        + on([.list], [(.quit, ["Ctrl-q", "Ctrl-c"])])
        + on([.list, .thread], [(.addContact, ["gA"])])
        + on([.reader], [(.source, ["gS"]), (.parts, ["gP"])])
        + on(
            [.thread],
            [
                (.answerInvitation, ["gr"]), (.source, ["gS"]), (.parts, ["gP"]), (.pictures, ["P"]), (.save, ["gf"]),
                (.forwardAttached, ["gF"]), (.range, ["V"]), (.copy, ["gy"]), (.goToReply, ["gR"]),
            ])

    private static let gmailMoving: [Entry] =
        all([
            (.pageDown, ["PgDn", "gn", "Ctrl-f"]), (.pageUp, ["PgUp", "gp", "Ctrl-b", "Backspace"]),
            (.back, ["u", "Esc", "Left"]), (.open, ["Enter", "o", "Right"]), (.refresh, ["N", "F5"]),
        ])
        + on([.search], [(.back, ["Esc", "Ctrl-c"])])
        + on([.list, .thread], [(.nextMatch, ["Alt-n"]), (.previousMatch, ["Alt-p"])])
        + on(
            [.thread],
            [
                (.nextThread, ["j", "J"]), (.previousThread, ["k", "K"]), (.down, ["n", "Down"]), (.up, ["p", "Up"]),
            ])
        + all([
            (.goInbox, ["gi"]), (.goStarred, ["gs"]), (.goSnoozed, ["gb"]), (.goSent, ["gt"]), (.goDrafts, ["gd"]),
            (.goAll, ["ga"]), (.moreFromSender, ["ge"]), (.moreFromList, ["gE"]),
        ])

    private static let gmailActing: [Entry] =
        all([
            (.shake, ["I"]), (.star, ["s"]), (.addStar, ["+"]), (.unread, ["U", "_"]), (.label, ["l"]), (.mute, ["m"]),
            (.move, ["v"]), (.replyLater, ["w", "T"]), (.archive, ["e", "y"]),
        ])
        + on(
            [.list, .thread],
            [(.archiveNext, ["]", "}"]), (.archivePrevious, ["[", "{"]), (.compose, ["c", "d", "D"])]
        )
        + on(
            [.list],
            [
                (.selectMatching, ["X"]), (.selectAll, ["*a"]), (.selectNone, ["*n"]), (.selectRead, ["*r"]),
                (.selectUnread, ["*u"]), (.selectStarred, ["*s"]),
            ])
        + on(
            [.list, .thread, .reader],
            [(.reply, ["r", "R"]), (.replyAll, ["a"]), (.forward, ["f"])])
        + on([.list, .thread], [(.replyAll, ["a", "A"]), (.forward, ["f", "F"])])

    /// In a thread `_` means this message and those after it, as in Gmail.
    private static let gmailOneMessage: [Entry] = all([
        (.readMessage, [",I"]), (.unreadMessage, [",U"]), (.unreadFromHere, ["_"]), (.starMessage, [",s"]),
        (.archiveMessage, [",e"]), (.trashMessage, [",#"]), (.junkMessage, [",!"]), (.moveMessage, [",v"]),
        (.copyMessage, [",C"]), (.labelMessage, [",l"]), (.snoozeMessage, [",b"]),
    ])
}
