import GRDB

/// Messages whose date no longer matches their id, because a server changed it: by date, along an index of their own.
struct RedatedMessages {
    /// The ids of all of them, if they are few; else nil.
    let ids: Set<Int64>?
    private let database: Database
    private let order: WalkOrder
    private let test: PlaceTest?
    /// Places that were read and not returned yet, the next one last.
    private var chunk: [ListPlace] = []
    /// The place after which the next chunk begins; nil at the end.
    private var last: ListPlace?

    private static let few = 2_000
    private static let chunkSize = 200

    /// - Parameter test: checks whether a message is selected.
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

    /// All messages that are selected, if they are few: their places by date.
    func selected() throws -> [ListPlace] {
        guard let ids, !ids.isEmpty else { return [] }
        let statement = try database.cachedStatement(
            sql: "SELECT receivedAt, id FROM message INDEXED BY messageRedated WHERE receivedAt != id >> 20")
        return try Row.fetchAll(statement).map { ListPlace(date: $0[0], id: $0[1]) }
            .filter { try test?.passes($0) ?? false }
    }

    /// Returns the next message that is selected.
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
