import Foundation
import InboxModel

@testable import InboxIMAP

/// What an index should know, in plain dictionaries.
struct IndexModel {
    struct Copy: Equatable {
        var flags: Set<String>
        var date: Int64
        var message: RemoteID?
        var isNews: Bool
    }

    struct Message {
        var thread: Int
        /// How many looks had ended.
        var lost: Int?
    }

    struct MailThread {
        var name: RemoteID
        var mentions: Set<String> = []
    }

    /// As the index lists them; only counts are worked out here.
    var folders: [Int64: IndexedFolder] = [:]
    var copies: [Int64: [UInt32: Copy]] = [:]
    var messages: [RemoteID: Message] = [:]
    /// The lowest number is the oldest.
    var threads: [Int: MailThread] = [:]
    var gone: Set<RemoteID> = []
    var looks = 0
    private var nextThread = 0

    // MARK: Copies

    mutating func take(_ outlines: [IMAPOutline], in folder: Int64, addsOld: Bool) {
        guard let known = folders[folder] else { return }
        for outline in outlines {
            let flags = Self.spelled(outline.flags)
            if flags.contains("\\Deleted") {
                copies[folder, default: [:]][outline.uid] = nil
            } else if copies[folder]?[outline.uid] != nil {
                copies[folder]?[outline.uid]?.flags = flags
            } else if let date = outline.date {
                let isNews =
                    outline.uid >= known.firstNews || known.isOutlined || date.indexSeconds >= known.outlinedSince
                guard isNews || addsOld else { continue }
                copies[folder, default: [:]][outline.uid] = Copy(
                    flags: flags, date: Int64(date.timeIntervalSince1970), message: nil, isNews: isNews)
            }
        }
        settle()
    }

    mutating func remove(_ uids: [UInt32], in folder: Int64) {
        for uid in uids { copies[folder]?[uid] = nil }
        settle()
    }

    mutating func setFlags(_ uids: [UInt32], in folder: Int64, add: Set<String>, remove: Set<String>) {
        for uid in uids {
            guard var copy = copies[folder]?[uid] else { continue }
            copy.flags = copy.flags.subtracting(Self.spelled(remove)).union(Self.spelled(add))
            copies[folder]?[uid] = copy.flags.contains("\\Deleted") ? nil : copy
        }
        settle()
    }

    mutating func copied(_ uids: [UInt32: UInt32], from folder: Int64, to target: Int64, isMove: Bool, _ all: [UInt32])
    {
        for uid in all.sorted() {
            guard let copy = copies[folder]?[uid], let new = uids[uid] else { continue }
            if let there = copies[target]?[new] {
                if there.message == nil { copies[target]?[new]?.message = copy.message }
            } else {
                copies[target, default: [:]][new] = copy
                copies[target]?[new]?.isNews = true
            }
        }
        if isMove { for uid in all { copies[folder]?[uid] = nil } }
        settle()
    }

    /// - Returns: the old mail that whoever reads the heads tells.
    mutating func take(_ heads: [IndexedHead], in folder: Int64) -> Set<RemoteID> {
        var walked: Set<RemoteID> = []
        for head in heads {
            guard let copy = copies[folder]?[head.uid] else { continue }
            if messages[head.id] == nil {
                let thread = thread(of: head)
                messages[head.id] = Message(thread: thread)
                let wasGone = gone.remove(head.id) != nil
                if !copy.isNews, copy.message == nil, !wasGone { walked.insert(head.id) }
            } else if let server = head.thread {
                let (old, new) = (messages[head.id]?.thread, thread(ofServer: server))
                messages[head.id]?.thread = new
                if let old { tidy(old) }
            }
            copies[folder]?[head.uid]?.message = head.id
        }
        settle()
        return walked
    }

    // MARK: Looks and folders

    /// - Parameter before: how many looks had ended when the same index ended one before.
    mutating func endLook(_ before: inout Int) -> Bool {
        guard messages.values.contains(where: { $0.lost != nil }) else {
            before = looks
            return false
        }
        for (id, message) in messages where message.lost.map({ $0 < before }) ?? false {
            messages[id] = nil
            gone.insert(id)
            tidy(message.thread)
        }
        looks += 1
        before = looks
        return messages.values.contains { $0.lost != nil }
    }

    mutating func take(_ now: [IndexedFolder]) {
        folders = Dictionary(uniqueKeysWithValues: now.map { ($0.id, $0) })
        copies = copies.filter { folders[$0.key] != nil }
        settle()
    }

    /// The flags as an index spells them, but with `\Deleted`.
    static func spelled(_ flags: Set<String>) -> Set<String> {
        Set(flags.map { $0.hasPrefix("\\") ? "\\" + $0.dropFirst().capitalized : $0 }).subtracting(["\\Recent"])
    }
}

// MARK: Threads

extension IndexModel {
    private mutating func settle() {
        let left = Set(copies.values.flatMap { $0.values.compactMap(\.message) })
        for id in messages.keys {
            let lost = messages[id]?.lost ?? looks
            messages[id]?.lost = left.contains(id) ? nil : lost
        }
    }

    private mutating func thread(of head: IndexedHead) -> Int {
        if let server = head.thread { return thread(ofServer: server) }
        let names = head.references + [head.messageID].compactMap(\.self)
        let known = threads.filter { !$0.value.mentions.isDisjoint(with: names) }.keys.sorted()
        let thread = known.first ?? new("r-" + IndexHash.name(names.first ?? "\0" + head.id.rawValue))
        for other in known.dropFirst() {
            let joined = threads[other]?.mentions ?? []
            threads[thread]?.mentions.formUnion(joined)
            threads[other] = nil
            for id in messages.keys where messages[id]?.thread == other { messages[id]?.thread = thread }
        }
        threads[thread]?.mentions.formUnion(names)
        return thread
    }

    private mutating func thread(ofServer server: String) -> Int {
        threads.first { $0.value.name.rawValue == "t-" + server }?.key ?? new("t-" + server)
    }

    private mutating func new(_ name: String) -> Int {
        nextThread += 1
        threads[nextThread] = MailThread(name: RemoteID(name))
        return nextThread
    }

    private mutating func tidy(_ thread: Int) {
        if !messages.values.contains(where: { $0.thread == thread }) { threads[thread] = nil }
    }
}

// MARK: What it should answer

extension IndexModel {
    func message(_ id: RemoteID) -> IndexedMessage? { message(id, walk.filter { $0.message == id }) }

    private func message(_ id: RemoteID, _ copies: [IndexedCopy]) -> IndexedMessage? {
        guard let message = messages[id], let thread = threads[message.thread] else { return nil }
        let mine = copies.sorted { ($0.folder, $0.uid) < ($1.folder, $1.uid) }
        guard !mine.isEmpty else { return nil }
        var keywords = Set(mine.flatMap(\.flags).map { Keyword($0.replacing("\\", with: "$")) })
        if mine.contains(where: { !$0.flags.contains("\\Seen") }) { keywords.remove(.seen) }
        return IndexedMessage(
            id: id, thread: thread.name, copies: mine, keywords: keywords,
            mailboxes: Set(mine.compactMap { folders[$0.folder]?.mailbox }))
    }

    var told: [RemoteID: IndexedMessage] {
        let copies = Dictionary(grouping: walk, by: \.message)
        return Dictionary(
            uniqueKeysWithValues: messages.keys.compactMap { id in message(id, copies[id] ?? []).map { (id, $0) } })
    }

    /// All copies, newest first.
    var walk: [IndexedCopy] {
        copies.flatMap { folder, copies in
            copies.map { uid, copy in
                IndexedCopy(
                    folder: folder, uid: uid, flags: copy.flags,
                    date: Date(timeIntervalSince1970: TimeInterval(copy.date)), message: copy.message)
            }
        }.sorted { ($0.date, $0.folder, $0.uid) > ($1.date, $1.folder, $1.uid) }
    }

    var news: [IndexedCopy] {
        walk.filter { $0.message == nil && copies[$0.folder]?[$0.uid]?.isNews == true }
    }
}
