import GRDB
import InboxModel

extension StoreTransaction {
    /// Updates threads in which only marks changed. Threads that are alike are derived once and written together, and
    /// nothing else of them is read.
    func rewriteMarks(of ids: [ThreadID]) throws {
        guard !ids.isEmpty else { return }
        var listed = ListedThreads()
        // A thread enters or leaves the lists of its senders only with the marks that separate these lists.
        try listed.read(database, ids.filter(parted.contains), senders: true)
        try listed.read(database, ids.filter { !parted.contains($0) }, senders: false)
        var derived = DerivedMarks(of: listed, lists)
        var shown = ShownMarks()
        var alike: [ThreadStep: Alike] = [:]
        var moving: [ThreadListWriter.Move] = []
        let rows = try shown.read(database, ids)
        try lists.learnSenders(among: rows.lazy.filter { [parted] in !parted.contains($0.id) }.flatMap(\.lists))
        for row in rows {
            let new = try derived.number(of: row.id)
            var own = derived.lists[new]
            if !parted.contains(row.id) { own.merge(try row.lists.filter(lists.isOfSender)) }
            let step = ThreadStep(old: row.counts, new: new)
            if own != row.lists {
                moving.append(.init(thread: row.id, lastDate: row.lastDate, from: row.lists, to: own))
                alike[step, default: Alike()].lists.append((row.id, own))
            } else if derived.counts[new] == shown.counts[row.counts] {
                continue
            }
            alike[step, default: Alike()].threads.append(row.id)
        }
        for (step, alike) in alike {
            try ThreadTable.write(
                database, derived.counts[step.new], of: alike.threads, from: shown.counts[step.old],
                changing: alike.lists)
        }
        try lists.move(moving)
    }

    /// The change to a thread's row, as numbers that are fast to compare.
    private struct ThreadStep: Hashable {
        var old: Int
        var new: Int
    }

    /// Threads whose rows change in the same way.
    private struct Alike {
        var threads: [ThreadID] = []
        /// Those of them that also change their lists.
        var lists: [(thread: ThreadID, lists: [Int64])] = []
    }
}

/// The counts and lists of threads, derived once for all threads whose messages are alike.
private struct DerivedMarks {
    private let listed: ListedThreads
    private let writer: ThreadListWriter
    private var numbers: [[Int]: Int] = [:]
    private(set) var counts: [ThreadCounts] = []
    /// In ascending order.
    private(set) var lists: [[Int64]] = []

    init(of listed: ListedThreads, _ writer: ThreadListWriter) {
        self.listed = listed
        self.writer = writer
    }

    /// The index of a thread's entry in `counts` and `lists`.
    mutating func number(of thread: ThreadID) throws -> Int {
        let kinds = listed.threads[thread] ?? []
        if let known = numbers[kinds] { return known }
        let messages = kinds.map { listed.kinds[$0] }
        counts.append(ThreadCounts(of: messages.map(\.marks)))
        lists.append(try writer.lists(of: messages).sorted())
        numbers[kinds] = counts.count - 1
        return counts.count - 1
    }
}

extension [Int64] {
    /// Merges in another array; both are in ascending order.
    fileprivate mutating func merge(_ others: [Int64]) {
        guard !others.isEmpty else { return }
        self = Set(self).union(others).sorted()
    }
}
