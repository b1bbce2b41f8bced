/// What people call a command who learned their words elsewhere: the palette finds it by these as well.
enum PaletteWords {
    static func words(for command: Command) -> [String] { table[command] ?? [] }

    private static let table: [Command: [String]] = [
        .shake: ["seen", "mark read", "done"],
        .unread: ["mark unread", "unseen"],
        .star: ["flag", "important", "favourite"],
        .trash: ["delete", "remove", "bin"],
        .junk: ["spam"],
        .move: ["folder", "file", "refile", "mailbox"],
        .label: ["tag", "category"],
        .archive: ["done", "file away"],
        .selectMatching: ["mark all", "select all"],
        .snooze: ["later", "remind", "postpone", "defer"],
        .mute: ["ignore", "silence"],
        .refresh: ["fetch", "sync", "check mail", "get mail"],
        .compose: ["new", "write", "mail"],
        .goTo: ["folder", "mailbox", "open mailbox", "change folder"],
        .search: ["find", "filter", "limit"],
        .reload: ["settings", "configuration", "preferences", "options", "theme", "colours"],
        .addAccount: ["sign in", "login", "account", "password"],
        .signOut: ["logout", "log out", "remove account", "password"],
        .vacation: ["out of office", "away", "auto reply"],
        .drawer: ["mailboxes", "sidebar", "folders"],
        .contacts: ["address book", "people"],
        .outbox: ["queue", "unsent"],
        .save: ["download", "attachments"],
        .pipe: ["shell", "command"],
        .html: ["plain text"],
        .source: ["raw"],
        .openWith: ["viewer", "browser"],
        .pin: ["bookmark", "view"],
        .deck: ["triage", "cards"],
        .bounce: ["redirect", "resend"],
        .log: ["errors", "messages"],
        .jobs: ["progress", "tasks"],
    ]
}
