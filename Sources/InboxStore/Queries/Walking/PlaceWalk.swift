import GRDB
import GRDBSQLite

/// A walk over the places that are in all of several lists and pass a test. In each list it jumps to the place that it
/// found in another, so that stretches in which they have nothing in common are not read.
struct PlaceWalk {
    enum Step: Equatable {
        case found(ListPlace)
        case end
        /// So much was read that the walk should continue another time.
        case paused
    }

    let lists: [any OrderedPlaces]
    let order: WalkOrder
    private let test: PlaceTest?
    /// The place to look at next.
    private(set) var place: ListPlace
    private let last: ListPlace?

    /// - Parameter last: nothing after it is searched.
    init(
        _ lists: [any OrderedPlaces], _ order: WalkOrder, from start: ListPlace?, to last: ListPlace? = nil,
        test: PlaceTest?
    ) {
        self.lists = lists
        self.order = order
        self.test = test
        self.last = last
        place = start ?? order.start
    }

    /// In rows that were read. A test counts as several.
    var cost: Int { lists.reduce(0) { $0 + $1.cost } + (test?.count ?? 0) * 8 }

    var statements: [WalkStatement] { lists.flatMap(\.statements) + (test.map { [$0.asked] } ?? []) }

    /// Continues from a place further on.
    mutating func skip(to place: ListPlace) { self.place = place }

    /// - Parameter limit: the cost at which the walk pauses.
    mutating func next(costing limit: Int = .max) throws -> Step {
        guard let first = lists.first else { return .end }
        while true {
            guard var candidate = try first.first(from: place) else { return .end }
            var isInAll = true
            for list in lists.dropFirst() {
                guard let other = try list.first(from: candidate) else { return .end }
                if other != candidate {
                    (candidate, isInAll) = (other, false)
                    break
                }
            }
            if let last, order.precedes(last, candidate) { return .end }
            place = isInAll ? order.behind(candidate) : candidate
            if isInAll, try test?.passes(candidate) ?? true { return .found(candidate) }
            if limit != .max, cost >= limit { return .paused }
        }
    }
}

/// A test whether a row meets a condition that no list answers.
final class PlaceTest {
    let asked: WalkStatement
    private let statement: Statement
    private(set) var count = 0

    /// - Parameter condition: returns a row if the condition is met by the row whose id is bound to its last `?`.
    init(_ database: Database, _ condition: SQL) throws {
        let (text, arguments) = try condition.build(database)
        asked = WalkStatement(sql: text, arguments: arguments.description)
        statement = try database.makeStatement(sql: text)
        statement.setUncheckedArguments(arguments + [0])
    }

    func passes(_ place: ListPlace) throws -> Bool {
        count += 1
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        sqlite3_bind_int64(handle, sqlite3_bind_parameter_count(handle), place.id)
        defer { sqlite3_reset(handle) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: asked.sql)
        }
    }
}
