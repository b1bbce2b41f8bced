import InboxModel
import InboxRemote

/// Comparing the index with the server.
extension IMAPService {
    /// How many heads of new messages one look reads: a folder that turns up with 50,000 messages must not keep other news waiting.
    private static let newsAtOnce = 300

    /// Looks at all folders: what is new or changed on the server since the last look is in the index afterwards, and in its log. Of much
    /// that is new at once a part is left for the next looks (`IMAPIndex.news`).
    ///
    /// Looks run one after the other. A caller whose look would begin while another one that began after the call is done needs none of
    /// its own. Must not be called while a connection of the pool is in use.
    func look() async throws(RemoteError) {
        let begun = looks.begun
        try await looks.lock.run { () async throws(RemoteError) in
            guard !looks.hasLooked(after: begun) else { return }
            let (number, isThorough) = looks.begin()
            // What left one folder may be in another that had been looked at before: a second look shows that it is gone.
            if try await lookAtAll(isThorough: isThorough) { _ = try await lookAtAll(isThorough: false) }
            looks.end(number)
        }
    }

    /// Looks at some folders only, such as after a call whose answer was lost. Nothing counts as gone by it: what left a folder may be
    /// in one that was not looked at. If one of them was numbered anew or renamed, only a look at all shows what is in it now, and the index
    /// knows it by another id afterwards (`current`).
    func look(at folders: Set<Int64>) async throws(RemoteError) {
        if try await lookForLosses(at: folders) == nil { try await look() }
    }

    /// - Returns: whether copies are gone from these folders; nil if one of them is no longer what it was.
    func lookForLosses(at folders: Set<Int64>) async throws(RemoteError) -> Bool? {
        try await looks.lock.run { () async throws(RemoteError) in
            let known = try keeper.use { try $0.folders() }.filter { folders.contains($0.id) }
            let seen = try await sideBySide(known) { folder throws(RemoteError) in
                try await examine(folder, status: nil, isThorough: false)
            }
            _ = try await readNews()
            return known.count < folders.count || seen.contains(.anew) ? nil : seen.contains(.losses)
        }
    }

    /// Takes over the list of folders. Must be called with the lock held.
    @discardableResult
    func takeListing() async throws(RemoteError) -> [IMAPFolder] {
        let listed = try await pool.run { connection throws(RemoteError) in try await connection.folders() }
        // Every account has an inbox (RFC 9051 §5.1). A list without is no reason to take all mail for gone.
        guard listed.contains(where: { $0.rawName.uppercased() == "INBOX" && $0.status != nil }) else {
            throw RemoteError(.unreadableAnswer(detail: "the server lists no inbox"), call: "LIST")
        }
        try keeper.use { try $0.take(folders: listed) }
        return listed
    }
}

/// What a look at one folder found.
private enum Examination: Hashable {
    case same
    /// Known copies are gone from it.
    case losses
    /// The server does not let it be opened.
    case refused
    /// It is gone, or its UIDs were given anew since it was listed.
    case anew
}

private extension IMAPService {
    /// - Returns: whether another look at once would say more of what is missed.
    func lookAtAll(isThorough: Bool) async throws(RemoteError) -> Bool {
        let listed = try await takeListing()
        let statuses = Dictionary(
            listed.compactMap { folder in folder.status.map { (folder.rawName, $0) } },
            uniquingKeysWith: { first, _ in first })
        let differing = try keeper.use { try $0.folders() }.filter { folder in
            guard let status = statuses[folder.rawName] else { return false }
            let memory = looks.memory(of: folder)
            let differs = FolderPlan.differs(
                folder, status, memory, isWatched: folder.role == .inbox || !looks.deleted(in: folder).isEmpty,
                isThorough: isThorough)
            if !differs, memory == nil { looks.remember(FolderMemory(seeing: status), of: folder) }
            return differs
        }
        let seen = try await sideBySide(differing) { folder throws(RemoteError) in
            try await examine(folder, status: statuses[folder.rawName], isThorough: isThorough)
        }
        let hasMore = try await readNews()
        // Unless all was looked at and its heads read, what is missed in one folder may yet turn up in another.
        guard !hasMore, !seen.contains(.anew) else { return false }
        return try keeper.use { try $0.endLook() }
    }

    /// - Returns: whether there are more.
    func readNews() async throws(RemoteError) -> Bool {
        let news = try keeper.use { try $0.news(limit: Self.newsAtOnce + 1) }
        guard !news.isEmpty else { return false }
        do throws(RemoteError) { _ = try await headsOnce(of: Array(news.prefix(Self.newsAtOnce))) } catch {
            guard error == Self.folderChanged else { throw error }
            return true
        }
        return news.count > Self.newsAtOnce
    }

    /// - Parameter status: what the listing said; nil if it was not asked.
    func examine(_ folder: IndexedFolder, status: IMAPFolderStatus?, isThorough: Bool) async throws(RemoteError)
        -> Examination
    {
        do throws(RemoteError) {
            return try await pool.run { connection throws(RemoteError) in
                let view = try await connection.select(folder.rawName)
                guard view.uidValidity == folder.uidValidity else { return .anew }
                let plan = FolderPlan(folder, view, looks.memory(of: folder), isThorough: isThorough)
                let own =
                    try plan.comparedNext.map { next throws(RemoteError) in
                        try keeper.use { try $0.uids(in: folder.id, from: next) }
                    } ?? []
                let new = try await takeNew(folder, plan, connection)
                try await takeFlags(folder, plan, connection)
                let next = plan.uidNext(found: new)
                try keeper.use {
                    try $0.settle(
                        folder: folder.id, uidNext: next, highestModSeq: view.highestModSeq,
                        isOutlined: folder.isOutlined)
                }
                var memory = FolderMemory(
                    uidValidity: view.uidValidity, compared: plan.extent, messages: view.messages,
                    unseen: status?.unseen)
                var result = Examination.same
                let known = try keeper.use { try $0.folders() }.first { $0.id == folder.id }?.count ?? 0
                // What a server left out of an answer is not told again.
                let isShort = isThorough && !folder.hasOldMail && known != view.messages
                if isShort || plan.mayHaveLost(found: new, own: own) {
                    let comparison = try await compare(folder, connection, isThorough: isThorough)
                    memory.compared = comparison?.extent
                    if comparison?.hasLost ?? false { result = .losses }
                }
                looks.remember(memory, of: folder)
                return result
            }
        } catch {
            guard error.nextStep == .drop else { throw error }
            return error.isNotFound ? .anew : .refused
        }
    }

    /// - Returns: the UIDs of new messages.
    func takeNew(_ folder: IndexedFolder, _ plan: FolderPlan, _ connection: IMAPConnection)
        async throws(RemoteError) -> [UInt32]
    {
        guard let from = plan.newsFrom else { return [] }
        let new = try await connection.outlines(in: folder.rawName, from: from).filter { $0.uid >= from }
        looks.noteDeleted(new, in: folder)
        try keeper.use { try $0.take(outlines: new, in: folder.id, addsOld: false) }
        return new.map(\.uid)
    }

    func takeFlags(_ folder: IndexedFolder, _ plan: FolderPlan, _ connection: IMAPConnection)
        async throws(RemoteError)
    {
        let outlines: [IMAPOutline]
        switch plan.flags {
        case .none: return
        case .changed(let since):
            outlines = try await connection.outlines(in: folder.rawName, nil, changedSince: since)
        case .newest, .all:
            let isAll = plan.flags == .all
            let known = isAll && !folder.hasOldMail ? nil : try keeper.use { try $0.uids(in: folder.id) }
            let asked = isAll ? known : known?.newest(FolderPlan.newest).union(looks.deleted(in: folder))
            guard asked?.isEmpty != true else { return }
            outlines = try await connection.outlines(in: folder.rawName, asked)
        }
        looks.noteDeleted(outlines, in: folder)
        // A message that was marked as deleted and no longer is comes back by this.
        try keeper.use { try $0.take(outlines: outlines, in: folder.id, addsOld: false) }
    }

    struct Comparison: Sendable {
        var extent: FolderMemory.Extent
        var hasLost: Bool
    }

    /// Removes the copies that are gone.
    /// - Returns: nil if the answers don't fit together, as when something was deleted in between.
    func compare(_ folder: IndexedFolder, _ connection: IMAPConnection, isThorough: Bool) async throws(RemoteError)
        -> Comparison?
    {
        let known = try keeper.use { try $0.uids(in: folder.id) }
        let view = try await connection.select(folder.rawName)
        guard view.uidValidity == folder.uidValidity, view.uidNext > 0 else { return nil }
        let there = try await connection.uids(in: folder.rawName)
        guard there.count >= view.messages else { return nil }
        let lost = known.subtracting(there)
        if !lost.isEmpty { try keeper.use { try $0.remove(lost, in: folder.id) } }
        if isThorough { try await takeMissed(there.subtracting(known), folder, connection) }
        return Comparison(extent: .init(uidNext: view.uidNext, messages: view.messages), hasLost: !lost.isEmpty)
    }

    /// Takes over messages that earlier looks should have found; those that are marked as deleted are none.
    func takeMissed(_ uids: UIDSet, _ folder: IndexedFolder, _ connection: IMAPConnection) async throws(RemoteError) {
        let missed = folder.hasOldMail ? uids.subtracting(UIDSet(1...(folder.firstNews - 1))) : uids
        guard !missed.isEmpty else { return }
        let outlines = try await connection.outlines(in: folder.rawName, missed)
        try keeper.use { try $0.take(outlines: outlines, in: folder.id, addsOld: false) }
    }
}
