import Foundation
import InboxModel

/// Old mail, which walks tell.
///
/// A walk goes by dates, and needs all copies that are as new as its page. Large folders are therefore outlined from date to date
/// (`IndexedFolder.outlinedSince`), as far as walks have come. The server is asked which messages are as new (`SINCE`); one that it leaves
/// out turns up with the rest of the folder, and is news then, as walks have passed its place.
extension IMAPService {
    /// Makes sure that all old mail of some folders is in the index; nil for all folders, without those that the server does not let be
    /// opened. Looks run between the steps of a large folder.
    func outline(_ folders: Set<Int64>?) async throws(RemoteError) {
        var refused: Set<Int64> = []
        while try await outlineMore(folders, &refused, { $0 == nil }) {}
    }

    /// A page of a walk, of which all old mail was outlined: copies, and where the page behind them begins.
    /// - Parameter folders: nil for all.
    func outlinedWalk(in folders: Set<Int64>?, from place: IndexPosition?, limit: Int) async throws(RemoteError) -> (
        copies: [IndexedCopy], next: IndexPosition?
    ) {
        var refused: Set<Int64> = []
        while true {
            let page = try walk(in: folders, from: place, limit: limit)
            let isMore = try await outlineMore(folders, &refused) { horizon in
                // What is not known is older than the horizon.
                guard let horizon else { return true }
                return page.next.map { $0.date.indexSeconds >= horizon } ?? false
            }
            if !isMore { return page }
        }
    }

    /// The mail that came last to a large folder, for whoever has just opened it: its other mail need not be outlined for this, and looks
    /// come in between.
    /// - Returns: nil if the folders are not large, or are outlined as far as is needed.
    func lastArrived(in folders: Set<Int64>, limit: Int) async throws(RemoteError) -> [IndexedCopy]? {
        let large = try await unoutlined(folders, besides: []).filter(isLarge)
        guard !large.isEmpty else { return nil }
        let page = try walk(in: folders, from: nil, limit: limit)
        let horizon = large.map(\.outlinedSince).max() ?? .min
        if let next = page.next, next.date.indexSeconds >= horizon { return nil }
        for folder in large { try await outlineNewest(folder) }
        return try walk(in: folders, from: nil, limit: limit).copies
    }

    /// Whether what the index says of a page is all there is.
    func isOutlined(_ next: IndexPosition?) async throws(RemoteError) -> Bool {
        let horizon = try await unoutlined(nil, besides: []).map(\.outlinedSince).max()
        guard let horizon else { return true }
        return next.map { $0.date.indexSeconds >= horizon } ?? false
    }
}

private extension IMAPService {
    func isLarge(_ folder: IndexedFolder) -> Bool { folder.listed >= outlineSizes.small }

    func unoutlined(_ folders: Set<Int64>?, besides refused: Set<Int64>) async throws(RemoteError) -> [IndexedFolder] {
        try await knownFolders().filter {
            $0.hasOldMail && !refused.contains($0.id) && folders?.contains($0.id) ?? true
        }
    }

    /// Outlines one stretch more.
    /// - Parameters:
    ///   - refused: what the server does not let be opened, to which is added.
    ///   - isEnough: gets the date after which all is known, nil if nothing is left.
    /// - Returns: false if it is enough already.
    func outlineMore(_ folders: Set<Int64>?, _ refused: inout Set<Int64>, _ isEnough: (Int64?) -> Bool)
        async throws(RemoteError) -> Bool
    {
        // Most walks end here, and wait for nobody.
        let horizon = try await unoutlined(folders, besides: refused).map(\.outlinedSince).max()
        guard let horizon, !isEnough(horizon) else { return false }
        let known = refused
        let found = try await looks.outlining.run { () async throws(RemoteError) -> Set<Int64> in
            let left = try await unoutlined(folders, besides: known)
            // Somebody else may have come as far meanwhile.
            guard let now = left.map(\.outlinedSince).max(), now == horizon else { return [] }
            if horizon == .max { return try await begin(left, isAll: folders == nil) }
            let since = try nextDate(behind: horizon, in: folders)
            return try await outline(left.filter { $0.outlinedSince > since ?? .min }, since, isAll: folders == nil)
        }
        refused.formUnion(found)
        return true
    }

    /// All of small folders, and the newest mail of large ones, from which their walk then goes back.
    /// - Returns: those that the server does not let be opened.
    func begin(_ folders: [IndexedFolder], isAll: Bool) async throws(RemoteError) -> Set<Int64> {
        let new = folders.filter { $0.outlinedSince == .max }
        let refused = try await outline(new.filter { !isLarge($0) }, nil, isAll: isAll)
        let large = new.filter(isLarge)
        guard !large.isEmpty else { return refused }
        let more = try await each(large, isAll: isAll) { folder throws(RemoteError) in
            try await outlineNewest(folder)
        }
        let newest = try walk(in: Set(folders.map(\.id)), from: nil, limit: 1).copies.first?.date.indexSeconds
        let since = newest.map { $0 - outlineSizes.span }
        return try await outline(large.filter { !more.contains($0.id) }, since, isAll: isAll).union(refused).union(more)
    }

    /// How far back the next stretch goes; nil for all the rest.
    func nextDate(behind horizon: Int64, in folders: Set<Int64>?) throws(RemoteError) -> Int64? {
        guard let newest = try walk(in: folders, from: nil, limit: 1).copies.first?.date.indexSeconds else {
            return nil
        }
        let span = 3 * max(newest - horizon, outlineSizes.span)
        return span > outlineSizes.longestSpan ? nil : newest - span
    }

    /// - Returns: those that the server does not let be opened.
    func outline(_ folders: [IndexedFolder], _ since: Int64?, isAll: Bool) async throws(RemoteError) -> Set<Int64> {
        try await each(folders, isAll: isAll) { folder throws(RemoteError) in try await outline(folder, since) }
    }

    /// - Parameter isAll: whether a folder that the server does not let be opened keeps nobody from the others.
    /// - Returns: such folders.
    func each(
        _ folders: [IndexedFolder], isAll: Bool,
        _ body: @escaping @Sendable (IndexedFolder) async throws(RemoteError) -> Void
    ) async throws(RemoteError) -> Set<Int64> {
        let refused = try await sideBySide(folders) { folder throws(RemoteError) -> Int64? in
            do throws(RemoteError) { try await body(folder) } catch {
                guard isAll, error.nextStep == .drop else { throw error }
                return folder.id
            }
            return nil
        }
        return Set(refused.compactMap(\.self))
    }

    /// Goes from the messages that came last to the first.
    func outline(_ folder: IndexedFolder, _ since: Int64?) async throws(RemoteError) {
        var left: UIDSet?
        repeat {
            left = try await inStep(folder) { [left] connection, view throws(RemoteError) in
                var rest = left ?? UIDSet()
                if left == nil { rest = try await missing(in: folder, view, since, connection) }
                let step = rest.newest(outlineSizes.step)
                if !step.isEmpty {
                    try take(try await connection.outlines(in: folder.rawName, step), in: folder)
                }
                let more = rest.subtracting(step)
                if more.isEmpty {
                    try keeper.use { try $0.outlined(folder: folder.id, since: since.map(Self.horizon)) }
                }
                return more
            }
            // Its UIDs were given anew: all that is in it is news now.
            if left == nil { return try await look() }
        } while left?.isEmpty == false
    }

    func outlineNewest(_ folder: IndexedFolder) async throws(RemoteError) {
        _ = try await inStep(folder) { connection, view throws(RemoteError) in
            let outlines = try await connection.newestOutlines(
                in: folder.rawName, outlineSizes.newest, of: view.messages)
            try take(outlines.filter { $0.uid < folder.firstNews }, in: folder)
            return UIDSet()
        }
    }

    /// Does something in a folder that was opened for it, with no look at the same time.
    /// - Returns: nil if the folder is another one now.
    func inStep(
        _ folder: IndexedFolder,
        _ body: @Sendable (IMAPConnection, IMAPSelected) async throws(RemoteError) -> UIDSet
    ) async throws(RemoteError) -> UIDSet? {
        try await looks.lock.run { () async throws(RemoteError) in
            try await pool.run { connection throws(RemoteError) -> UIDSet? in
                let view = try await connection.select(folder.rawName)
                guard view.uidValidity == folder.uidValidity else { return nil }
                try keeper.use { try $0.follow(folder: folder.id, from: view.highestModSeq) }
                return try await body(connection, view)
            }
        }
    }

    func take(_ outlines: [IMAPOutline], in folder: IndexedFolder) throws(RemoteError) {
        looks.noteDeleted(outlines, in: folder)
        try keeper.use { try $0.take(outlines: outlines, in: folder.id, addsOld: true) }
    }

    /// Old mail that is not in the index; of small folders also what is, as that takes one request less.
    func missing(in folder: IndexedFolder, _ view: IMAPSelected, _ since: Int64?, _ connection: IMAPConnection)
        async throws(RemoteError) -> UIDSet
    {
        let old = UIDSet(1...(folder.firstNews - 1))
        if since == nil, view.messages < outlineSizes.small { return old }
        let there =
            if let day = since.flatMap({ SearchKeyWriter.day(Date(indexSeconds: $0)) }) {
                try await connection.search(in: folder.rawName, "SINCE \(day)")
            } else {
                try await connection.uids(in: folder.rawName)
            }
        let known = try keeper.use { try $0.uids(in: folder.id) }
        return there.subtracting(there.subtracting(old)).subtracting(known)
    }

    /// What a search for messages since a date finds for sure: servers compare the day, in a time zone that only they know.
    static func horizon(_ since: Int64) -> Int64 { since + 2 * 86_400 }
}

extension IndexedFolder {
    /// Whether it may have messages that are neither news nor in the index.
    var hasOldMail: Bool { !isOutlined && firstNews > 1 }
}
