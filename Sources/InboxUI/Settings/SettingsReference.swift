import Foundation

/// The manual of `config.json`, from the table that reads it.
extension SettingsTable {
    /// Markdown, as `docs/settings.md` has it and `maraca settings` prints it.
    public static var reference: String {
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

    /// A setting, for programs that read what there is.
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
        out; the program never writes the file. What is wrong with it is said at the start and by `maraca doctor`. This page
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
            "What is shown after a thread was archived, moved or the like: the next one, the one before, or the list.",
        "aliases":
            "Names for several addresses: what is typed as a recipient, and who is meant. Example: `{\"family\": [\"Ann <ann@example.org>\", \"bob@example.org\"]}`.",
        "animation": "Whether things may move.",
        "answerBelow": "Whether an answer is begun below what it quotes, instead of above.",
        "archiveOnReply":
            "Whether a thread in the inbox is archived when an answer to it was sent; `Ctrl-y` in the composer does so once, wherever the thread lies.",
        "ascii": "Plain characters instead of lines and signs. Counts from the next start.",
        "attachmentLanguages":
            "Languages whose words for a file on a message count: sending asks where you write of one and there is none. Empty takes all of them. Example: `[\"en\", \"pl\"]`.",
        "attachmentWords":
            "More words in what you write that tell of a file, in any language; a star stands for any ending. Example: `[\"eranskina\", \"priedas*\"]`.",
        "authenticationServers":
            "By an account's address, the name under which its server says whether senders are who they say (the first word of its Authentication-Results headers, RFC 8601). No other such header is believed; accounts not named here show none.",
        "background": "Whether the terminal's background is light or dark; `auto` asks the terminal.",
        "cacheMegabytes":
            "Megabytes of texts and files of mail that are kept on this machine. What goes over it is fetched again when you open it; its words stay, so that it is found.",
        "certificateFile":
            "A PEM file of certificate authorities of your own, trusted besides the system's, for every connection. `~/` stands for your own folder; empty for none. While it cannot be read no server is let in. Counts from the next start.",
        "color":
            "Whether colours are used where the terminal has some; `NO_COLOR` in the environment says no as well. Counts from the next start.",
        "commandSeconds":
            "Seconds that a program may take that mail is piped into, that prints a file for a message, or that new mail starts.",
        "clock": "How times of the day are written: as the locale has it, `14:32`, or `2:32 pm`.",
        "commands":
            "Commands of your own by name, run from the palette, by `;` or by a key (`run:NAME`). With `run` it is a shell command, which gets a thread as JSON on its standard input; with `\"block\": true` besides, it gets each message that is opened, and what it prints stands above the text. With `do` it is a series of commands for the same mail, done as one: all of it or nothing, and one `z` takes it back. A series is made of `shake`, `unread`, `star`, `removeStar`, `archive`, `trash`, `junk`, `mute`, `replyLater`, and as under `keys` of `move:…`, `copy:…`, `label:…`, `tag:…` and `snooze:…`; each puts on what it is about and never takes it off, which `-label:…` and `-tag:…` do. Example: `{\"filed\": {\"do\": [\"label:Work\", \"shake\", \"archive\"]}}`.",
        "completionCommand":
            "A shell line that finds addresses for the text in `MARACA_QUERY`; it prints `address<tab>name` lines. Empty for none.",
        "conversations":
            "Whether a list has a row for each conversation, or for each message, which is then archived, starred or moved by itself; `Om` changes it for one view, which remembers it.",
        "dates":
            "How days are written: as short as they can be told apart, or always as `2026-02-10`, with the time behind it where it is today (`2026-02-10 14:32`; on narrow screens the time alone).",
        "downloads": "Where files are saved; `~/` stands for your own folder, and empty for `~/Downloads`.",
        "drawerWidth": "Columns that the drawer takes; the list is pushed aside by as many.",
        "editHeaders":
            "Whether your own editor gets `From`, `To`, `Cc`, `Bcc`, `Reply-To` and `Subject` above the text, with an empty line between; `Attach:` lines with paths put files on the message. What can't be read there is told, and stays in the editor's file.",
        "editorAtOnce":
            "Whether a message, answer or forward that is begun is written in your own editor at once (`VISUAL`, else `EDITOR`). Leaving it comes to the composer, where `Ctrl-s` sends and `Ctrl-e` opens the editor again; drafts open in the composer.",
        "identities": "Whom you write as, besides the accounts' own addresses, and what goes with each.",
        "keepDays":
            "Days of mail that are kept here; older mail is asked of the server when the end of a list is reached. 0 keeps all.",
        "keyPreset":
            "Keys to begin with: our own, or those of mutt or Gmail. A key of theirs does here what it does there, or what comes nearest, or nothing; `?` shows where our own acts are then: behind a comma with mutt's, behind `g` with Gmail's. Of mutt's, `;` is not needed, for keys act on all that is tagged, and `D` is `T` and `d`; patterns such as `~f ann` are read in every search, a search begins in the mailbox that is open (`in:inbox`), and `all` ends one. Of Gmail's, `+` stars and `-`, which would take the star away, does nothing.",
        "keys":
            "Keys for commands, by the commands' names, on top of the preset. An empty list unbinds. `archive` is bound on every screen that has it, `list.archive` on one; boxes are `picker`. Where text is typed, letters stay text. Besides commands, in lists, threads and the deck, a key goes to a mailbox, named search or tag (`go:Receipts`, `go:#todo`), searches (`search:is:unread from:boss`), moves, copies, labels or tags (`move:Receipts`, `copy:…`, `label:…`, `tag:…`; a label or tag that is there comes off), snoozes (`snooze:tomorrow 8`), or runs one of `commands` (`run:NAME`). Example: `{\"archive\": [\"y\"], \"star\": [\"F\", \"*\"]}`.",
        "labels":
            "Whether rows of a list name the labels and tags of their thread, or the mailboxes of yours that it is in besides, where there is room: from 100 columns, and in rows of two lines from 60.",
        "lines": "Lines of a thread in a list. `L` changes it, and the change is kept where this file does not say it.",
        "markRead":
            "When reading makes a message read: as soon as its text is in sight (`open`), when its thread is left, only by shaking (`never`), or once its text has been in sight for so many seconds, and not at all when you leave before.",
        "markdown":
            "Whether new messages go out as HTML as well, their text read as Markdown. Over the Inbox API only the HTML travels: servers make its plain text, and on another machine such a draft opens as formatted text, not as Markdown.",
        "mouse": "Follow the mouse; when not, the terminal's own selection of text works.",
        "newMail":
            "How new mail is told of, besides being shown: `title` counts it in the terminal's title, `bell` rings, `notice` has the terminal show a notice while another window is in front. Empty tells nothing.",
        "newMailCommand":
            "A shell command for new mail, with `MARACA_SENDER`, `MARACA_SUBJECT`, `MARACA_MAILBOX`, `MARACA_ID` of the newest, `MARACA_NEW` (how many came) and `MARACA_COUNT` (how many are unread) in its environment. Empty for none.",
        "newMailQuery": "Which threads count as new mail.",
        "oauthClients": "Who we are to sign-in servers that know no client by itself, by the server's name.",
        "openers":
            "Programs for files, by media type, `image/*` or an ending such as `.pdf`; all others open with the desktop's program.",
        "openpgp":
            "Whether your `gpg` (GnuPG 2.2 or later) checks the signatures of messages that you open, and decrypts on a key: `auto` where it is installed. It never asks the network for keys, and who is trusted is what it says.",
        "openpgpSign":
            "Whether new messages begin signed, where the account speaks JMAP; your key for the address that you write as signs. A key of the composer changes that for a message, and encrypts it.",
        "preview":
            "Where the selected thread is shown with the list: beside it from 120 columns, below it from 24 lines, or not at all (`false`). `true` means beside.",
        "quoteLead":
            "The line above what an answer quotes; `{date}`, `{name}` and `{address}` stand for when and by whom that was written. It ends with a colon, by which it is told from your own words. Example: `\"Am {date} schrieb {name}:\"`.",
        "signature": "Stands under what is written, below a line of two hyphens. Empty for none.",
        "textWidth":
            "The most columns that the text of a message gets on a wide screen: longer lines are hard to follow.",
        "theme": "The colours: a theme that is built in, or one of your own.",
        "themes": "Themes of your own. Example: `{\"mine\": {\"like\": \"dusk\", \"accent\": \"#ff8800\"}}`.",
        "threadOrder":
            "How the messages of a thread are ordered: by date, or each below what it answers (`replies`). `Or` in a thread changes it, and the change is kept where this file does not say it.",
        "toastSeconds":
            "Seconds for which it is said what happened; what went wrong stays twice as long. 0 says nothing of what went well, which `gl` still lists.",
        "trimDays":
            "By an account's address: mail older than so many days leaves this machine, but for the inbox, what is starred, drafts, what was opened in the last 14 days, and what undo can still bring back. Accounts that are not named keep all.",
        "undoSend": "Seconds in which a message can still be taken back after sending; 0 sends at once.",
        "words":
            "Marks in words instead of signs, no lines and boxes, nothing that moves: for screen readers and braille. Counts from the next start.",
    ]
}
