import Foundation

/// The reference of `config.json`, generated from the table that reads it.
extension SettingsTable {
    /// The reference in Markdown: `docs/settings.md` has it, and `maraca settings` prints it.
    package static var reference: String {
        let defaults = Settings()
        let entries = all.map { setting in
            """
            ## `\(setting.name)`

            \(meanings[setting.name] ?? "")

            Takes \(setting.expects). Default: `\(json(setting.value(defaults)))`
            """
        }
        return ([head] + entries).joined(separator: "\n\n") + "\n"
    }

    /// A setting, for programs.
    package struct Entry: Encodable {
        package var name: String
        package var meaning: String
        package var takes: String
        var `default`: SettingValue
    }

    package static var entries: [Entry] {
        let defaults = Settings()
        return all.map { setting in
            Entry(
                name: setting.name, meaning: meanings[setting.name] ?? "", takes: setting.expects,
                default: setting.value(defaults))
        }
    }

    private static let head = """
        # Settings

        `~/.config/maraca/config.json` (with `--home DIR`: `DIR/config.json`) is one JSON object. Every setting may be left
        out, and Maraca never writes to the file. Mistakes in it are reported at the start and by `maraca doctor`. This page
        is what `maraca settings` prints.
        """

    static func json(_ value: SettingValue) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// What each setting is for.
    static let meanings = [
        "afterAction":
            "What to show after a thread is archived or moved: the next one, the one before, or the list.",
        "aliases":
            "Names that stand for one or more addresses when you type them as a recipient. Example: `{\"family\": [\"Ann <ann@example.org>\", \"bob@example.org\"]}`.",
        "animation": "Whether anything on the screen moves.",
        "answerBelow": "Whether a reply starts below the text that it quotes, instead of above it.",
        "archiveOnReply":
            "Whether a thread in the inbox is archived once your reply to it has been sent. `Ctrl-y` in the composer does so for one reply, wherever the thread is.",
        "ascii": "Plain ASCII instead of lines and symbols. Takes effect at the next start.",
        "attachmentLanguages":
            "The languages in which sending looks for words such as “attached”, and asks if there is no file. Empty means all of them. Example: `[\"en\", \"pl\"]`.",
        "attachmentWords":
            "More words that announce a file, in any language; `*` stands for any ending. Example: `[\"eranskina\", \"priedas*\"]`.",
        "authenticationServers":
            "For each account's address, the name under which its server says whether senders are who they claim to be: the first word of its Authentication-Results headers (RFC 8601). No other such header is believed, and accounts not listed here show none. Example: `{\"ann@example.test\": \"mx.example.test\"}`.",
        "background": "Whether the terminal's background is light or dark; `auto` asks the terminal.",
        "cacheMegabytes":
            "How many megabytes of message texts and files are kept on this machine. Whatever exceeds that is fetched again when you open it; searches still find it. Takes effect at the next start.",
        "certificateFile":
            "A PEM file of certificate authorities to trust besides the system's, for every connection. `~/` is your home folder; empty means none. While the file can't be read, no server is trusted. Takes effect at the next start.",
        "color":
            "Whether colours are used, if the terminal has any; `NO_COLOR` in the environment turns them off, too. Takes effect at the next start.",
        "commandSeconds":
            "How many seconds a program may take: one that mail is piped into, one that prints a file to attach, or `newMailCommand`.",
        "clock": "How times of day are written: as the locale has them, as `14:32`, or as `2:32 pm`.",
        "commands":
            "Your own commands by name, run from the palette, with `;` or by a key (`run:NAME`). `run` is a shell command that gets a thread as JSON on its standard input; with `\"block\": true` it gets each message that you open, and what it prints is shown above the text. `do` is a series of commands that are carried out on the same mail as one: all or none of them, and one `z` takes them back. A series may hold `shake`, `unread`, `star`, `removeStar`, `archive`, `trash`, `junk`, `mute` and `replyLater`, and `move:…`, `copy:…`, `label:…`, `tag:…` and `snooze:…` as under `keys`. In a series a star, label or tag is always put on; `removeStar`, `-label:…` and `-tag:…` take it off. Example: `{\"filed\": {\"do\": [\"label:Work\", \"shake\", \"archive\"]}}`.",
        "completionCommand":
            "A shell command that finds addresses for the text in `MARACA_QUERY`, and prints lines of `address<tab>name`. Empty means none.",
        "conversations":
            "Whether a list has a row for each conversation, or one for each message, which is then archived, starred or moved on its own. Among the drafts each has its row. `Om` changes this for one view, which remembers it.",
        "dates":
            "How days are written: as briefly as possible, or always as `2026-02-10`, with the time as well if that is today (`2026-02-10 14:32`; on narrow screens the time alone).",
        "downloads": "The folder that files are saved in. `~/` is your home folder; empty means `~/Downloads`.",
        "drawerWidth":
            "The width of the drawer in columns; it pushes the list aside by as many. From 160 columns, where it stays open, it has at most a quarter of them.",
        "editHeaders":
            "Whether your own editor gets `From`, `To`, `Cc`, `Bcc`, `Reply-To` and `Subject` above the text, followed by an empty line. Lines of `Attach:` and a path attach files. Headers that can't be understood are reported, and stay in the editor's file.",
        "editorAtOnce":
            "Whether new messages, replies and forwards open in your own editor (`VISUAL`, else `EDITOR`) at once. When you leave it you are in the composer, where `Ctrl-s` sends and `Ctrl-e` opens the editor again. Drafts open in the composer.",
        "headers":
            "Headers that are shown at the head of each message that you open, besides the usual ones, if it has them. They may come a moment after the text, since the server is asked; `i` shows all headers. Example: `[\"X-Mailer\", \"Organization\"]`.",
        "identities":
            "The addresses that you write as, besides those of your accounts. `account` is the account that sends for it, `signature` and `template` (text that new messages begin with) go with it, and so do `replyTo` (where replies are to go) and `bcc` (who gets a blind copy of each message), both addresses separated by commas; without these two, what the server says counts. `*@example.org` stands for all addresses of a domain. Example: `[{\"email\": \"ann@work.test\", \"name\": \"Ann Ortiz\", \"signature\": \"Ann\"}]`.",
        "keepDays":
            "How many days of mail are kept on this machine; older mail is fetched from the server when you reach the end of a list. 0 keeps everything. Takes effect at the next start.",
        "keyPreset":
            "The keys to start from: Maraca's own, mutt's or Gmail's. A key of theirs does what it does there, or something close, or nothing; Maraca's own commands are then behind a comma (mutt) or behind `g` (Gmail), and `?` shows them. With mutt's keys a search starts in the open mailbox (`in:inbox`), and `all` ends it; `;` isn't needed, because keys act on all that is tagged; `D` is `T` and then `d`. With Gmail's, `+` stars, and `-`, which would take the star away, does nothing.",
        "keys":
            "Keys for commands, by the name of the command, in place of those of the preset; an empty list leaves it without a key. `archive` is bound on every screen that has it, `list.archive` on one (boxes are `picker`). Keys are written as in the list of keys: `e`, `gR`, `Ctrl-g`, `F5`. Where text is typed, letters stay text. In lists, threads and the deck a key can also go to a mailbox, view or tag (`go:Receipts`, `go:#todo`), search (`search:is:unread from:boss`), move, copy, label or tag (`move:Receipts`, `copy:…`, `label:…`, `tag:…`; a label or tag that is on comes off, unless signs say which: `tag:+todo -later`), snooze (`snooze:tomorrow 8`), or run one of `commands` (`run:NAME`). Example: `{\"archive\": [\"y\"], \"star\": [\"F\", \"*\"]}`.",
        "labels":
            "Whether rows of a list name the thread's labels and tags, or your other mailboxes that it is in, if there is room: from 100 columns, or from 60 if rows have two lines.",
        "lines": "How many lines a row of a list has. `L` changes it, and Maraca remembers that unless it is set here.",
        "markRead":
            "When reading marks a message as read: as soon as its text is in sight (`open`), when you leave its thread (`leave`), only by shaking (`never`), or once its text has been in sight for so many seconds.",
        "markdown":
            "Whether new messages are read as Markdown and sent as HTML, too. Over the Inbox API only the HTML is sent: the server makes the plain text of it, and on another machine such a draft opens as formatted text, not as Markdown.",
        "mouse": "Whether Maraca uses the mouse. If not, the terminal's own text selection works.",
        "newMail":
            "How new mail is announced, besides being shown: `title` counts its threads in the title of the terminal, `bell` rings, `notice` has the terminal show a notification. While you look, neither rings nor shows anything: that is while the terminal reports that its window is in front. Empty means not at all.",
        "newMailCommand":
            "A shell command that is run for new mail, except while the terminal reports that its window is in front. Its environment has `MARACA_SENDER`, `MARACA_SUBJECT` and `MARACA_MAILBOX` of the newest message, `MARACA_ID` (the id of its thread), `MARACA_NEW` (how many came) and `MARACA_COUNT` (how many messages `newMailQuery` finds). Empty means none.",
        "newMailQuery": "Which mail counts as new.",
        "oauthClients":
            "By the name of a sign-in server, the client id that it knows Maraca by; only for servers where a client must be registered by hand. Example: `{\"login.example.test\": \"3f2a81\"}`.",
        "openers":
            "Programs that open files, by media type, `image/*` or an ending such as `.pdf`. Everything else opens with the program of your desktop. Example: `{\".pdf\": \"zathura\"}`.",
        "openpgp":
            "Whether your `gpg` (GnuPG 2.2 or later) checks the signatures of messages that you open, and decrypts when you press a key: `auto` does if it is installed. It never looks for keys on the network, and who is trusted is gpg's word.",
        "openpgpSign":
            "Whether new messages are signed, in accounts that use JMAP or IMAP, with your OpenPGP key for the address that you write as. A key in the composer changes this for one message, or encrypts it.",
        "preview":
            "Where the selected thread is shown next to its list: beside it from 120 columns, below it from 24 lines, or nowhere (`false`). `true` means beside.",
        "quoteLead":
            "The line above the quoted text of a reply; `{date}`, `{name}` and `{address}` say when and by whom that was written. It must end with a colon, which tells it from your own words. Example: `\"Am {date} schrieb {name}:\"`.",
        "rowStyles":
            "How rows of lists look that a search selects: their names and subject get the colour of a role of the theme (`accent`, `star`, `danger`, `ok`, `warn`, `quote1` and so on, which `themes` can change), or are `bold`, `underline` or `italic`. The first search that fits decides. It can ask for what a row tells (`from:`, `with:`, `subject:`, `in:`, `account:`, `keyword:`, `has:file`, days, spans, sizes, and `is:` but for forwarded and muted), and a conversation is taken as one: `from:ann is:unread` fits if Ann wrote in it and something in it is unread. Example: `[{\"query\": \"from:boss@work.test is:unread\", \"color\": \"warn\", \"bold\": true}, {\"query\": \"with:dev@lists.test\", \"color\": \"quote2\"}]`.",
        "signature":
            "The text that ends what you write, below a line of two hyphens. Above a quote or a forwarded message it stands without that line, since mail programs hide what is below it. Empty means none.",
        "smime":
            "Whether your `gpgsm` (part of GnuPG) checks S/MIME signatures of messages that you open, and decrypts when you press a key: `auto` does if it is installed. Who is trusted is gpgsm's word; nothing is asked of the network, so that a certificate that was revoked still counts.",
        "smimeSign":
            "Whether new messages are signed with your S/MIME certificate for the address that you write as, in accounts that use JMAP or IMAP. If `openpgpSign` is on, too, that counts.",
        "textWidth": "The greatest width of message text in columns: longer lines are hard to follow.",
        "theme": "The colours: a built-in theme or one of your own.",
        "themes":
            "Themes of your own. Each is like one of the built-in ones, but for the roles that you give a colour: `text`, `dim`, `accent`, `unread`, `star`, `danger`, `ok`, `warn`, `quote1`, `quote2`, `quote3`, `link`, `selection` and `bar`. Example: `{\"mine\": {\"like\": \"dusk\", \"accent\": \"#ff8800\"}}`.",
        "threadOrder":
            "The order of the messages in a thread: by date, or each reply below its message (`replies`). `Or` in a thread changes it, and Maraca remembers that unless it is set here.",
        "toastSeconds":
            "How many seconds messages about what was done stay on the screen; about what went wrong, twice as long. With 0 only the latter are shown; `gl` lists all of them.",
        "trimDays":
            "By the address of an account, after how many days mail is removed from this machine, when Maraca starts or by `maraca trim`. The inbox, starred mail, drafts, what you opened in the last 14 days and what undo can bring back stay; accounts not listed keep everything. Nothing is deleted on the server. Example: `{\"ann@example.test\": 365}`.",
        "undoSend": "How many seconds you have to take back a message after sending it; 0 sends at once.",
        "words":
            "Words instead of symbols, no lines or boxes, no motion: for screen readers and braille. Takes effect at the next start.",
    ]
}
