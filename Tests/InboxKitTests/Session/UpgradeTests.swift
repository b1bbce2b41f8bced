import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Upgrading while an older version runs")
struct UpgradeTests {
    private let folder: TemporaryFolder
    private let home: Home

    /// Creates a home of the previous version.
    init() throws {
        folder = try TemporaryFolder()
        home = Home(directory: folder.file("home"))
        try home.prepare()
        withExtendedLifetime(try Store(path: home.storePath, steps: Migration.all.dropLast())) {}
    }

    private func open() throws { _ = try session() }
    private func session() throws -> MailSession {
        try MailSession(home: home) { _, _ in ScriptedService(ModelServer()) }
    }

    private func isOld() throws -> Bool {
        let store = try Store(path: home.storePath, steps: Migration.all.dropLast())
        withExtendedLifetime(store) {}
        return true
    }

    @Test("S-11: the store is upgraded only once no older process has it open")
    func older() throws {
        var running = ProcessLock(path: home.useLockPath, isShared: true)
        #expect(throws: SessionError.store(.olderVersionRuns(path: home.storePath))) { try open() }
        #expect(try isOld(), "the older one can go on")
        withExtendedLifetime(running) {}
        running = nil
        try open()
        #expect(throws: StoreError.newerVersion(path: home.storePath)) { try isOld() }
    }

    @Test("S-11: without a lock the store is not upgraded, and the error names it")
    func noLock() throws {
        try FileManager.default.createDirectory(atPath: home.useLockPath, withIntermediateDirectories: false)
        #expect(throws: SessionError.store(.notWritable(path: home.useLockPath))) { try open() }
        #expect(try isOld(), "the older one can go on")
        try FileManager.default.removeItem(atPath: home.useLockPath)
        try open()
        #expect(throws: StoreError.newerVersion(path: home.storePath)) { try isOld() }
        // Without an upgrade step no lock is needed: the store can be read even on a full disk.
        try FileManager.default.removeItem(atPath: home.useLockPath)
        try FileManager.default.createDirectory(atPath: home.useLockPath, withIntermediateDirectories: false)
        try open()
    }

    @Test("S-11: a process that starts during an upgrade waits for it, up to its time limit")
    func meanwhile() {
        var changing = ProcessLock(path: home.useLockPath)
        let late = ProcessLock.shared(path: home.useLockPath, within: .seconds(60)) {
            #expect(changing != nil)
            changing = nil
            return true
        }
        #expect(late != nil)
        #expect(ProcessLock.shared(path: home.useLockPath, within: .zero) { true } != nil, "it is shared")
        #expect(ProcessLock(path: home.useLockPath) == nil)
    }

    @Test("S-11: of several processes starting at once, one upgrades the store, and all run")
    func many() async throws {
        try await withThrowingTaskGroup(of: MailSession.self) { group in
            for _ in 0..<4 { group.addTask { try session() } }
            var running: [MailSession] = []
            for try await session in group { running.append(session) }
            #expect(running.count == 4)
        }
        #expect(ProcessLock(path: home.useLockPath) != nil, "and nothing stays locked")
    }
}
