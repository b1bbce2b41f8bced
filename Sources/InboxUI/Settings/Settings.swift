import InboxKit
public import InboxModel
public import TerminalUI

/// A shell command of the user's own that gets a thread as JSON on its standard input; or, as a block, a message that is
/// opened, above whose text stands what the command prints.
public struct NamedCommand: Hashable, Sendable {
    public var run: String
    /// After so long it is stopped.
    public var seconds: Int
    public var isBlock: Bool

    public init(run: String, seconds: Int = 10, isBlock: Bool = false) {
        self.run = run
        self.seconds = seconds
        self.isBlock = isBlock
    }
}

/// What the user may choose. `config.json` is only read; what it leaves out is as here.
public struct Settings: Hashable, Sendable {
    public enum Background: String, Hashable, Sendable, CaseIterable {
        case auto, light, dark
    }

    /// How times of the day are written.
    public enum ClockHours: String, Hashable, Sendable, CaseIterable {
        /// As the locale has it.
        case auto
        case twentyFour = "24"
        case twelve = "12"
    }

    /// How days are written.
    public enum DateStyle: String, Hashable, Sendable, CaseIterable {
        /// As short as they can be told apart: `Mon`, `12 Nov`, `2009-11-12`.
        case short
        /// Always as ISO 8601 has it.
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
        /// Once its text has been in sight for so many seconds; not at all when it went before.
        case after(seconds: Int)
    }

    /// How the messages of a thread are ordered.
    public enum MessageOrder: String, Hashable, Sendable, CaseIterable {
        case date
        /// Each below what it answers.
        case replies
    }

    /// What is shown after a thread was archived, moved or the like.
    public enum AfterAction: String, Hashable, Sendable, CaseIterable {
        case next, previous
        /// The list that it was opened from.
        case list
    }

    /// Where the selected thread is shown, where there is room for it.
    public enum Preview: String, Hashable, Sendable, CaseIterable {
        case beside, below
        /// Nowhere.
        case none
    }

    /// How new mail is told of, besides being shown.
    public enum NewMailSign: String, Hashable, Sendable, CaseIterable {
        /// The terminal's title counts it.
        case title
        case bell
        /// The terminal shows a notice (OSC 9), while another window is in front.
        case notice
    }

    /// Whether OpenPGP is asked about mail.
    public enum OpenPGP: String, Hashable, Sendable, CaseIterable {
        /// By the user's `gpg`, where there is one.
        case auto
        case off
    }

    public enum KeyPreset: String, Hashable, Sendable, CaseIterable {
        case maraca, mutt, gmail
    }

    /// What comes next when a thread was dealt with.
    public var afterAction = AfterAction.next
    /// Whether things may move.
    public var animation = true
    /// Plain characters instead of lines and signs.
    public var ascii = false
    /// Marks in words, no lines and no motion: for screen readers.
    public var words = false
    /// Follow the mouse; when not, the terminal's own selection of text works.
    public var mouse = true
    /// The name of a theme, built-in or of one's own.
    public var theme = "maraca"
    /// Whether an answer is begun below what it quotes.
    public var answerBelow = false
    /// The line above what an answer quotes: see ``Answer/lead``.
    public var quoteLead = Answer.lead
    /// Whether what is begun is written in the user's own editor at once.
    public var editorAtOnce = false
    /// Whether the user's own editor gets recipients and subject above the text.
    public var editHeaders = false
    /// Whether the thread that an answer was sent to leaves the inbox.
    public var archiveOnReply = false
    /// Whose words tell of a file which may have been forgotten (ISO 639-1); empty means those of every language known.
    public var attachmentLanguages: [String] = []
    /// Words that tell of a file which may have been forgotten, besides those that are known.
    public var attachmentWords: [String] = []
    /// Themes of one's own, each for dark and for light backgrounds.
    public var themes: [Theme] = []
    /// The same as the file wrote them.
    var themeTexts: [String: SettingValue] = [:]
    public var background = Background.auto
    /// By the addresses of accounts, the name under which their server says whether senders are who they say (the first word
    /// of its Authentication-Results headers, RFC 8601). No other such header is believed; accounts not named here show none.
    public var authenticationServers: [String: String] = [:]
    /// Whether colours are used where the terminal has some; `NO_COLOR` in the environment says no as well.
    public var color = true
    /// Whether a list has a row for each conversation, or for each message; `Om` changes it for one view, which remembers it.
    public var conversations = true
    /// Whether rows name the labels of their thread, or the other mailboxes that it is in, where there is room.
    public var labels = true
    /// Lines of a thread in a list: 1 or 2. `L` changes it, and the change is kept in the store.
    public var lines = 1
    /// Whether the selected thread is shown with the list where there is room, and where.
    public var preview = Preview.beside
    /// Columns by which the drawer covers the list.
    public var drawerWidth = 32
    public var clock = ClockHours.auto
    public var dates = DateStyle.short
    /// A PEM file of authorities to trust besides the system's, for every connection; `~/` stands for the user's own folder,
    /// empty for none. It counts from the next start.
    public var certificateFile = ""
    /// Days of mail that are kept here; older mail is asked of the server when the list's end is reached. 0 keeps all.
    public var keepDays = 0
    public var keyPreset = KeyPreset.maraca
    public var markRead = MarkRead.leave
    /// How new mail is told of; empty tells nothing.
    public var newMail: Set<NewMailSign> = []
    /// A shell command for new mail, with `MARACA_SENDER`, `MARACA_SUBJECT`, `MARACA_MAILBOX`, `MARACA_ID` and
    /// `MARACA_COUNT` in its environment; empty for none.
    public var newMailCommand = ""
    /// Which threads count as new mail.
    public var newMailQuery = "is:unread in:inbox"
    /// The most columns that the text of a message gets on a wide screen.
    public var textWidth = 100
    /// How the messages of a thread are ordered. `Or` changes it, and the change is kept in the store.
    public var threadOrder = MessageOrder.date
    /// Seconds for which it is said what happened; what went wrong stays twice as long. 0: nothing of what went well.
    public var toastSeconds = 5
    /// Seconds in which a message can still be taken back after sending; 0 sends at once.
    public var undoSend = 10
    /// Stands under what is written, below a line of two hyphens; empty for none.
    public var signature = ""
    /// Who the user writes as, besides the accounts' own addresses, and what goes with each.
    public var identities: [Identity] = []
    /// Names for several addresses: what is typed as a recipient, and who is meant.
    public var aliases: [String: [String]] = [:]
    /// A shell line that finds addresses for the text in `MARACA_QUERY`; it prints `address<tab>name` lines. Empty for none.
    public var completionCommand = ""
    /// Whether new messages go out as HTML as well, their text read as Markdown.
    public var markdown = false
    /// Who we are to sign-in servers that know no client by itself, by the server's name.
    public var oauthClients: [String: String] = [:]
    /// Whether signatures are checked, and encrypted mail can be decrypted.
    public var openpgp = OpenPGP.auto
    /// Whether new messages begin signed.
    public var openpgpSign = false
    /// Programs for files, by media type, `image/*` or an ending such as `.pdf`; all others open with the desktop's program.
    public var openers: [String: String] = [:]
    /// Where files are saved; `~/` stands for the user's own folder, and empty for `~/Downloads`.
    public var downloads = ""
    /// Megabytes of bodies and files that are kept on this machine.
    public var cacheMegabytes = 1_000
    /// By the addresses of accounts: mail older than so many days leaves this machine, but for the inbox, what is
    /// starred, drafts, what was opened in the last 14 days, and what undo can still bring back. Accounts that are not
    /// named keep all.
    public var trimDays: [String: Int] = [:]
    /// Seconds that a program may take which mail is piped into.
    public var commandSeconds = 30
    /// Shell commands by name that get a thread as JSON.
    public var commands: [String: NamedCommand] = [:]
    /// Series of commands by name; none is called as a shell command is.
    public var series: [String: Series] = [:]
    /// Keys for commands, by the commands' names, on top of the preset. An empty list unbinds.
    public var keys: [String: [String]] = [:]

    public init() {}
}

extension Settings {
    /// Tells a display that runs already what it can still be told.
    @UI
    func apply(to display: any Display) {
        display.setMouse(mouse)
        let isLight =
            switch background {
            case .auto: display.theme.isLight
            case .dark: false
            case .light: true
            }
        if let theme = Theme.named(theme, light: isLight, among: themes) { display.theme = theme }
    }

    /// The name of the server whose word on senders counts for an account.
    package static func server(vouchingFor address: String, among servers: [String: String]) -> String? {
        servers.first { $0.key.lowercased() == address.lowercased() }?.value
    }

    /// What is run by name: series, and shell commands about threads.
    var commandNames: [String] { (commands.filter { !$0.value.isBlock }.map(\.key) + series.keys).sorted() }

    /// Whether something differs that a terminal is told only once.
    func needsRestart(after old: Settings) -> Bool {
        ascii != old.ascii || color != old.color || words != old.words || certificateFile != old.certificateFile
    }

    /// Whether things move on the screen.
    var moves: Bool { animation && !words }
}
