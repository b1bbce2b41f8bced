import Foundation
import GRDB
import InboxModel

/// A check of a store's file, which is repaired as far as possible. No other process may use the file meanwhile.
package struct StoreRepair: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    /// Checks and repairs.
    /// - Throws: `newerVersion` when a newer Maraca wrote the file, which is not touched; `diskFull`, `notWritable`.
    package func run() throws(StoreError) -> RepairReport {
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
            return ["the file is damaged"]
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
    private static let most = 20

    static func problems(_ database: Database) throws -> [String] {
        // SQLite writes for programmers, and several lines in one row.
        let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(\(most))")
            .flatMap { $0.split(separator: "\n") }.filter { $0 != "ok" && !$0.hasPrefix("*** in database") }
        let foreign = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
        return (found.isEmpty ? [] : [damage(places: found.count)])
            + (foreign == 0 ? [] : ["\(foreign) rows refer to something that is gone"])
    }

    private static func damage(places: Int) -> String {
        if places == 1 { return "the file is damaged in one place" }
        return places < most
            ? "the file is damaged in \(places) places" : "the file is damaged in \(places) places or more"
    }
}
