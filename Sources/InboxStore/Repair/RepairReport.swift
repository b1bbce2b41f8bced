/// The result of checking and repairing a store's file.
public struct RepairReport: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case sound
        /// Data that is derived from messages was wrong, and was derived again.
        case rebuilt
        /// The file was damaged. What could be read is in a new one; the old one is kept under another name.
        case rescued(oldFile: String)
    }

    public var outcome: Outcome
    /// The problems that were found, in words.
    public var problems: [String] = []
    /// The tables that could not be read completely.
    public var unreadable: [String] = []
    /// What the store holds now.
    public var messages = 0
    public var drafts = 0
    /// Actions that wait to be sent or answered.
    public var actions = 0

    /// The table of what waits to be sent or answered.
    static let queue = "action"

    /// Whether actions may be lost, so that nothing else tells the user of them.
    public var mayLackActions: Bool { unreadable.contains(Self.queue) }
}
