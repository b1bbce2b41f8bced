import Foundation
import InboxModel
import TestSupport

@testable import InboxIMAP

/// A random history of an index, with the same done to a model.
struct IndexHistory {
    private var random: SeededRandom
    private let path: String?
    /// Two processes that use the same file; one alone in memory.
    private var indexes: [IMAPIndex]
    /// For each, how many looks had ended at the end of its own last one.
    private var ended: [Int]
    private var turn = 0
    private var model = IndexModel()
    private var clients: [IndexClient] = []
    private var listed: [IMAPFolder] = []
    private var mails: [String: IndexedHead] = [:]
    private let hasServerThreads: Bool
    private let hasObjectIDs: Bool
    private(set) var steps: [String] = []

    private var index: IMAPIndex { indexes[turn] }

    init(seed: Int, path: String?) throws {
        random = SeededRandom(seed: seed)
        self.path = path
        indexes = try (0..<(path == nil ? 1 : 2)).map { _ in try IMAPIndex(path: path) }
        ended = indexes.map { _ in 0 }
        hasServerThreads = seed.isMultiple(of: 3)
        hasObjectIDs = seed.isMultiple(of: 2)
        listed = [folder("INBOX", .inbox), folder("Archive"), folder("Work")]
        try list()
    }

    mutating func step() throws {
        turn = random.int(0..<indexes.count)
        switch random.int(0..<100) {
        case ..<8: try changeFolders()
        case ..<12: try rename()
        case ..<36: try outline()
        case ..<60: try readHeads()
        case ..<68: try remove()
        case ..<76: try setFlags()
        case ..<83: try copy()
        case ..<87: try append()
        case ..<95: try endLook()
        case ..<98: try settle()
        default: try reopen()
        }
        try compare()
        try readLog()
    }
}

/// What differs, and what led to it.
struct Difference: Error {
    var text: String
}

// MARK: What may happen

private extension IndexHistory {
    mutating func folder(_ name: String, _ role: MailboxRole? = nil) -> IMAPFolder {
        .listed(
            name, validity: UInt32(random.int(1..<9)), next: UInt32(random.int(1..<12)), role: role,
            objectID: hasObjectIDs ? "o\(random.int(0..<1_000_000))" : nil)
    }

    mutating func list() throws {
        steps.append("folders \(listed.map { "\($0.rawName):\($0.status?.uidValidity ?? 0)" })")
        try index.take(folders: listed)
        model.take(try index.folders())
    }

    mutating func changeFolders() throws {
        let place = random.int(0..<listed.count)
        switch random.int(0..<6) {
        case 0: listed.append(folder("New\(random.int(0..<3))"))
        case 1 where listed.count > 1: listed.remove(at: place)
        case 2: listed[place].name = "Name\(random.int(0..<5))"
        case 3: listed[place].rawName = "Raw\(random.int(0..<5))"
        case 4: listed[place].status?.uidValidity = UInt32(random.int(1..<9))
        default: listed[place].role = random.pick([nil, .sent, .trash])
        }
        var names: Set<String> = []
        listed.removeAll { !names.insert($0.rawName).inserted }
        try list()
    }

    mutating func rename() throws {
        let folder = anyFolder()
        let name = "Renamed\(random.int(0..<4))"
        let old = model.folders[folder]?.rawName
        steps.append("rename \(folder) \(name)")
        try index.rename(folder: folder, toRaw: name, name: name)
        if let old, old != name {
            listed.removeAll { $0.rawName == name }
            for place in listed.indices where listed[place].rawName == old {
                (listed[place].rawName, listed[place].name) = (name, name)
            }
        }
        model.take(try index.folders())
    }

    mutating func anyFolder() -> Int64 { random.chance(3) ? 999 : random.pick(model.folders.keys.sorted()) }

    mutating func anyUIDs() -> [UInt32] { random.some(of: Array(1...14), percent: random.int(5..<60)) }

    mutating func anyFlags() -> Set<String> {
        var all = ["\\Seen", "\\SEEN", "\\flagged", "$Forwarded", "work", "\\Recent"]
        if random.chance(10) { all.append("\\deleted") }
        return Set(random.some(of: all, percent: 30))
    }

    mutating func outline() throws {
        let (folder, addsOld) = (anyFolder(), random.chance(60))
        var outlines: [IMAPOutline] = []
        for uid in anyUIDs() {
            let date = random.chance(90) ? Date(timeIntervalSince1970: TimeInterval(random.int(0..<6))) : nil
            outlines.append(IMAPOutline(uid: uid, flags: anyFlags(), date: date))
        }
        steps.append("outlines \(folder) \(outlines.map { ($0.uid, $0.flags.sorted()) }) \(addsOld)")
        try index.take(outlines: outlines, in: folder, addsOld: addsOld)
        model.take(outlines, in: folder, addsOld: addsOld)
    }

    /// The mail in a place, which hardly ever changes.
    mutating func head(_ uid: UInt32, in folder: Int64) -> IndexedHead {
        let place = "\(folder)/\(uid)"
        if let mail = mails[place], !random.chance(4) { return mail }
        let number = random.int(0..<20)
        var mail = IndexedHead.read(uid, "m\(number)")
        // The same mail has the same head everywhere.
        if hasServerThreads {
            mail.thread = "T\(random.chance(10) ? random.int(0..<3) : number % 3)"
        } else if number % 5 != 0 {
            mail.messageID = "<\(number)>"
            mail.references = [(number * 7) % 20, (number * 11 + 3) % 20].prefix(number % 3).map { "<\($0)>" }
        }
        mails[place] = mail
        return mail
    }

    mutating func readHeads() throws {
        let folder = anyFolder()
        var heads: [IndexedHead] = []
        for uid in anyUIDs() { heads.append(head(uid, in: folder)) }
        steps.append("heads \(folder) \(heads.map { "\($0.uid)=\($0.id)" })")
        let read = try index.take(heads: heads, in: folder)
        let walked = model.take(heads, in: folder)
        for head in heads {
            try same(
                read[head.uid], model.copies[folder]?[head.uid] == nil ? nil : model.message(head.id), "read heads")
        }
        for id in walked {
            guard let message = model.message(id) else { continue }
            for place in clients.indices { clients[place].messages[id] = IndexClient.Message(message) }
        }
    }

    mutating func remove() throws {
        let (folder, uids) = (anyFolder(), anyUIDs())
        steps.append("remove \(folder) \(uids)")
        try index.remove(UIDSet(uids), in: folder)
        model.remove(uids, in: folder)
    }

    mutating func setFlags() throws {
        let (folder, uids, add, remove) = (anyFolder(), anyUIDs(), anyFlags(), anyFlags())
        let kept = remove.filter { flag in !add.contains { $0.lowercased() == flag.lowercased() } }
        steps.append("flags \(folder) \(uids) +\(add.sorted()) -\(kept.sorted())")
        try index.setFlags(UIDSet(uids), in: folder, add: add, remove: kept)
        model.setFlags(uids, in: folder, add: add, remove: kept)
    }

    mutating func copy() throws {
        let (folder, target, uids, isMove) = (anyFolder(), anyFolder(), anyUIDs(), random.chance(60))
        guard folder != target else { return }
        var new: [UInt32: UInt32] = [:]
        for uid in random.some(of: uids, percent: 80) { new[uid] = UInt32(20 + random.int(0..<12)) }
        // No two messages get the same UID.
        var given: Set<UInt32> = []
        new = new.filter { given.insert($0.value).inserted }
        let isTold = random.chance(80)
        let validity = (model.folders[target]?.uidValidity ?? 1) + (random.chance(10) ? 1 : 0)
        steps.append("copied \(folder) \(target) \(uids) \(isTold ? "\(new)" : "nil") \(isMove)")
        let copied = isTold ? IMAPCopied(uidValidity: validity, uids: new) : nil
        try index.take(copied: copied, from: folder, to: target, isMove: isMove, UIDSet(uids))
        let isKnown = isTold && model.folders[target]?.uidValidity == validity
        model.copied(isKnown ? new : [:], from: folder, to: target, isMove: isMove, uids)
    }

    mutating func append() throws {
        let (folder, uid) = (anyFolder(), UInt32(random.int(1..<40)))
        let head = head(uid, in: folder)
        let appended = IMAPAppended(uidValidity: model.folders[folder]?.uidValidity ?? 1, uid: uid)
        let date = Date(timeIntervalSince1970: 3)
        steps.append("appended \(folder) \(uid)=\(head.id)")
        let message = try index.take(appended: appended, in: folder, flags: ["\\Draft"], date: date, head: head)
        if model.folders[folder] != nil {
            let copy = IndexModel.Copy(flags: ["\\Draft"], date: 3, message: nil, isNews: true)
            if model.copies[folder]?[uid] == nil { model.copies[folder, default: [:]][uid] = copy }
            let known = model.copies[folder]?[uid]?.isNews
            model.copies[folder]?[uid]?.isNews = true
            _ = model.take([head], in: folder)
            model.copies[folder]?[uid]?.isNews = known ?? true
        }
        try same(message, model.folders[folder] == nil ? nil : model.message(head.id), "appended message")
    }

    mutating func endLook() throws {
        steps.append("end of a look")
        try same(index.endLook(), model.endLook(&ended[turn]), "lost")
    }

    mutating func settle() throws {
        let folder = anyFolder()
        steps.append("settle \(folder)")
        try index.settle(folder: folder, uidNext: 7, highestModSeq: .max - 3, isOutlined: random.chance(70))
        if random.chance(50) { try index.outlined(folder: folder, since: random.pick([nil, 0, 3, 5])) }
        model.take(try index.folders())
    }

    mutating func reopen() throws {
        guard let path else { return }
        steps.append("reopen")
        let epoch = index.epoch
        indexes[turn] = try IMAPIndex(path: path)
        try same(index.epoch, epoch, "epoch")
        ended[turn] = model.looks
    }
}

// MARK: What must be true

private extension IndexHistory {
    func same<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
        guard found != expected else { return }
        let led = steps.suffix(12).joined(separator: "\n")
        throw Difference(text: "\(what):\n\(found)\nbut not\n\(expected)\nafter\n\(led)")
    }

    mutating func compare() throws {
        let ids = (0..<20).map { RemoteID("m\($0)") }
        try same(index.messages(ids), model.told, "messages")
        let threads = model.threads.values.map(\.name)
        try same(Set(index.messages(ofThreads: threads)), Set(model.told.values), "threads")
        try same(index.news(limit: 100), model.news, "news")
        for (id, folder) in model.folders {
            let known = (model.copies[id] ?? [:]).keys
            try same(index.uids(in: id), UIDSet(known), "UIDs of \(id)")
            try same(index.folders().first { $0.id == folder.id }?.count, known.count, "count of \(id)")
        }
        try compareWalk(in: nil)
        try compareWalk(in: Set(random.some(of: Array(model.folders.keys), percent: 50)))
    }

    /// Page by page, each from where the next copy was.
    mutating func compareWalk(in folders: Set<Int64>?) throws {
        var (walked, next): ([IndexedCopy], IndexPosition?) = ([], nil)
        let limit = random.int(1..<7)
        repeat {
            let page = try index.walk(in: folders, from: next, limit: limit + 1)
            walked += page.prefix(limit)
            next = page.count > limit ? page.last?.position : nil
        } while next != nil
        try same(walked, model.walk.filter { folders?.contains($0.folder) ?? true }, "walk")
        try same(index.count(in: folders), walked.count, "count")
    }

    /// Some read a little of the log; all that ever began would know everything if they read the rest.
    mutating func readLog() throws {
        if clients.isEmpty || random.chance(25) {
            clients.append(IndexClient(model, number: try index.latest()))
            if clients.count > 5 { clients.remove(at: random.int(0..<clients.count)) }
        }
        let place = random.int(0..<clients.count)
        _ = try clients[place].read(index, limit: random.int(1..<5))
        // They may have been told of it at any time, so not each step needs to be compared.
        guard steps.count.isMultiple(of: 3) else { return }
        let truth = model.told.mapValues(IndexClient.Message.init)
        let lost = Set(model.messages.filter { $0.value.lost != nil }.keys)
        for var client in clients {
            let limit = random.int(1..<9)
            while try client.read(index, limit: limit) {}
            try same(client.messages.filter { !lost.contains($0.key) }, truth, "messages by the log")
            try same(client.mailboxes, IndexClient.mailboxes(model), "mailboxes by the log")
            try same(client.complaints, [], "complaints")
            try same(client.number, index.latest(), "number")
        }
    }
}
