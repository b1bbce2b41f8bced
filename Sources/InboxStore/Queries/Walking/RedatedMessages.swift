import GRDB

/// Messages whose date is no longer that of their id, which a server dated anew, by date: along an index of their own.
struct RedatedMessages {
    /// All of them, where they are few; nil where they are many.
    let ids: Set<Int64>?
    private let database: Database
    private let order: WalkOrder
    private let test: PlaceTest?
    /// Those that are read already and not given out, the next one last.
    private var chunk: [ListPlace] = []
    /// Behind which the next chunk begins; nil at the end.
    private var last: ListPlace?

    private static let few = 2_000
    private static let chunkSize = 200

    /// - Parameter test: asks whether one is selected.
    init(_ database: Database, _ order: WalkOrder, after start: ListPlace?, test: SQL) throws {
        self.database = database
        self.order = order
        let statement = try database.cachedStatement(
            sql: "SELECT id FROM message INDEXED BY messageRedated WHERE receivedAt != id >> 20 LIMIT ?")
        let ids = try Int64.fetchAll(statement, arguments: [Self.few + 1])
        self.ids = ids.count > Self.few ? nil : Set(ids)
        self.test = ids.isEmpty ? nil : try PlaceTest(database, test)
        last = ids.isEmpty ? nil : start ?? order.start
    }

    /// The next one that is selected.
    mutating func next() throws -> ListPlace? {
        while true {
            while let place = chunk.popLast() {
                if try test?.passes(place) ?? false { return place }
            }
            guard let last else { return nil }
            let (sign, way) = order.isAscending ? (">", "ASC") : ("<", "DESC")
            let statement = try database.cachedStatement(
                sql: """
                    SELECT receivedAt, id FROM message INDEXED BY messageRedated
                    WHERE receivedAt != id >> 20 AND (receivedAt, id) \(sign) (?, ?)
                    ORDER BY receivedAt \(way), id \(way) LIMIT ?
                    """)
            let found = try Row.fetchAll(statement, arguments: [last.date, last.id, Self.chunkSize])
                .map { ListPlace(date: $0[0], id: $0[1]) }
            self.last = found.count < Self.chunkSize ? nil : found.last
            chunk = found.reversed()
        }
    }
}
