import Foundation
import GRDB
import InboxModel

/// A check of a store's file, which is repaired as far as possible. No other process may use the file meanwhile.
public struct StoreRepair: Sendable {
    let path: String

    public init(path: String) { self.path = path }

    /// Checks and repairs.
    /// - Throws: `newerVersion` when a newer Maraca wrote the file, which is not touched; `diskFull`, `notWritable`.
    public func run() throws(StoreError) -> RepairReport {
        do {
            guard FileManager.default.fileExists(atPath: path) else { return RepairReport(outcome: .sound) }
            try FileExchange(path: path).takeBack()
            var problems = try fileProblems()
            if problems.isEmpty {
                do {
                    return try rebuild()
                } catch let error as StoreError where error == .corrupt(path: path) {
                    problems = ["The file is damaged where its checks do not look."]
                }
            }
            var report = try StoreRescue(path: path).run()
            report.problems = problems
            return try counted(report)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// The problems that SQLite finds in the file. Nothing is written.
    private func fileProblems() throws -> [String] {
        try StoreFile(path: path, migrator: Migrator(steps: Migration.all)).refuseNewer()
        var configuration = StoreFile.configuration()
        configuration.readonly = true
        do {
            let file = try DatabaseQueue(path: path, configuration: configuration)
            return try file.read(FileCheck.problems)
        } catch let error as DatabaseError where StoreError(error, path: path) == .corrupt(path: path) {
            return [error.message ?? "The file is damaged."]
        }
    }

    private func rebuild() throws -> RepairReport {
        let store = try Store(path: path)
        let problems = try store.writeNow { try $0.rebuildWhereWrong() }
        return try counted(RepairReport(outcome: problems.isEmpty ? .sound : .rebuilt, problems: problems))
    }

    private func counted(_ report: RepairReport) throws -> RepairReport {
        var report = report
        try Store(path: path).read { reader in
            let drafts = MessageQuery(predicate: .keyword(.draft), sort: .newestFirst)
            report.messages = try reader.count(MessageQuery(predicate: .everything, sort: .newestFirst))
            report.drafts = try reader.count(drafts)
            report.actions = try reader.actions().count
        }
        return report
    }
}

/// SQLite's own checks of a file.
enum FileCheck {
    static func problems(_ database: Database) throws -> [String] {
        let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
        let foreign = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
        return found + (foreign == 0 ? [] : ["\(foreign) rows refer to something that is gone"])
    }
}
