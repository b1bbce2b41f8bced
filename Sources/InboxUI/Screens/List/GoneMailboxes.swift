import InboxModel

/// Mailboxes that were deleted while a list showed them.
struct GoneMailboxes {
    /// Those that the user deleted here, and so knows of.
    private var deletedHere: Set<MailboxID> = []
    /// When another view last replaced that of a deleted mailbox.
    private var replacedAt: ContinuousClock.Instant?

    /// The time for which a key may still be meant for the rows of the deleted mailbox.
    private static let glance = Duration.milliseconds(1_500)

    mutating func delete(_ id: MailboxID) { deletedHere.insert(id) }

    /// Another view replaces that of a deleted mailbox.
    /// - Returns: Whether that is news to the user.
    mutating func replaced(_ id: MailboxID, at now: ContinuousClock.Instant = .now) -> Bool {
        replacedAt = now
        return !deletedHere.contains(id)
    }

    /// Whether the rows have just replaced those of a deleted mailbox; a key pressed now is meant for the old ones.
    func haveJustGone(at now: ContinuousClock.Instant = .now) -> Bool {
        replacedAt.map { now - $0 < Self.glance } ?? false
    }
}
