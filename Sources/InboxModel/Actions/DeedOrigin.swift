/// Where the user does something: a screen's undo takes back what was done on screens, not what commands did meanwhile.
public enum DeedOrigin: Sendable {
    case screen, command
}

/// The deeds that undo and redo are about, by their numbers. It is another one once anybody has done, undone or redone something.
package struct DeedMark: Hashable, Sendable {
    private let undo, redo: Int64?

    package init(undo: Int64?, redo: Int64?) {
        (self.undo, self.redo) = (undo, redo)
    }
}
