import TerminalUI

extension Command {
    /// The built-in key that boxes take for a command. A key that the user bound to the command does the same there.
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
    /// Returns the name of a command's key in boxes.
    func boxKeyName(_ command: Command) -> String {
        keyName(of: command, in: .picker) ?? command.boxKey?.description ?? ""
    }

    func boxHint(_ command: Command, _ label: String) -> StatusBar.Hint {
        StatusBar.Hint(boxKeyName(command), label, isWayBack: command == .back)
    }
}
