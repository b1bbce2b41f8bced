import Foundation
import InboxModel
import TerminalUI

/// What rows looked like in earlier frames, so that a frame lays out only those that changed.
struct RowPictures {
    private var pictures: [ThreadID: (row: ThreadRow, picture: Grid)] = [:]
    private var dates: [Date: String] = [:]
    /// The day that dates are as of, and whether they are short.
    private var day: Int?
    private var isNarrow = false

    private static let most = 400

    /// Dates are told anew on another day.
    mutating func begin(_ clock: WallClock, isNarrow: Bool) {
        let today = LocalDate(clock.now(), clock.calendar.timeZone).dayNumber
        if today == day, isNarrow == self.isNarrow, dates.count < 5_000 { return }
        (day, self.isNarrow) = (today, isNarrow)
        dates = [:]
    }

    mutating func date(_ date: Date, clock: WallClock) -> String {
        if let known = dates[date] { return known }
        let text = RowDate.text(date, clock: clock, isNarrow: isNarrow)
        dates[date] = text
        return text
    }

    /// - Parameter isWhole: whether the whole of the row is in sight; only then what was drawn is kept.
    mutating func draw(_ row: ThreadRow, isWhole: Bool, into part: inout Grid) {
        let id = row.thread.id
        let size = Size(width: part.width, height: part.height)
        if let known = pictures[id], known.picture.fullSize == size, known.row == row {
            return part.draw(known.picture, x: 0, y: 0)
        }
        row.draw(into: &part)
        guard isWhole else { return }
        if pictures.count >= Self.most { pictures = [:] }
        pictures[id] = (row, part.picture(of: part.bounds))
    }
}
