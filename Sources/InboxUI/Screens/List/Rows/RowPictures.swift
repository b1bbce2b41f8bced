import Foundation
import InboxModel
import MailContent
import TerminalUI

/// The pictures of rows from earlier frames, so that a frame lays out only the rows that changed.
struct RowPictures {
    /// All that the look of rows depends on besides selection and marks. While it is unchanged, so are the rows.
    struct Shared: Equatable {
        /// How often rows came from the provider, and answers from servers.
        var timesTaken: Int
        var answers: Int
        var own: [String]
        var accountMarks: [AccountID: AccountMark]
        var isOutgoing: Bool
        var matches: SoughtWords
        /// Junk and trash, by name, where rows of all mailboxes are shown.
        var thrownAway: [MailboxID: String] = [:]
        /// The mailboxes that rows name if there is room.
        var labels: [MailboxID: String] = [:]
        /// Whether rows name tags.
        var hasTags = true
        var lastVisit: Date?
        /// The current day, which dates are relative to, and whether dates are short.
        var day: Int
        var isNarrow: Bool
        /// Whether a heading shows the day, so that rows show only the time.
        var isBelowDay = false
        var zone = TimeZone.gmt
        /// How the settings have dates and times written.
        var hasISODates = false
        var hasTwelveHours = false
        var outgoing = OutgoingMail()
        /// The people whom a sender may imitate.
        var known = KnownPeople()
        /// The user's styles for rows, resolved.
        var styles: [RowStyle] = []

        /// Whether dates are written alike in both.
        func hasDates(as other: Shared) -> Bool {
            day == other.day && zone == other.zone && isNarrow == other.isNarrow && isBelowDay == other.isBelowDay
                && hasISODates == other.hasISODates && hasTwelveHours == other.hasTwelveHours
        }

        /// Returns the state shown in place of a row's date. Mail that is sent soon shows it only in views of outgoing mail.
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

        /// Returns the style that the user gave rows like this one: of those that fit, the first.
        func style(of row: MailThread) -> Style? { styles.first { $0.predicate.matches(row: row) }?.style }

        /// Whether a thread has a begun reply. Until a message has left it is a draft, too, but the user has finished it.
        func hasDraft(_ thread: MailThread) -> Bool {
            thread.draftCount > 0 && thread.messageCount > 0 && outgoing.threads[thread.id] == nil
        }
    }

    /// What the look of a single row depends on.
    private struct Look: Equatable {
        var version: Int
        var size: Size
        var isMarked: Bool
    }

    /// A row is kept both selected and not, as the selection passes over many rows and comes back.
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
    /// The previous generation of pictures: those shown again are taken from here, the others go with the next generation.
    private var older: [Key: Picture] = [:]
    private var dates: [Date: String] = [:]
    private(set) var shared: Shared?
    /// Incremented with each change of `shared`.
    private var version = 0

    private static let most = 400

    /// Starts a frame. Clears the texts of dates when they would be written differently.
    mutating func begin(_ new: Shared) {
        guard new != shared else { return }
        if shared?.hasDates(as: new) != true || dates.count > 5_000 { dates = [:] }
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

    /// Draws a row as in an earlier frame; returns false if it may look different now.
    mutating func drawAsBefore(_ id: RowID, isSelected: Bool, isMarked: Bool, into part: inout Grid) -> Bool {
        let look = Look(version: version, size: part.size, isMarked: isMarked)
        guard let known = picture(Key(row: id, isSelected: isSelected)), known.look == look else { return false }
        part.draw(known.grid, x: 0, y: 0)
        return true
    }

    /// Whether a row would be drawn from its earlier picture.
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

    /// - Parameter isWhole: Whether the whole row is visible; only then is its picture kept.
    mutating func draw(_ row: ThreadRow, of id: RowID, isWhole: Bool, into part: inout Grid) {
        let key = Key(row: id, isSelected: row.isSelected)
        let look = Look(version: version, size: part.size, isMarked: row.isMarked)
        if let known = picture(key), known.grid.fullSize == part.size, known.row == row {
            known.look = look
            return part.draw(known.grid, x: 0, y: 0)
        }
        row.draw(into: &part)
        // A row that slides in from beyond an edge is not whole either.
        guard isWhole, part.isInSight else { return }
        keep(Picture(row: row, grid: part.picture(of: part.bounds), look: look), key)
    }
}
