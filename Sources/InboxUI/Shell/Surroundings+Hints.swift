import TerminalUI

extension Surroundings {
    /// Returns the bottom-line hints for commands, without those that have no key here.
    func hints(_ commands: [Command], in context: KeyContext) -> [StatusBar.Hint] {
        commands.compactMap { command in
            CommandTable.hint(of: command, in: context).flatMap { hint(command, $0, in: context) }
        }
    }

    /// Returns the bottom-line hint for a command, in words for the occasion; nil where it has no key here.
    func hint(_ command: Command, _ label: String, in context: KeyContext) -> StatusBar.Hint? {
        keyName(of: command, in: context).map { StatusBar.Hint($0, label, isWayBack: command == .back) }
    }

    /// Returns the hints for the last line of a text over the screen beneath.
    func readingHints(finds: Bool = false) -> [StatusBar.Hint] {
        func key(_ command: Command) -> String { keyName(of: command, in: .help) ?? "" }
        let find = finds ? [StatusBar.Hint(key(.search), "find")] : []
        return [StatusBar.Hint(key(.back), "close", isWayBack: true)] + find
            + [StatusBar.Hint("\(key(.down)) \(key(.up))", "scroll")]
    }
}
