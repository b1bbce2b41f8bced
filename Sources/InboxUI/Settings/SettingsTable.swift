import InboxKit
import InboxModel
import TerminalUI

/// One setting: its name in `config.json`, what it is for, and how a value is taken.
struct SettingDefinition: Sendable {
    var name: String
    /// Whether others depend on it.
    var readsFirst: Bool { name == "themes" }
    /// What may stand there, for the notice about what may not: "true or false".
    var expects: String
    /// Returns false when the value does not fit.
    var take: @Sendable (inout Settings, SettingValue) -> Bool
    var value: @Sendable (Settings) -> SettingValue
}

/// All settings. Reading, the example file and the manual come from here.
public enum SettingsTable {
    static var all: [SettingDefinition] {
        [
            choice("afterAction", \.afterAction),
            SettingDefinition(
                name: "aliases", expects: "an object of names and their addresses", take: takeAliases
            ) {
                .object($0.aliases.mapValues { .list($0.map { .text($0) }) })
            },
            flag("animation", \.animation),
            flag("answerBelow", \.answerBelow),
            flag("archiveOnReply", \.archiveOnReply),
            flag("ascii", \.ascii),
            SettingDefinition(
                name: "attachmentLanguages",
                expects: "a list of some of " + AttachmentWords.byLanguage.keys.sorted().joined(separator: ", ")
            ) { settings, value in
                guard let languages = value.texts,
                    languages.allSatisfy({ AttachmentWords.byLanguage.keys.contains($0) })
                else { return false }
                settings.attachmentLanguages = languages
                return true
            } value: {
                .list($0.attachmentLanguages.map { .text($0) })
            },
            SettingDefinition(name: "attachmentWords", expects: "a list of words") { settings, value in
                guard let words = value.texts else { return false }
                settings.attachmentWords = words
                return true
            } value: {
                .list($0.attachmentWords.map { .text($0) })
            },
            texts("authenticationServers", "an object of addresses and names of servers", \.authenticationServers),
            choice("background", \.background),
            number("cacheMegabytes", \.cacheMegabytes, 0...1_000_000),
            text("certificateFile", "a file", \.certificateFile),
            choice("clock", \.clock),
            flag("color", \.color),
            number("commandSeconds", \.commandSeconds, 1...3_600),
            SettingDefinition(
                name: "commands",
                expects:
                    "an object of names and {\"run\": a command, \"seconds\": how long it may take, \"block\": true for one above messages}",
                take: takeCommands
            ) {
                .object(
                    $0.commands.mapValues {
                        .object([
                            "run": .text($0.run), "seconds": .number(Double($0.seconds)), "block": .bool($0.isBlock),
                        ])
                    })
            },
            text("completionCommand", "a command", \.completionCommand),
            flag("conversations", \.conversations),
            choice("dates", \.dates),
            text("downloads", "a folder", \.downloads),
            number("drawerWidth", \.drawerWidth, 20...60),
            flag("editHeaders", \.editHeaders),
            flag("editorAtOnce", \.editorAtOnce),
            SettingDefinition(
                name: "identities", expects: IdentitySetting.expects, take: IdentitySetting.take,
                value: IdentitySetting.value),
            number("keepDays", \.keepDays, 0...36_500),
            SettingDefinition(name: "keys", expects: "an object of commands and their keys", take: takeKeys) {
                settings in
                .object(settings.keys.mapValues { .list($0.map { .text($0) }) })
            },
            choice("keyPreset", \.keyPreset),
            flag("labels", \.labels),
            number("lines", \.lines, 1...2),
            SettingDefinition(
                name: "markRead", expects: "open, leave, never, or a number of seconds from 1 to 3600",
                take: takeMarkRead
            ) {
                switch $0.markRead {
                case .open: .text("open")
                case .leave: .text("leave")
                case .never: .text("never")
                case .after(let seconds): .number(Double(seconds))
                }
            },
            flag("markdown", \.markdown),
            flag("mouse", \.mouse),
            SettingDefinition(
                name: "newMail",
                expects: "a list of " + Settings.NewMailSign.allCases.map(\.rawValue).joined(separator: ", ")
            ) { settings, value in
                guard let texts = value.texts else { return false }
                let signs = texts.compactMap(Settings.NewMailSign.init)
                guard signs.count == texts.count else { return false }
                settings.newMail = Set(signs)
                return true
            } value: {
                .list($0.newMail.map(\.rawValue).sorted().map { .text($0) })
            },
            text("newMailCommand", "a shell command", \.newMailCommand),
            SettingDefinition(name: "newMailQuery", expects: "a query such as is:unread in:inbox") { settings, value in
                guard case .text(let text) = value, MailQuery(text).problem == nil else { return false }
                settings.newMailQuery = text
                return true
            } value: {
                .text($0.newMailQuery)
            },
            texts("oauthClients", "an object of sign-in servers' names and client ids", \.oauthClients),
            texts("openers", "an object of file types and programs", \.openers),
            choice("openpgp", \.openpgp),
            flag("openpgpSign", \.openpgpSign),
            SettingDefinition(name: "preview", expects: "beside, below, or false", take: takePreview) {
                $0.preview == .none ? .bool(false) : .text($0.preview.rawValue)
            },
            SettingDefinition(name: "quoteLead", expects: "a line of text that ends with a colon") { settings, value in
                // By the colon it is told from what one wrote oneself.
                guard case .text(let text) = value, text.hasSuffix(":"), !text.contains(where: \.isNewline) else {
                    return false
                }
                settings.quoteLead = text
                return true
            } value: {
                .text($0.quoteLead)
            },
            text("signature", "a text", \.signature),
            number("textWidth", \.textWidth, 40...500),
            SettingDefinition(
                name: "theme", expects: "one of \(Theme.names.joined(separator: ", ")), or of your “themes”"
            ) { settings, value in
                // One's own are read before.
                let names = Theme.names + settings.themes.map(\.name)
                guard case .text(let name) = value, names.contains(name) else { return false }
                settings.theme = name
                return true
            } value: {
                .text($0.theme)
            },
            SettingDefinition(name: "themes", expects: ThemeReading.expects) { settings, value in
                guard case .object(let entries) = value else { return false }
                let read = entries.map { ThemeReading.themes($0.key, $0.value) }
                settings.themes = read.compactMap { $0 }.flatMap { $0 }.sorted { $0.name < $1.name }
                settings.themeTexts = entries
                return read.allSatisfy { $0 != nil }
            } value: {
                .object($0.themeTexts)
            },
            number("toastSeconds", \.toastSeconds, 0...600),
            SettingDefinition(name: "trimDays", expects: "an object of addresses and whole numbers", take: takeDays) {
                .object($0.trimDays.mapValues { .number(Double($0)) })
            },
            number("undoSend", \.undoSend, 0...120),
            flag("words", \.words),
        ]
    }

    private static func text(
        _ name: String, _ expects: String, _ path: any WritableKeyPath<Settings, String> & Sendable
    ) -> SettingDefinition {
        SettingDefinition(name: name, expects: expects) { settings, value in
            guard case .text(let text) = value else { return false }
            settings[keyPath: path] = text
            return true
        } value: {
            .text($0[keyPath: path])
        }
    }

    /// The names count in any case.
    private static func texts(
        _ name: String, _ expects: String, _ path: any WritableKeyPath<Settings, [String: String]> & Sendable
    ) -> SettingDefinition {
        SettingDefinition(name: name, expects: expects) { settings, value in
            guard case .object(let entries) = value else { return false }
            var texts: [String: String] = [:]
            for (key, value) in entries {
                guard case .text(let text) = value else { return false }
                texts[key.lowercased()] = text
            }
            settings[keyPath: path] = texts
            return true
        } value: {
            .object($0[keyPath: path].mapValues { .text($0) })
        }
    }

    private static func flag(_ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable)
        -> SettingDefinition
    {
        SettingDefinition(name: name, expects: "true or false") { settings, value in
            guard case .bool(let flag) = value else { return false }
            settings[keyPath: path] = flag
            return true
        } value: {
            .bool($0[keyPath: path])
        }
    }

    private static func number(
        _ name: String, _ path: any WritableKeyPath<Settings, Int> & Sendable, _ range: ClosedRange<Int>
    ) -> SettingDefinition {
        let expects = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return SettingDefinition(name: name, expects: expects) { settings, value in
            guard case .number(let number) = value, let whole = Int(exactly: number), range.contains(whole) else {
                return false
            }
            settings[keyPath: path] = whole
            return true
        } value: {
            .number(Double($0[keyPath: path]))
        }
    }

    private static func choice<Choice>(
        _ name: String, _ path: any WritableKeyPath<Settings, Choice> & Sendable
    ) -> SettingDefinition where Choice: RawRepresentable<String> & CaseIterable & Sendable {
        let expects = "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return SettingDefinition(name: name, expects: expects) { settings, value in
            guard case .text(let text) = value, let choice = Choice(rawValue: text) else { return false }
            settings[keyPath: path] = choice
            return true
        } value: {
            .text($0[keyPath: path].rawValue)
        }
    }

    @Sendable private static func takeMarkRead(_ settings: inout Settings, _ value: SettingValue) -> Bool {
        switch value {
        case .text("open"): settings.markRead = .open
        case .text("leave"): settings.markRead = .leave
        case .text("never"): settings.markRead = .never
        case .number(let number):
            guard let seconds = Int(exactly: number), (1...3_600).contains(seconds) else { return false }
            settings.markRead = .after(seconds: seconds)
        default: return false
        }
        return true
    }

    /// It once was a matter of yes or no.
    @Sendable private static func takePreview(_ settings: inout Settings, _ value: SettingValue) -> Bool {
        switch value {
        case .bool(let isShown): settings.preview = isShown ? .beside : .none
        case .text("beside"): settings.preview = .beside
        case .text("below"): settings.preview = .below
        default: return false
        }
        return true
    }

    @Sendable private static func takeDays(_ settings: inout Settings, _ value: SettingValue) -> Bool {
        guard case .object(let entries) = value else { return false }
        var days: [String: Int] = [:]
        for (address, value) in entries {
            guard case .number(let number) = value, let whole = Int(exactly: number), whole > 0 else { return false }
            days[address] = whole
        }
        settings.trimDays = days
        return true
    }

    @Sendable private static func takeAliases(_ settings: inout Settings, _ value: SettingValue) -> Bool {
        guard case .object(let entries) = value else { return false }
        var aliases: [String: [String]] = [:]
        for (name, value) in entries {
            guard let addresses = value.texts else { return false }
            aliases[name] = addresses
        }
        settings.aliases = aliases
        return true
    }

    @Sendable private static func takeCommands(_ settings: inout Settings, _ value: SettingValue) -> Bool {
        guard case .object(let entries) = value else { return false }
        var commands: [String: NamedCommand] = [:]
        for (name, value) in entries {
            guard case .object(let parts) = value, case .text(let run)? = parts["run"], !run.isEmpty else {
                return false
            }
            var command = NamedCommand(run: run)
            if let seconds = parts["seconds"] {
                guard case .number(let number) = seconds, let whole = Int(exactly: number), (1...3_600).contains(whole)
                else { return false }
                command.seconds = whole
            }
            if let block = parts["block"] {
                guard case .bool(let isBlock) = block else { return false }
                command.isBlock = isBlock
            }
            commands[name] = command
        }
        settings.commands = commands
        return true
    }

    @Sendable private static func takeKeys(_ settings: inout Settings, _ value: SettingValue) -> Bool {
        guard case .object(let entries) = value else { return false }
        var keys: [String: [String]] = [:]
        for (command, value) in entries {
            guard let texts = value.texts else { return false }
            keys[command] = texts
        }
        settings.keys = keys
        return true
    }
}
