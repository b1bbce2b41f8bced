import InboxModel

/// What is to be done to the copies of one message.
struct MessagePlan {
    private let message: IndexedMessage
    private let places: UpdatePlan.Places
    /// The UIDs of the copies by folder, in ascending order.
    private let copies: [Int64: [UInt32]]
    private(set) var work: [(work: UpdatePlan.Work, uid: UInt32)] = []
    private(set) var relies: [IndexedCopy] = []

    init(_ message: IndexedMessage, in places: UpdatePlan.Places) {
        (self.message, self.places) = (message, places)
        copies = Dictionary(grouping: message.copies, by: \.folder).mapValues { $0.map(\.uid).sorted() }
    }

    /// Keywords, in all copies. Those in folders of others that may only be read are left as they are, if there are more.
    /// - Throws: `refused` if none of its folders takes one of them.
    mutating func mark(_ update: RemoteUpdate) throws(RemoteError) {
        let marks = update.addKeywords.union(update.removeKeywords)
        guard message.copies.contains(where: { mayMark($0.folder, marks) }) else {
            throw closed(message.copies.first?.folder ?? 0)
        }
        let isTaken = message.copies.contains { !places.withoutKeywords.contains($0.folder) }
        let wanted = update.addKeywords.filter { isTaken || WrittenFlag.isSystem($0) || !WrittenFlag.isByTheWay($0) }
        if let odd = wanted.min(where: { !$0.isValid || !isTaken && !WrittenFlag.isSystem($0) }) {
            throw Self.refused("the server keeps no mark called “\(odd.rawValue)” here")
        }
        for copy in message.copies.sorted(by: { ($0.folder, $0.uid) < ($1.folder, $1.uid) })
        where mayMark(copy.folder, marks) {
            let takesAll = !places.withoutKeywords.contains(copy.folder)
            let add = Set(wanted.filter { takesAll || WrittenFlag.isSystem($0) }.map(WrittenFlag.name))
            let known = update.removeKeywords.filter { takesAll || WrittenFlag.isSystem($0) }
            let remove = WrittenFlag.spellings(of: known, among: copy.flags)
            guard !add.isEmpty || !remove.isEmpty else { continue }
            work.append((.store(in: copy.folder, add: add, remove: remove), copy.uid))
        }
    }

    /// Mailboxes. What is added while something else is removed is moved there.
    /// - Throws: `refused` if the message would be in no folder, or something may not be done in one.
    mutating func place(_ update: RemoteUpdate) throws(RemoteError) {
        guard update.movesMailboxes else { return }
        var wanted: [Int64] = []
        for mailbox in update.addMailboxes.sorted() {
            guard let folder = places.folder(of: mailbox) else { throw Self.refused("its mailbox is gone") }
            wanted.append(folder)
        }
        let added = Set(wanted)
        var missing = wanted.filter { copies[$0] == nil }
        var removed = update.removeMailboxes.compactMap { places.folder(of: $0) }
            .filter { copies[$0] != nil && !added.contains($0) }.sorted()
        if let place = missing.first(where: { !rights($0).contains(.addItems) }) { throw closed(place) }
        if let place = removed.first(where: { !rights($0).contains(.removeItems) }) { throw closed(place) }
        if places.isGmail {
            if let target = missing.first(where: isThrownAway) { return throwAway(to: target, from: removed) }
            removed.removeAll { places.folders[$0]?.role == .all }
            keepOnGmail(&missing, removed)
        }
        let kept = copies.keys.filter { !removed.contains($0) }.sorted()
        guard !kept.isEmpty || !missing.isEmpty || removed.isEmpty else {
            throw Self.refused("the message would be in no folder")
        }
        if !removed.isEmpty, missing.isEmpty, !places.isGmail {
            relies = message.copies.filter { kept.contains($0.folder) }
        }
        let moves = Array(zip(missing, removed))
        for (target, source) in moves {
            for uid in copies[source] ?? [] { work.append((.move(from: source, to: target), uid)) }
        }
        for target in missing.dropFirst(moves.count) {
            guard let source = kept.first ?? removed.first, let uid = copies[source]?.first else { continue }
            work.append((.copy(from: source, to: target), uid))
        }
        for source in removed.dropFirst(moves.count) {
            for uid in copies[source] ?? [] { work.append((.delete(in: source), uid)) }
        }
    }

    /// What leaves its last label on Gmail is in the folder of all mail, which may not have been looked at yet: moved there it is in any case.
    private func keepOnGmail(_ missing: inout [Int64], _ removed: [Int64]) {
        guard missing.isEmpty, !removed.isEmpty, copies.keys.allSatisfy(removed.contains),
            !removed.contains(where: isThrownAway), let all = places.folder(for: .all)
        else { return }
        missing = [all]
    }

    private func isThrownAway(_ folder: Int64) -> Bool {
        [.trash, .junk].contains(places.folders[folder]?.role)
    }

    /// On Gmail a message in trash or junk is in no other folder: the server takes it out of all of them.
    private mutating func throwAway(to target: Int64, from removed: [Int64]) {
        let all = places.folder(for: .all)
        guard
            let source = removed.first(where: { $0 != all }) ?? removed.first
                ?? copies.keys.sorted().first(where: { $0 != all }) ?? copies.keys.min()
        else { return }
        for (folder, uids) in copies.sorted(by: { $0.key < $1.key }) {
            for uid in uids {
                work.append((folder == source ? .move(from: source, to: target) : .forget(in: folder), uid))
            }
        }
    }

    private func rights(_ folder: Int64) -> MailboxRights { places.folders[folder]?.rights ?? .all }

    private func mayMark(_ folder: Int64, _ keywords: Set<Keyword>) -> Bool {
        rights(folder).isSuperset(of: MailboxRights(keywords.map { $0 == .seen ? .setSeen : .setKeywords }))
    }

    private func closed(_ folder: Int64) -> RemoteError {
        RemoteError(
            .refused(status: 0, message: "you may not do this in “\(places.folders[folder]?.name ?? "")”"),
            call: "update", type: "forbidden")
    }

    private static func refused(_ words: String) -> RemoteError {
        RemoteError(.refused(status: 0, message: words), call: "update")
    }
}

extension Set where Element: Comparable {
    fileprivate func min(where isWanted: (Element) -> Bool) -> Element? { filter(isWanted).min() }
}
