import InboxModel

/// The commands that change messages, each with what it means for the index.
extension IMAPService {
    /// - Returns: why it was not done for some messages, though the server did not refuse it.
    func perform(_ work: UpdatePlan.Work, _ targets: [UpdatePlan.Target], _ places: UpdatePlan.Places)
        async throws(RemoteError) -> [RemoteID: RemoteError]
    {
        let uids = UIDSet(targets.map(\.uid))
        func folder(_ id: Int64) throws(RemoteError) -> IndexedFolder {
            guard let folder = places.folders[id] else { throw Self.changed }
            return folder
        }
        switch work {
        case .store(let id, let add, let remove):
            let missing = try await store(uids, in: try folder(id), add: add, remove: remove)
            let moved = targets.filter { missing.contains($0.uid) }.map(\.message)
            return Dictionary(moved.map { ($0, Self.changed) }, uniquingKeysWith: { $1 })
        case .copy(let source, let target):
            return try await copy(targets, from: try folder(source), to: try folder(target)).failures
        case .move(let source, let target):
            return try await move(targets, from: try folder(source), to: try folder(target))
        case .delete(let id):
            try await delete(uids, in: try folder(id))
            return [:]
        case .forget(let id):
            note([id]) { try $0.remove(uids, in: id) }
            return [:]
        }
    }

    /// Sets and removes flags. Of UIDs that are not there a server says nothing (RFC 9051 §6.4.9), so that it is asked what it has then.
    /// - Returns: the UIDs that are not there.
    private func store(_ uids: UIDSet, in folder: IndexedFolder, add: Set<String>, remove: Set<String>)
        async throws(RemoteError) -> Set<UInt32>
    {
        var missing = Set(uids)
        for piece in uids.pieces() {
            let there = try await work(in: folder) { connection async throws(RemoteError) in
                try await connection.store(in: folder.rawName, piece, add: add, remove: remove)
                return try await connection.outlines(in: folder.rawName, piece)
            }
            note([folder.id]) {
                try $0.setFlags(piece, in: folder.id, add: add, remove: remove)
                try $0.take(outlines: there.filter { piece.contains($0.uid) }, in: folder.id, addsOld: false)
            }
            missing.subtract(there.filter { !$0.isDeleted }.map(\.uid))
        }
        return missing
    }

    /// Deletes copies for good.
    func delete(_ uids: UIDSet, in folder: IndexedFolder) async throws(RemoteError) {
        for piece in uids.pieces() {
            try await work(in: folder) { connection async throws(RemoteError) in
                try await connection.delete(in: folder.rawName, piece)
            }
            note([folder.id]) { try $0.remove(piece, in: folder.id) }
        }
    }

    private func move(_ targets: [UpdatePlan.Target], from source: IndexedFolder, to target: IndexedFolder)
        async throws(RemoteError) -> [RemoteID: RemoteError]
    {
        let canMove = try await pool.capabilities().hasMove
        let copied = try await copy(targets, from: source, to: target, isMove: canMove)
        if !canMove {
            try await delete(UIDSet(targets.filter { copied.failures[$0.message] == nil }.map(\.uid)), in: source)
        }
        return copied.failures
    }

    /// Copies messages, or moves them if the server can do that by itself (RFC 6851).
    private func copy(
        _ targets: [UpdatePlan.Target], from source: IndexedFolder, to target: IndexedFolder, isMove: Bool = false
    ) async throws(RemoteError) -> (failures: [RemoteID: RemoteError], isTold: Bool) {
        var new: Set<UInt32> = []
        var isTold = true
        for piece in UIDSet(targets.map(\.uid)).pieces() {
            doubt.begin(target.id)
            let copied = try await work(in: source) { connection async throws(RemoteError) in
                try await isMove
                    ? connection.move(in: source.rawName, piece, to: target.rawName)
                    : connection.copy(in: source.rawName, piece, to: target.rawName)
            }
            let told = copied.flatMap { $0.uidValidity == target.uidValidity ? $0 : nil }
            if told != nil { doubt.settle([target.id]) }
            note([source.id, target.id]) {
                try $0.take(copied: told, from: source.id, to: target.id, isMove: isMove, piece)
            }
            guard let told else {
                isTold = false
                continue
            }
            new.formUnion(told.uids.keys)
        }
        if !isTold {
            // Nothing says which copies were made where: only the folder itself does.
            try await look(at: [source.id, target.id])
            doubt.settle([target.id])
            let place = try current(target).id
            let asked = Set(targets.map(\.message))
            // Where sizes are estimates, or the copy is not quite the same, it is another message by its id, and would be made over and over.
            let found = try keeper.use { index in
                let there = try index.messages(asked).filter { $0.value.copies.contains { $0.folder == place } }.keys
                return try index.twins(of: asked.subtracting(there), in: place, from: target.uidNext).union(there)
            }
            new.formUnion(targets.filter { found.contains($0.message) }.map(\.uid))
        }
        let missing = targets.filter { !new.contains($0.uid) }.map(\.message)
        return (Dictionary(missing.map { ($0, Self.changed) }, uniquingKeysWith: { $1 }), isTold)
    }
}
