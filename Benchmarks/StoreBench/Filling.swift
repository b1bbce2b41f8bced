import Foundation
import InboxModel
import InboxStore

/// Fills a store page by page from new to old, with one transaction per page, like a first sync.
struct Filling {
    let path: String
    let threads: Int
    /// About as many messages as a first sync writes per transaction.
    private static let page = 2_500

    func run() throws -> [ReportLine] {
        let store = try Store(path: path)
        let account = try store.writeNow { transaction in
            let account = try transaction.add(
                Account(
                    id: AccountID(0), address: "ann@example.test", name: "Ann", dialect: .inbox,
                    url: "http://127.0.0.1:1", userName: "ann", hasLabels: true))
            for mailbox in InventedMail.mailboxes { try transaction.save(mailbox, account: account) }
            return account
        }
        let mail = InventedMail(threads: threads)
        let clock = ContinuousClock()
        var spent = Duration.zero
        var count = 0
        for start in stride(from: 0, to: threads, by: Self.page) {
            let page = (start..<min(threads, start + Self.page)).flatMap(mail.thread).inWritingOrder
            count += page.count
            spent += try clock.measure {
                try store.writeNow(waitsForDisk: false) { transaction in
                    try transaction.receive(page.map { ($0, nil) }, account: account)
                    try transaction.setSyncState("\(start)", key: "threads", account: account)
                }
                var fewest = StoreTransaction.partsWhileFilling
                while try store.writeNow(waitsForDisk: false, { try $0.mergeWords(from: fewest) }) { fewest = 0 }
            }
        }
        let seconds = spent.milliseconds / 1_000
        let merging = try clock.measure {
            while try store.writeNow(waitsForDisk: false, { try $0.mergeWords() }) {}
        }
        let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0) / 1_048_576
        return [
            ReportLine("messages", Double(count), "count"),
            ReportLine("first sync, rows written", Double(count) / seconds, "messages/s"),
            ReportLine("then merging the index of words", merging.milliseconds / 1_000, "s"),
            ReportLine("file", Double(size), "MB"),
        ]
    }
}
