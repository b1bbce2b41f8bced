import InboxKit
public import InboxModel
public import TerminalUI

/// A user-defined shell command. It gets a thread as JSON on its standard input; or, as a block, a message that is opened, and
/// its output is shown above the message's text.
public struct NamedCommand: Hashable, Sendable {
    public var run: String
    /// The time limit in seconds.
    public var seconds: Int
    public var isBlock: Bool

    public init(run: String, seconds: Int = 10, isBlock: Bool = false) {
        self.run = run
        self.seconds = seconds
        self.isBlock = isBlock
    }
}

/// The user's settings. `config.json` is only read; settings that it leaves out have the defaults here.
public struct Settings: Hashable, Sendable {
    public enum Background: String, Hashable, Sendable, CaseIterable {
        case auto, light, dark
    }

    /// How times of the day are written.
    public enum ClockHours: String, Hashable, Sendable, CaseIterable {
        /// As in the locale.
        case auto
        case twentyFour = "24"
        case twelve = "12"
    }

    /// How days are written.
    public enum DateStyle: String, Hashable, Sendable, CaseIterable {
        /// As short as is unambiguous: `Mon`, `12 Nov`, `2009-11-12`.
        case short
        /// Always in ISO 8601.
        case iso
    }

    /// When reading makes a message read.
    public enum MarkRead: Hashable, Sendable {
        /// As soon as its text is in sight.
        case open
        /// When its thread is left.
        case leave
        /// Only by shaking.
        case never
        /// Once its text has been in sight for so many seconds; not at all when it left the screen before that.
        case after(seconds: Int)
    }

    /// How the messages of a thread are ordered.
    public enum MessageOrder: String, Hashable, Sendable, CaseIterable {
        case date
        /// Each below the message that it answers.
        case replies
    }

    /// What is shown after a thread was archived, moved or the like.
    public enum AfterAction: String, Hashable, Sendable, CaseIterable {
        case next, previous
        /// The list that it was opened from.
        case list
    }

    /// Where the selected thread is shown, if there is room.
    public enum Preview: String, Hashable, Sendable, CaseIterable {
        case beside, below
        /// Nowhere.
        case none
    }

    /// How new mail is announced, besides being shown.
    public enum NewMailSign: String, Hashable, Sendable, CaseIterable {
        /// A count in the terminal's title.
        case title
        case bell
        /// A notification of the terminal (OSC 9) while another window is in front.
        case notice
    }

    /// Whether OpenPGP or S/MIME is used.
    public enum Sealing: String, Hashable, Sendable, CaseIterable {
        /// With the user's `gpg` or `gpgsm`, if it is installed.
        case auto
        case off
    }

    public enum KeyPreset: String, Hashable, Sendable, CaseIterable {
        case maraca, mutt, gmail
    }

    /// What is shown after a thread was archived, moved or the like.
    public var afterAction = AfterAction.next
    /// Whether anything on the screen may move.
    public var animation = true
    /// Plain characters instead of lines and signs.
    public var ascii = false
    /// Words instead of marks, no lines and no motion: for screen readers.
    public var words = false
    /// Whether Maraca takes the mouse; if not, the terminal's own selection of text works.
    public var mouse = true
    /// The name of a theme, built-in or the user's own.
    public var theme = "maraca"
    /// Whether an answer starts below what it quotes.
    public var answerBelow = false
    /// The line above what an answer quotes: see ``Answer/lead``.
    public var quoteLead = Answer.lead
    /// Whether new text is written in the user's own editor at once.
    public var editorAtOnce = false
    /// Whether the user's own editor gets the recipients and the subject above the text.
    public var editHeaders = false
    /// Whether the thread that an answer was sent to leaves the inbox.
    public var archiveOnReply = false
    /// The languages (ISO 639-1) whose words can warn of a forgotten attachment; empty for every known language.
    public var attachmentLanguages: [String] = []
    /// More words that can warn of a forgotten attachment, besides the known ones.
    public var attachmentWords: [String] = []
    /// The user's own themes, each for dark and for light backgrounds.
    public var themes: [Theme] = []
    /// The same themes as written in the file.
    var themeTexts: [String: SettingValue] = [:]
    public var background = Background.auto
    /// The name under which the server of each account's address authenticates senders: the first word of its
    /// Authentication-Results headers (RFC 8601). No other such header is trusted; for accounts not named here no result is
    /// shown.
    public var authenticationServers: [String: String] = [:]
    /// Whether to use colours where the terminal has them; `NO_COLOR` in the environment turns them off too.
    public var color = true
    /// Whether a list has a row for each conversation, instead of each message. `Om` changes that for one view, which remembers it.
    public var conversations = true
    /// Whether rows name the labels of their thread, or its other mailboxes, where there is room.
    public var labels = true
    /// Lines per thread in a list: 1 or 2. `L` changes the number, and the store keeps the change.
    public var lines = 1
    /// Whether the selected thread is shown with the list where there is room, and where.
    public var preview = Preview.beside
    /// Columns of the list that the drawer covers.
    public var drawerWidth = 32
    public var clock = ClockHours.auto
    public var dates = DateStyle.short
    /// A PEM file of authorities to trust on every connection, in addition to the system's; `~/` stands for the home directory,
    /// empty for none. A change takes effect at the next start.
    public var certificateFile = ""
    /// Days of mail to keep here; older mail is fetched when the user reaches the end of the list. 0 keeps all.
    public var keepDays = 0
    public var keyPreset = KeyPreset.maraca
    public var markRead = MarkRead.leave
    /// How new mail is announced; empty for not at all.
    public var newMail: Set<NewMailSign> = []
    /// A shell command for new mail, with `MARACA_SENDER`, `MARACA_SUBJECT`, `MARACA_MAILBOX`, `MARACA_ID`, `MARACA_NEW` and
    /// `MARACA_COUNT` in its environment; empty for none.
    public var newMailCommand = ""
    /// Which threads count as new mail.
    public var newMailQuery = "is:unread in:inbox"
    /// The most columns that the text of a message gets on a wide screen.
    public var textWidth = 100
    /// The names of headers that the head of an opened message shows, besides the usual ones.
    public var headers: [String] = []
    /// How rows look that queries select; the first one that fits decides.
    var rowStyles: [RowStyle] = []
    /// How the messages of a thread are ordered. `Or` changes the order, and the store keeps the change.
    public var threadOrder = MessageOrder.date
    /// Seconds for which a toast is shown; failures stay twice as long. 0 shows no toasts for what went well.
    public var toastSeconds = 5
    /// Seconds in which a sent message can still be taken back; 0 sends at once.
    public var undoSend = 10
    /// The signature below new messages, after a line of two hyphens; empty for none.
    public var signature = ""
    /// Whether signatures of S/MIME are checked, and what it encrypted can be decrypted.
    public var smime = Sealing.auto
    /// Whether new messages begin signed with S/MIME, unless they do with OpenPGP.
    public var smimeSign = false
    /// The identities that the user writes as, besides the accounts' own addresses, and what goes with each.
    public var identities: [Identity] = []
    /// Aliases: a name that is typed as a recipient, and the addresses that it stands for.
    public var aliases: [String: [String]] = [:]
    /// A shell command that finds addresses for the text in `MARACA_QUERY`; it prints `address<tab>name` lines. Empty for none.
    public var completionCommand = ""
    /// Whether new messages also go out as HTML, with their text read as Markdown.
    public var markdown = false
    /// Client ids for sign-in servers that have none built in, by the server's name.
    public var oauthClients: [String: String] = [:]
    /// Whether signatures are checked, and encrypted mail can be decrypted.
    public var openpgp = Sealing.auto
    /// Whether new messages begin signed with OpenPGP.
    public var openpgpSign = false
    /// Programs for files, by media type, `image/*` or an extension such as `.pdf`; all others open with the desktop's program.
    public var openers: [String: String] = [:]
    /// The folder where files are saved; `~/` stands for the home directory, and empty for `~/Downloads`.
    public var downloads = ""
    /// Megabytes of bodies and files that are kept on this machine.
    public var cacheMegabytes = 1_000
    /// Days by account address: mail older than that is removed from this machine, except for the inbox, starred mail, drafts,
    /// what was opened in the last 14 days, and what undo can still bring back. Accounts not named here keep all.
    public var trimDays: [String: Int] = [:]
    /// The time limit in seconds for a program that mail is piped into.
    public var commandSeconds = 30
    /// Shell commands by name that get a thread as JSON.
    public var commands: [String: NamedCommand] = [:]
    /// Series of commands by name. No series has the name of a shell command.
    public var series: [String: Series] = [:]
    /// Keys by the names of the commands, on top of the preset. An empty list unbinds a command.
    public var keys: [String: [String]] = [:]

    public init() {}
}

extension Settings {
    /// Applies the settings that can still change to a running display.
    @UI
    func apply(to display: any Display) {
        display.setMouse(mouse)
        let isLight =
            switch background {
            // As at the start, where the terminal does not tell.
            case .auto: display.hasLightBackground ?? false
            case .dark: false
            case .light: true
            }
        if let theme = Theme.named(theme, light: isLight, among: themes) { display.theme = theme }
    }

    /// Returns the name of the server whose word on senders counts for an account.
    package static func server(vouchingFor address: String, among servers: [String: String]) -> String? {
        servers.first { $0.key.lowercased() == address.lowercased() }?.value
    }

    /// The names that the user can run: series, and shell commands about threads.
    var commandNames: [String] { (commands.filter { !$0.value.isBlock }.map(\.key) + series.keys).sorted() }

    /// Returns the names of the settings that differ and that are taken only at the start.
    func waiting(for old: Settings) -> [String] {
        [
            ("ascii", ascii != old.ascii), ("cacheMegabytes", cacheMegabytes != old.cacheMegabytes),
            ("certificateFile", certificateFile != old.certificateFile), ("color", color != old.color),
            ("keepDays", keepDays != old.keepDays), ("trimDays", trimDays != old.trimDays),
            ("words", words != old.words),
        ].filter(\.1).map(\.0)
    }

    /// Whether things move on the screen.
    var moves: Bool { animation && !words }
}
