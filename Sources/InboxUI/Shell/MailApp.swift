public import Foundation
import InboxKit
public import InboxModel
public import MailContent
public import TerminalUI

/// The mail client on a display: login when there is no account, else the mail.
@UI
public final class MailApp {
    /// The choices of the surrounding program.
    public struct Options: Sendable {
        /// Creates the demo mailbox and adds its account; nil offers no demo.
        public var startDemo: (@UI @Sendable () async -> Void)?
        /// Rereads the settings when the user asks for it; nil where there are none to read.
        public var readSettings: (@UI @Sendable () -> SettingsReading)?
        /// The user's settings file, as it was read; nil where there is none.
        public var settingsFile: SettingsFile?
        /// Messages for the start, such as what is wrong with the settings.
        public var notices: [String] = []
        /// The account to begin with, in its inbox and with what is written; nil begins where one was.
        public var account: AccountID?
        /// A message to write at the start.
        public var writing: MailtoLink?
        /// A thread to open above the list at the start.
        public var opening: ThreadID?
        /// The file descriptor of the keys: standard input; a test may pass a pipe, or -1 for none.
        public var input: Int32 = 0
        /// Whether there still is a terminal at the end, on which to say what became of things.
        public var isHeard: @UI @Sendable () -> Bool = { true }
        /// The current time, and how days are counted.
        public var clock = WallClock()

        public init() {}
    }

    private let shell: Shell
    private let application: Application
    private let start: Start
    private let isHeard: @UI @Sendable () -> Bool

    init(session: MailSession, settings: Settings, display: any Display, options: Options, make: ScreenMaker) {
        isHeard = options.isHeard
        start = Start(account: options.account, writing: options.writing, opening: options.opening)
        let clock = options.clock.written(as: settings, environment: ProcessInfo.processInfo.environment)
        shell = Shell(session: session, settings: settings, clock: clock, make: make, startDemo: options.startDemo)
        application = Application(display: display, root: shell, input: options.input)
        application.motion = settings.moves
        shell.application = application
        shell.readSettings = options.readSettings
        shell.settingsFile = options.settingsFile
        shell.tell(of: options.notices + shell.viewFlaws)
    }

    /// Runs until the user quits, then restores the terminal. By then everything that was asked for is in the store, or reported.
    /// - Parameter tell: called when saving takes long after the terminal was restored.
    /// - Returns: what to print at the end.
    @discardableResult
    public func run(tell: @escaping @UI (String) -> Void = { _ in }) async -> Parting {
        for path in OpenedFiles().removeAll() {
            shell.say("A text from an editor was left over: \(path)", kind: .warning)
        }
        shell.begin(start)
        await application.run()
        var parting = await shell.end(tell: tell)
        let left = OpenedFiles().removeAll(isEnding: true, tells: isHeard())
        parting.failures += left.map { "The editor's text was not used; it is in \($0)" }
        parting.notes += await shell.sendUnsent()
        return parting
    }

    /// Ends `run`.
    public func quit() { application.quit() }
}

extension Settings {
    /// Returns the glyphs for the output of commands on a terminal: those that the client uses there.
    public func glyphs(environment: [String: String] = ProcessInfo.processInfo.environment) -> Glyphs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let isUTF8 = locale.lowercased().replacing("-", with: "").contains("utf8")
        return words ? .words : ascii || !isUTF8 ? .ascii : .unicode
    }

    /// Returns the options for the terminal's display.
    public func displayOptions(environment: [String: String] = ProcessInfo.processInfo.environment)
        -> NcursesDisplay.Options
    {
        var options = NcursesDisplay.Options()
        options.mouse = mouse
        options.ascii = ascii
        options.words = words
        options.themeName = theme
        options.themes = themes
        options.monochrome = !color || !(environment["NO_COLOR"] ?? "").isEmpty
        switch background {
        case .auto: options.isLight = nil
        case .dark: options.isLight = false
        case .light: options.isLight = true
        }
        return options
    }
}
