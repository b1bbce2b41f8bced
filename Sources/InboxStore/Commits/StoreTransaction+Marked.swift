import GRDB
import InboxModel

extension StoreTransaction {
    /// Derives anew threads in which nothing but marks changed: those that are alike are written together, and of the
    /// rest nothing is read.
    func rewriteMarks(of ids: [ThreadID]) throws {
        guard !ids.isEmpty else { return }
        struct Step: Hashable {
            var old: ThreadCounts
            var new: ThreadCounts
        }
        // A thread leaves the lists of its senders, or comes into one, with the marks that part those lists.
        let messages = try MarksTable.findListed(database, of: ids.filter(parted.contains), senders: true)
            .merging(
                try MarksTable.findListed(database, of: ids.filter { !parted.contains($0) }, senders: false)
            ) { own, _ in own }
        var steps: [Step: [ThreadID]] = [:]
        var moving: [(id: ThreadID, from: Set<Int64>, to: Set<Int64>)] = []
        for (id, counts, places) in try ThreadTable.findMarked(database, ids) {
            let own = messages[id] ?? []
            let step = Step(old: counts, new: ThreadCounts(of: own.map(\.marks)))
            var lists = Set(try ThreadListKey.keys(of: own).map(lists.id))
            if !parted.contains(id) { lists.formUnion(try places.lists.filter(self.lists.isOfSender)) }
            let moves = lists != places.lists
            if moves { moving.append((id, places.lists, lists)) }
            if moves, step.new.marksAreSame(as: step.old) {
                try ThreadTable.write(database, step.new, lists, of: id)
            } else {
                if moves { try ThreadTable.setLists(database, id, lists) }
                if step.new != step.old { steps[step, default: []].append(id) }
            }
        }
        for (step, threads) in steps { try ThreadTable.write(database, step.new, of: threads, from: step.old) }
        try lists.move(moving)
    }
}
