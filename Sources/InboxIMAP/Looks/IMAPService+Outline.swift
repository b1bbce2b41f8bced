import InboxModel

/// Old mail, which walks tell.
extension IMAPService {
    /// A folder with fewer messages is outlined in one go, others this many at a time.
    private static let outlinedAtOnce = 20_000

    /// Makes sure that all old mail of some folders is in the index; nil for all folders, without those that the server does not let be
    /// opened. Looks run between the steps of a large folder.
    func outline(_ folders: Set<Int64>?) async throws(RemoteError) {
        guard try await hasOldMail(folders) else { return }
        try await looks.outlining.run { () async throws(RemoteError) in
            let left = try keeper.use { try $0.folders() }.filter { folders?.contains($0.id) ?? true && $0.hasOldMail }
            _ = try await sideBySide(left) { folder throws(RemoteError) in
                do throws(RemoteError) { try await outline(folder) } catch {
                    guard folders == nil, error.nextStep == .drop else { throw error }
                }
            }
        }
    }

    private func hasOldMail(_ folders: Set<Int64>?) async throws(RemoteError) -> Bool {
        try await knownFolders().contains { folders?.contains($0.id) ?? true && $0.hasOldMail }
    }

    /// Goes from the newest messages to the oldest.
    private func outline(_ folder: IndexedFolder) async throws(RemoteError) {
        var left: UIDSet?
        var modSeq: UInt64?
        repeat {
            let step = try await looks.lock.run { () async throws(RemoteError) in
                try await outlineStep(folder, left, modSeq: modSeq)
            }
            guard let step else {
                // Its UIDs were given anew: all that is in it is news now.
                return try await look()
            }
            (left, modSeq) = (step.left, step.modSeq)
        } while left?.isEmpty == false
    }

    private struct OutlineStep: Sendable {
        var left: UIDSet
        /// The number of the newest change when the first step began: what was read is no older.
        var modSeq: UInt64
    }

    /// - Parameters:
    ///   - left: what was not read yet; nil at the beginning.
    ///   - modSeq: that of the step before.
    /// - Returns: nil if the folder is another one now.
    private func outlineStep(_ folder: IndexedFolder, _ left: UIDSet?, modSeq: UInt64?) async throws(RemoteError)
        -> OutlineStep?
    {
        try await pool.run { connection throws(RemoteError) in
            let view = try await connection.select(folder.rawName)
            guard view.uidValidity == folder.uidValidity else { return nil }
            var rest: UIDSet
            if let left {
                rest = left
            } else if view.messages < Self.outlinedAtOnce {
                rest = UIDSet(1...(folder.firstNews - 1))
            } else {
                let old = UIDSet(1...(folder.firstNews - 1))
                let there = try await connection.uids(in: folder.rawName)
                rest = there.subtracting(there.subtracting(old))
            }
            let step = view.messages < Self.outlinedAtOnce ? rest : rest.newest(Self.outlinedAtOnce)
            if !step.isEmpty {
                let outlines = try await connection.outlines(in: folder.rawName, step)
                looks.noteDeleted(outlines, in: folder)
                try keeper.use { try $0.take(outlines: outlines, in: folder.id, addsOld: true) }
            }
            rest = rest.subtracting(step)
            let first = modSeq ?? view.highestModSeq
            if rest.isEmpty { try finishOutline(of: folder, modSeq: first) }
            return OutlineStep(left: rest, modSeq: first)
        }
    }

    /// What was settled by looks stays: flags that were read now are newer, which does no harm.
    private func finishOutline(of folder: IndexedFolder, modSeq: UInt64) throws(RemoteError) {
        try keeper.use { index in
            guard let now = try index.folders().first(where: { $0.id == folder.id }),
                now.uidValidity == folder.uidValidity
            else { return }
            try index.settle(
                folder: now.id, uidNext: now.uidNext,
                highestModSeq: now.highestModSeq == 0 ? modSeq : now.highestModSeq,
                isOutlined: true)
        }
    }
}

extension IndexedFolder {
    /// Whether it may have messages that are neither news nor in the index.
    var hasOldMail: Bool { !isOutlined && firstNews > 1 }
}
