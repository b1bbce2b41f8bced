import Foundation
import InboxModel
import MailContent
import TerminalUI

/// What rows looked like in earlier frames, so that a frame lays out only those that changed.
struct RowPictures {
    /// What rows of a frame look like by, besides selection and marks. While it is as it was, so are they.
    struct Shared: Equatable {
        /// How often rows came from the provider, and answers from servers.
        var timesTaken: Int
        var answers: Int
        var own: [String]
        var accountMarks: [AccountID: AccountMark]
        var isOutgoing: Bool
        var matches: SoughtWords
        /// Junk and trash, by their names, where rows of all mailboxes are shown.
        var thrownAway: [MailboxID: String] = [:]
        /// Mailboxes that rows name where there is room.
        var labels: [MailboxID: String] = [:]
        var lastVisit: Date?
        /// The day that dates are as of, and whether they are short.
        var day: Int
        var isNarrow: Bool
        /// Whether a heading tells the day, so that rows tell the time.
        var isBelowDay = false
        var outgoing = OutgoingMail()
        /// Whom a sender may pretend to be.
        var known = KnownPeople()

        /// What a row says in place of its date. That something is sent in a moment is told only where such mail is looked for.
        func outgoing(of row: RowID, _ thread: ThreadID) -> OutgoingMail.State? {
            let state =
                switch row {
                case .thread: outgoing.threads[thread]
                case .message(let id): outgoing.messages[id]
                }
            switch state {
            case .queued, .sending, .held: return isOutgoing ? state : nil
            case .leaves, .notSent, .mayHaveBeenSent, .sentYetDraft, nil: return state
            }
        }
    }

    /// What one row looks like by.
    private struct Look: Equatable {
        var version: Int
        var size: Size
        var isMarked: Bool
    }

    /// A row is kept both ways: the selection goes over many and comes back.
    private struct Key: Hashable {
        var row: RowID
        var isSelected: Bool
    }

    private final class Picture {
        let row: ThreadRow
        let grid: Grid
        var look: Look

        init(row: ThreadRow, grid: Grid, look: Look) {
            (self.row, self.grid, self.look) = (row, grid, look)
        }
    }

    private var pictures: [Key: Picture] = [:]
    /// Those from before there were too many: what is shown again comes back from here, the rest goes with the next ones.
    private var older: [Key: Picture] = [:]
    private var dates: [Date: String] = [:]
    private(set) var shared: Shared?
    /// Grows with each change of what rows share.
    private var version = 0

    private static let most = 400

    /// Dates are told anew on another day.
    mutating func begin(_ new: Shared) {
        guard new != shared else { return }
        let isAlike =
            new.day == shared?.day && new.isNarrow == shared?.isNarrow && new.isBelowDay == shared?.isBelowDay
        if !isAlike || dates.count > 5_000 { dates = [:] }
        shared = new
        version += 1
    }

    mutating func date(_ date: Date, clock: WallClock) -> String {
        if let known = dates[date] { return known }
        let text =
            shared?.isBelowDay == true
            ? clock.time(minute: LocalDate(date, clock.calendar.timeZone).minute)
            : RowDate.text(date, clock: clock, isNarrow: shared?.isNarrow ?? false)
        dates[date] = text
        return text
    }

    /// Draws a row as in the frame before; false when it may look otherwise by now.
    mutating func drawAsBefore(_ id: RowID, isSelected: Bool, isMarked: Bool, into part: inout Grid) -> Bool {
        let look = Look(version: version, size: part.size, isMarked: isMarked)
        guard let known = picture(Key(row: id, isSelected: isSelected)), known.look == look else { return false }
        part.draw(known.grid, x: 0, y: 0)
        return true
    }

    /// Whether it would be drawn as before.
    func isKept(_ id: RowID, isSelected: Bool, isMarked: Bool, _ size: Size) -> Bool {
        let key = Key(row: id, isSelected: isSelected)
        let look = Look(version: version, size: size, isMarked: isMarked)
        return (pictures[key] ?? older[key])?.look == look
    }

    private mutating func picture(_ key: Key) -> Picture? {
        if let known = pictures[key] { return known }
        guard let known = older[key] else { return nil }
        keep(known, key)
        return known
    }

    private mutating func keep(_ picture: Picture, _ key: Key) {
        if pictures.count >= Self.most { (older, pictures) = (pictures, [:]) }
        pictures[key] = picture
    }

    /// - Parameter isWhole: whether the whole of the row is in sight; only then what was drawn is kept.
    mutating func draw(_ row: ThreadRow, of id: RowID, isWhole: Bool, into part: inout Grid) {
        let key = Key(row: id, isSelected: row.isSelected)
        let look = Look(version: version, size: part.size, isMarked: row.isMarked)
        if let known = picture(key), known.grid.fullSize == part.size, known.row == row {
            known.look = look
            return part.draw(known.grid, x: 0, y: 0)
        }
        row.draw(into: &part)
        // Neither while it slides in from beyond an edge.
        guard isWhole, part.isInSight else { return }
        keep(Picture(row: row, grid: part.picture(of: part.bounds), look: look), key)
    }
}
