import InboxKit
import InboxModel
import TerminalUI

/// A setting: its name in `config.json`, the values that it expects, and how it takes them.
struct SettingDefinition: Sendable {
    var name: String
    /// Whether other settings depend on it.
    var readsFirst: Bool { name == "themes" }
    /// The valid values, for the notice about an invalid one: “true or false”.
    var expects: String
    /// Takes what is valid, and returns the flaws of the rest.
    var takeParts: @Sendable (inout Settings, SettingValue) -> [SettingFlaw]
    var value: @Sendable (Settings) -> SettingValue

    init(
        nested name: String, expects: String,
        takeParts: @escaping @Sendable (inout Settings, SettingValue) -> [SettingFlaw],
        value: @escaping @Sendable (Settings) -> SettingValue
    ) {
        self.name = name
        self.expects = expects
        self.takeParts = takeParts
        self.value = value
    }

    /// - Parameter take: returns false when the value is invalid.
    init(
        name: String, expects: String, take: @escaping @Sendable (inout Settings, SettingValue) -> Bool,
        value: @escaping @Sendable (Settings) -> SettingValue
    ) {
        self.init(nested: name, expects: expects) { settings, given in
            take(&settings, given) ? [] : [SettingFlaw("must be \(expects)")]
        } value: {
            value($0)
        }
    }
}

/// All settings. Reading, the example file and the reference are based on this table.
package enum SettingsTable {
    static let all: [SettingDefinition] = [
        choice("afterAction", \.afterAction),
        aliases,
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
        authenticationServers,
        choice("background", \.background),
        number("cacheMegabytes", \.cacheMegabytes, 0...1_000_000),
        text("certificateFile", "a file", \.certificateFile),
        choice("clock", \.clock),
        flag("color", \.color),
        number("commandSeconds", \.commandSeconds, 1...3_600),
        SettingDefinition(
            nested: "commands", expects: CommandsSetting.expects, takeParts: CommandsSetting.take,
            value: CommandsSetting.value),
        text("completionCommand", "a command", \.completionCommand),
        flag("conversations", \.conversations),
        choice("dates", \.dates),
        text("downloads", "a folder", \.downloads),
        number("drawerWidth", \.drawerWidth, 20...60),
        flag("editHeaders", \.editHeaders),
        flag("editorAtOnce", \.editorAtOnce),
        headers,
        SettingDefinition(
            nested: "identities", expects: IdentitySetting.expects, takeParts: IdentitySetting.take,
            value: IdentitySetting.value),
        number("keepDays", \.keepDays, 0...36_500),
        keys,
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
            // An unknown field is read as words, which hardly any mail has.
            guard case .text(let text) = value, MailQuery(text).problem == nil,
                QueryDoubt.all(in: text, mailboxes: []).isEmpty
            else { return false }
            settings.newMailQuery = text
            return true
        } value: {
            .text($0.newMailQuery)
        },
        oauthClients,
        openers,
        choice("openpgp", \.openpgp),
        flag("openpgpSign", \.openpgpSign),
        SettingDefinition(name: "preview", expects: "beside, below, or false", take: takePreview) {
            $0.preview == .none ? .bool(false) : .text($0.preview.rawValue)
        },
        SettingDefinition(name: "quoteLead", expects: "a line of text that ends with a colon") { settings, value in
            // The colon distinguishes it from what the user wrote.
            guard case .text(let text) = value, text.hasSuffix(":"), !text.contains(where: \.isNewline) else {
                return false
            }
            settings.quoteLead = text
            return true
        } value: {
            .text($0.quoteLead)
        },
        SettingDefinition(
            nested: "rowStyles", expects: RowStyle.expects, takeParts: RowStyle.take, value: RowStyle.value),
        text("signature", "a text", \.signature),
        choice("smime", \.smime),
        flag("smimeSign", \.smimeSign),
        number("textWidth", \.textWidth, 40...500),
        SettingDefinition(
            name: "theme", expects: "one of \(Theme.names.joined(separator: ", ")), or of your “themes”"
        ) { settings, value in
            // The user's own themes are read before this setting.
            let names = Theme.names + settings.themes.map(\.name)
            guard case .text(let name) = value, names.contains(name) else { return false }
            settings.theme = name
            return true
        } value: {
            .text($0.theme)
        },
        SettingDefinition(
            nested: "themes", expects: ThemeReading.expects, takeParts: ThemeReading.take
        ) {
            .object($0.themeTexts)
        },
        choice("threadOrder", \.threadOrder),
        number("toastSeconds", \.toastSeconds, 0...600),
        trimDays,
        number("undoSend", \.undoSend, 0...120),
        flag("words", \.words),
    ]

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
            guard let choice = value.word.flatMap(Choice.init) else { return false }
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

    /// Takes the preview; older files have a Boolean.
    @Sendable private static func takePreview(_ settings: inout Settings, _ value: SettingValue) -> Bool {
        switch value {
        case .bool(let isShown): settings.preview = isShown ? .beside : .none
        case .text("beside"): settings.preview = .beside
        case .text("below"): settings.preview = .below
        default: return false
        }
        return true
    }
}
