import TerminalUI

/// The reference of the keys, generated from the tables that look them up.
extension KeyMap {
    /// A command of a screen with its keys, for programs.
    package struct Entry: Encodable {
        package var screen: String
        /// Hints show the first one; empty for a command that only the palette has.
        package var keys: [String]
        /// The name of the command in `keys` of `config.json`.
        package var command: String
        package var meaning: String
    }

    package var entries: [Entry] {
        KeyContext.allCases.flatMap { context in
            allCommands(in: context).map { command in
                let keys = sequences(of: command, in: context).filter {
                    !context.takesText || !$0.isWriting
                }
                return Entry(
                    screen: context.rawValue, keys: keys.map(\.description), command: command.rawValue,
                    meaning: CommandTable.title(of: command, in: context))
            }
                + ownKeys(in: context).map {
                    Entry(
                        screen: context.rawValue, keys: [$0.sequence.description], command: $0.own.name,
                        meaning: $0.own.title)
                }
        }
    }

    /// The reference in Markdown: `docs/keys.md` has it for the built-in keys, `maraca settings --keys` prints it for those in use.
    package var reference: String {
        let screens = Dictionary(grouping: entries, by: \.screen)
        let sections = KeyContext.allCases.map { context in
            let rows = (screens[context.rawValue] ?? []).map { entry in
                let keys = entry.keys.map(Self.code).joined(separator: " ")
                let cells = [keys.isEmpty ? "palette" : keys, Self.cell(entry.meaning), Self.code(entry.command)]
                return "| \(cells.joined(separator: " | ")) |"
            }
            return (["## \(Self.heading(context))", "", "| keys | what | name |", "| --- | --- | --- |"] + rows)
                .joined(separator: "\n")
        }
        return ([Self.head] + sections + [Self.textKeys]).joined(separator: "\n\n") + "\n"
    }

    private static let head = """
        # Keys

        The keys of each screen, and the names by which `keys` in `config.json` binds others (`"archive": ["y"]` on every
        screen that has it, `"list.archive"` on one; see [`keys`](settings.md#keys)). Commands without a key are in the
        palette (`:`). A number before a key that moves says how often it is to move (`3j`), before one for an end or one that
        opens (`5G`, `5` `Enter`) which row, message or link is meant, and in a list, before a key that acts, on how many rows (`3e`).

        `?` shows the keys of the screen that you are on; where letters are text, `F1` does. This page is what
        `maraca settings --keys` prints as long as `config.json` changes no keys.
        """

    private static var textKeys: String {
        let rows = HelpScreen.textKeys.entries.map { entry in
            let keys = entry.keys.split(separator: " ").map { code(String($0)) }.joined(separator: " ")
            return "| \(keys) | \(cell(entry.title)) |"
        }
        let head = [
            "## Wherever text is typed", "",
            "These keys can't be changed, nor can `Left`, `Right`, `Home`, `End`, `Backspace` and `Del`.", "",
            "| keys | what |", "| --- | --- |",
        ]
        return (head + rows).joined(separator: "\n")
    }

    private static func heading(_ context: KeyContext) -> String {
        let title =
            switch context {
            case .list: "A list of mail"
            case .search: "The search line"
            case .drawer: "The drawer"
            case .thread: "A thread"
            case .reader: "One part, file or source"
            case .compose: "Writing"
            case .deck: "The shake deck"
            case .outbox: "The outbox"
            case .contacts: "Contacts"
            case .jobs: "What runs in the background"
            case .picker: "Boxes"
            case .login: "Signing in"
            case .help: "Help"
            }
        return "\(title) (`\(context.rawValue)`)"
    }

    private static func code(_ text: String) -> String {
        text.contains("`") ? "`` \(cell(text)) ``" : "`\(cell(text))`"
    }

    /// A bar would end the cell.
    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
