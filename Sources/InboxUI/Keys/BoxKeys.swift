import TerminalUI

extension Command {
    /// What boxes take by themselves for a command: a key that the user bound to it does the same there.
    var boxKey: Key? {
        switch self {
        case .open: .enter
        case .down: .down
        case .up: .up
        case .complete: .tab
        case .completeBack: .backTab
        case .send: .ctrl("s")
        default: nil
        }
    }
}

extension Surroundings {
    /// The key of a command as boxes name it.
    func boxKeyName(_ command: Command) -> String {
        keyName(of: command, in: .picker) ?? command.boxKey?.description ?? ""
    }

    func boxHint(_ command: Command, _ label: String) -> StatusBar.Hint { StatusBar.Hint(boxKeyName(command), label) }
}
