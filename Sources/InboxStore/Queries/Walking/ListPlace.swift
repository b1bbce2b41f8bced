/// The place of a row in an ordered list. A thread is ordered by its date and then its id; a message by its id, whose
/// upper bits are its date, so that `date` is 0.
struct ListPlace: Hashable, Comparable, Sendable {
    var date: Int64
    var id: Int64

    static func < (first: ListPlace, second: ListPlace) -> Bool { (first.date, first.id) < (second.date, second.id) }
}

/// The places of a list, read forwards in an order, each place once.
protocol OrderedPlaces: AnyObject {
    /// - Parameter start: later calls do not ask for places before it.
    /// - Returns: the first place from there on; nil when there is none.
    func first(from start: ListPlace) throws -> ListPlace?
    /// The number of rows read so far.
    var cost: Int { get }
    /// The SQL statements, for `maraca explain` and tests.
    var statements: [WalkStatement] { get }
}

/// A statement of a walk. The last of its values is a place, or a row that was found there.
struct WalkStatement {
    var sql: String
    var arguments: String
}

/// The direction of a walk.
struct WalkOrder: Sendable {
    var isAscending: Bool

    /// The place before everything.
    var start: ListPlace {
        isAscending ? ListPlace(date: .min, id: .min) : ListPlace(date: .max, id: .max)
    }

    func precedes(_ first: ListPlace, _ second: ListPlace) -> Bool { isAscending ? first < second : second < first }

    /// The nearest place before another.
    func before(_ place: ListPlace) -> ListPlace { WalkOrder(isAscending: !isAscending).behind(place) }

    /// The nearest place after another; there is none after the last id of all.
    func behind(_ place: ListPlace) -> ListPlace {
        let end: Int64 = isAscending ? .max : .min
        return ListPlace(date: place.date, id: place.id == end ? end : place.id + (isAscending ? 1 : -1))
    }
}

/// Places that were collected in advance.
final class GatheredPlaces: OrderedPlaces {
    private let places: [ListPlace]
    private let order: WalkOrder
    private var position = 0

    /// - Parameter places: in any order.
    init(_ places: [ListPlace], _ order: WalkOrder) {
        self.places = places.sorted(by: order.precedes)
        self.order = order
    }

    var cost: Int { places.count }
    var statements: [WalkStatement] { [] }

    func first(from start: ListPlace) -> ListPlace? {
        while position < places.count, order.precedes(places[position], start) { position += 1 }
        return position < places.count ? places[position] : nil
    }
}

/// The places of several lists, each place once.
final class JoinedPlaces: OrderedPlaces {
    private let parts: [any OrderedPlaces]
    private let order: WalkOrder

    init(_ parts: [any OrderedPlaces], _ order: WalkOrder) {
        self.parts = parts
        self.order = order
    }

    var cost: Int { parts.reduce(0) { $0 + $1.cost } }
    var statements: [WalkStatement] { parts.flatMap(\.statements) }

    func first(from start: ListPlace) throws -> ListPlace? {
        var nearest: ListPlace?
        for part in parts {
            guard let place = try part.first(from: start) else { continue }
            if nearest.map({ order.precedes(place, $0) }) ?? true { nearest = place }
        }
        return nearest
    }
}
