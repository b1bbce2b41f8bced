import TerminalUI

extension TextView {
    /// Scrolls by a command. Returns false for other commands.
    mutating func perform(_ command: Command) -> Bool {
        switch command {
        case .down: scroll(by: 1)
        case .up: scroll(by: -1)
        case .halfDown: scrollPages(0.5)
        case .halfUp: scrollPages(-0.5)
        case .pageDown, .pageOn: scrollPages(1)
        case .pageUp: scrollPages(-1)
        case .top: scroll(to: 0)
        case .bottom: scroll(to: lines.count)
        default: return false
        }
        return true
    }
}
