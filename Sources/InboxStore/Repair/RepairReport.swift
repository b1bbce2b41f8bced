/// What looking after a store's file came to.
public struct RepairReport: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case sound
        /// What is derived from messages was wrong, and has been derived anew.
        case rebuilt
        /// The file was damaged. What could be read is in a new one; the old one is kept under another name.
        case rescued(oldFile: String)
    }

    public var outcome: Outcome
    /// What was found, in words.
    public var problems: [String] = []
    /// The tables of which not everything could be read.
    public var unreadable: [String] = []
    /// What the store holds now.
    public var messages = 0
    public var drafts = 0
    /// Actions that wait to be sent or answered.
    public var actions = 0
}
