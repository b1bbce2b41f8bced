import GRDB
import InboxModel

/// Reading the thread lists, which are kept in order.
enum ThreadListTable {
    struct List {
        var id: Int64
        /// The number of threads in the list.
        var threads: Int
    }

    /// Returns a list; nil when no thread is in it.
    static func find(_ database: Database, _ key: ThreadListKey) throws -> List? {
        let fact = key.fact.columns
        let statement = try database.cachedStatement(
            sql: "SELECT id, threads FROM threadList WHERE fact = ? AND value = ? AND marks = ?")
        return try Row.fetchOne(statement, arguments: [fact.name, fact.value, key.marks.rawValue]).map {
            List(id: $0[0], threads: $0[1])
        }
    }
}

/// The writer of the thread lists: it collects the changes of one transaction to the lists and to their lengths.
final class ThreadListWriter {
    private let database: Database
    private var ids: [ThreadListKey: Int64] = [:]
    private var growth: [Int64: Int] = [:]
    private var spans: [Span: Int] = [:]
    /// The places of new threads that are not written yet.
    private var coming: [Place] = []
    /// Whether a list is a sender's.
    private var ofSenders: [Int64: Bool] = [:]
    /// The lists of messages with the same marks, without those of senders. Most mail differs in its senders alone.
    private var ofMarks: [Marked: Set<Int64>] = [:]

    init(_ database: Database) { self.database = database }

    private struct Place {
        var list: Int64
        var lastDate: Int64
        var thread: Int64

        /// The order of the table.
        static func precedes(_ one: Place, _ other: Place) -> Bool {
            (one.list, one.lastDate, one.thread) < (other.list, other.lastDate, other.thread)
        }
    }

    private struct Marked: Hashable {
        var account: AccountID
        var marks: MessageMarks
    }

    private struct Span: Hashable {
        var list: Int64
        var span: Int64
    }

    /// The places of a thread: its lists, and the date that orders it in them.
    struct Places: Equatable {
        var lists: Set<Int64> = []
        var lastDate: Int64 = 0
    }

    /// The lists of a thread with these messages.
    func lists(of messages: [ListedMessage]) throws -> Set<Int64> {
        var found: Set<Int64> = []
        for message in messages {
            let alike = try lists(of: Marked(account: message.account, marks: message.marks))
            if found.isEmpty { found = alike } else { found.formUnion(alike) }
            for sender in message.senders {
                for key in ThreadListKey.keys(ofSender: sender, message.marks) { found.insert(try id(key)) }
            }
        }
        return found
    }

    private func lists(of marked: Marked) throws -> Set<Int64> {
        if let known = ofMarks[marked] { return known }
        let found = Set(try ThreadListKey.keys(of: marked.marks, account: marked.account).map(id))
        ofMarks[marked] = found
        return found
    }

    private func id(_ key: ThreadListKey) throws -> Int64 {
        if let known = ids[key] { return known }
        let fact = key.fact.columns
        let found = try database.number(
            "SELECT id FROM threadList WHERE fact = ? AND value = ? AND marks = ?", fact.name, fact.value,
            key.marks.rawValue)
        let id = try found ?? make(key)
        ids[key] = id
        ofSenders[id] = fact.name == ThreadListKey.Fact.senderName
        return id
    }

    /// Finds out for many lists at once which are senders'.
    func learnSenders(among lists: some Sequence<Int64>) throws {
        let unknown = Set(lists).subtracting(ofSenders.keys)
        guard !unknown.isEmpty else { return }
        try database.forEachRow(
            "SELECT id, fact = ? FROM threadList WHERE id IN (SELECT value FROM json_each(?))",
            ThreadListKey.Fact.senderName, "[" + RowCoding.joined(unknown, by: ",") + "]"
        ) { ofSenders[$0[0]] = $0[1] }
    }

    func isOfSender(_ list: Int64) throws -> Bool {
        if ofSenders[list] == nil { try learnSenders(among: [list]) }
        return ofSenders[list] ?? false
    }

    private func make(_ key: ThreadListKey) throws -> Int64 {
        let fact = key.fact.columns
        try database.run(
            "INSERT INTO threadList (fact, value, marks) VALUES (?, ?, ?)", fact.name, fact.value, key.marks.rawValue)
        return database.lastInsertedRowID
    }

    /// Gives a thread its first places. `flush` writes them, at the latest before anyone reads the lists or changes them otherwise.
    func place(_ thread: Int64, in places: Places) throws {
        for list in places.lists { coming.append(Place(list: list, lastDate: places.lastDate, thread: thread)) }
    }

    /// Writes the places of new threads in the table's order, several per statement: a one-row statement spends most of its time on
    /// its start and end.
    func flush() throws {
        guard !coming.isEmpty else { return }
        coming.sort(by: Place.precedes)
        let places = coming
        coming = []
        try growLists(by: places)
        var values: [Int64] = []
        var rest = places[...]
        while !rest.isEmpty {
            let isMany = rest.count >= Self.several
            let next = rest.prefix(isMany ? Self.several : 1)
            values.removeAll(keepingCapacity: true)
            for place in next {
                values.append(place.list)
                values.append(place.lastDate)
                values.append(place.thread)
            }
            try database.run(isMany ? Self.insertSeveral : Self.insert, all: values)
            rest = rest[next.endIndex...]
        }
    }

    /// Counts places, which are sorted, once for each list and span.
    private func growLists(by places: [Place]) throws {
        var rest = places[...]
        while let first = rest.first {
            let span = ThreadListSpan.of(first.lastDate)
            let alike = rest.prefix { $0.list == first.list && ThreadListSpan.of($0.lastDate) == span }
            try grow(first.list, by: alike.count, at: first.lastDate)
            rest = rest[alike.endIndex...]
        }
    }

    func move(_ thread: Int64, from old: Places, to new: Places) throws {
        guard old != new else { return }
        try flush()
        let moves = old.lastDate != new.lastDate
        for list in moves ? old.lists : old.lists.subtracting(new.lists) {
            try database.run(Self.delete, list, old.lastDate, thread)
            try grow(list, by: -1, at: old.lastDate)
        }
        for list in moves ? new.lists : new.lists.subtracting(old.lists) {
            try database.run(Self.insert, list, new.lastDate, thread)
            try grow(list, by: 1, at: new.lastDate)
        }
    }

    private func grow(_ list: Int64, by count: Int, at date: Int64) throws {
        growth[list, default: 0] += count
        guard try !isOfSender(list) else { return }
        spans[Span(list: list, span: ThreadListSpan.of(date)), default: 0] += count
    }

    /// A thread that keeps its date.
    struct Move {
        var thread: ThreadID
        var lastDate: Int64
        var from: [Int64]
        var to: [Int64]
    }

    /// `move` for threads whose dates do not change.
    func move(_ threads: [Move]) throws {
        try flush()
        var (leaving, coming): ([Int64: [ThreadID]], [Int64: [ThreadID]]) = ([:], [:])
        for thread in threads {
            // A thread is in only a handful of lists.
            for list in thread.from where !thread.to.contains(list) {
                leaving[list, default: []].append(thread.thread)
                try grow(list, by: -1, at: thread.lastDate)
            }
            for list in thread.to where !thread.from.contains(list) {
                coming[list, default: []].append(thread.thread)
                try grow(list, by: 1, at: thread.lastDate)
            }
        }
        for (list, ids) in leaving { try database.run(Self.deleteAll, list, IDList(ids)) }
        for (list, ids) in coming { try database.run(Self.insertAll, list, IDList(ids)) }
    }

    private static let insertAll = """
        INSERT INTO threadListRow (list, lastDate, thread) \
        SELECT ?, lastDate, id FROM thread WHERE id IN (SELECT value FROM json_each(?))
        """
    private static let deleteAll = """
        DELETE FROM threadListRow WHERE list = ? AND (lastDate, thread) IN \
        (SELECT lastDate, id FROM thread WHERE id IN (SELECT value FROM json_each(?)))
        """
    private static let delete = "DELETE FROM threadListRow WHERE list = ? AND lastDate = ? AND thread = ?"
    private static let insert = "INSERT INTO threadListRow (list, lastDate, thread) VALUES (?, ?, ?)"
    private static let several = 50
    private static let insertSeveral = insert + String(repeating: ", (?, ?, ?)", count: several - 1)

    /// Deletes every list.
    func clear() throws {
        try database.execute(sql: "DELETE FROM threadListRow; DELETE FROM threadListSpan; DELETE FROM threadList")
        ids = [:]
        growth = [:]
        spans = [:]
        ofSenders = [:]
        ofMarks = [:]
        coming = []
    }

    /// Updates the counts and deletes empty lists, whose names hold addresses of deleted mail.
    func finish() throws {
        try flush()
        for (list, growth) in growth where growth != 0 {
            try database.run("UPDATE threadList SET threads = threads + ? WHERE id = ?", growth, list)
            if growth < 0 {
                try database.run("DELETE FROM threadList WHERE id = ? AND threads = 0", list)
            }
        }
        growth = [:]
        for (place, growth) in spans where growth != 0 {
            try database.run(Self.growSpan, place.list, place.span, growth)
            if growth < 0 { try database.run(Self.deleteSpan, place.list, place.span) }
        }
        spans = [:]
    }

    private static let growSpan = """
        INSERT INTO threadListSpan (list, span, threads) VALUES (?, ?, ?) \
        ON CONFLICT (list, span) DO UPDATE SET threads = threads + excluded.threads
        """
    private static let deleteSpan = "DELETE FROM threadListSpan WHERE list = ? AND span = ? AND threads = 0"
}
