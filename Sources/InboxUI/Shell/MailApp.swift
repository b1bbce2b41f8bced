public import Foundation
import InboxKit
public import InboxModel
public import MailContent
public import TerminalUI

/// The mail client on a display: login when there is no account, else the mail.
@UI
public final class MailApp {
    /// What the program around it decides.
    public struct Options: Sendable {
        /// Makes the demo mailbox and adds its account; nil offers none.
        public var startDemo: (@UI @Sendable () async -> Void)?
        /// Reads the settings anew when the user wants it; nil where there are none to read.
        public var readSettings: (@UI @Sendable () -> SettingsReading)?
        /// The user's file of settings, as it was read; nil where there is none.
        public var settingsFile: SettingsFile?
        /// Said at the start, such as what is wrong with the settings.
        public var notices: [String] = []
        /// What is to be written at the start.
        public var writing: MailtoLink?
        /// What is to be shown at the start: a thread, above the list.
        public var opening: ThreadID?
        /// Where keys come from: standard input; a test may give a pipe, or -1 for none.
        public var input: Int32 = 0
        /// What time it is and how days are counted.
        public var clock = WallClock()

        public init() {}
    }

    private let shell: Shell
    private let application: Application

    init(session: MailSession, settings: Settings, display: any Display, options: Options, make: ScreenMaker) {
        let clock = options.clock.written(as: settings, environment: ProcessInfo.processInfo.environment)
        shell = Shell(session: session, settings: settings, clock: clock, make: make, startDemo: options.startDemo)
        application = Application(display: display, root: shell, input: options.input)
        application.motion = settings.moves
        shell.application = application
        shell.writing = options.writing
        shell.opening = options.opening
        shell.readSettings = options.readSettings
        shell.settingsFile = options.settingsFile
        shell.tell(of: options.notices + shell.viewFlaws)
    }

    /// Runs until the user quits, then gives the terminal back. What was asked for is in the store by then, or told.
    /// - Parameter tell: hears of it where saving takes long after the terminal was given back.
    /// - Returns: what is to be said at the end.
    @discardableResult
    public func run(tell: @escaping @UI (String) -> Void = { _ in }) async -> Parting {
        for path in OpenedFiles().removeAll() {
            shell.say("A text from an editor was left over: \(path)", kind: .warning, undo: false)
        }
        shell.begin()
        await application.run()
        var parting = await shell.end(tell: tell)
        let left = OpenedFiles().removeAll(isEnding: true)
        parting.failures += left.map { "The editor's text was not taken; it is in \($0)" }
        parting.notes += await shell.sendUnsent()
        return parting
    }

    /// Ends `run`.
    public func quit() { application.quit() }
}

extension Settings {
    /// The signs that a command prints on a terminal: those that the client has there.
    public func glyphs(environment: [String: String] = ProcessInfo.processInfo.environment) -> Glyphs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let isUTF8 = locale.lowercased().replacing("-", with: "").contains("utf8")
        return words ? .words : ascii || !isUTF8 ? .ascii : .unicode
    }

    /// What the terminal's display is told.
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
