import Foundation

extension ServerState {
    /// Takes in a message. It is in no folder yet.
    mutating func addMail(_ bytes: [UInt8], _ date: Date) -> Int {
        let fields = ServerPart.fields(ServerPart(bytes, depth: 0).header)
        let ids = fields.filter { ["message-id", "references", "in-reply-to"].contains($0.name) }
            .flatMap { $0.value.split(separator: " ").map(String.init) }
        last.mail += 1
        let thread = ids.compactMap { threads[$0] }.first ?? last.mail
        for id in ids where threads[id] == nil { threads[id] = thread }
        mails[last.mail] = ServerMail(bytes: bytes, date: date, thread: thread)
        return last.mail
    }

    /// Puts a message into a folder.
    /// - Parameter index: the place in `folders`, here and below.
    @discardableResult
    mutating func put(_ mail: Int, in index: Int, flags: Set<String>) -> UInt32 {
        if options.isGmail, let there = folders[index].copies.first(where: { $0.mail == mail }) { return there.uid }
        let uid = folders[index].uidNext
        folders[index].uidNext += 1
        let modSeq = folders[index].nextModSeq()
        folders[index].copies.append(ServerCopy(uid: uid, mail: mail, flags: flags, modSeq: modSeq))
        if options.isGmail { label(mail, at: index) }
        return uid
    }

    /// What follows on a server with labels when a message got one.
    private mutating func label(_ mail: Int, at index: Int) {
        let isAway = ["\\Trash", "\\Junk"].contains(folders[index].use)
        for other in folders.indices where other != index {
            guard let there = folders[other].copies.first(where: { $0.mail == mail }) else { continue }
            if isAway || ["\\Trash", "\\Junk"].contains(folders[other].use) { expunge(there.uid, from: other) }
        }
        guard !isAway, let copy = folders[index].copies.first(where: { $0.mail == mail }) else { return }
        if let all = folders.firstIndex(where: { $0.use == "\\All" }), all != index {
            put(mail, in: all, flags: copy.flags.subtracting(["\\Deleted"]))
        }
        let isStarred = copy.flags.contains("\\Flagged")
        if folders[index].use == "\\Flagged", !isStarred {
            setFlags(copy.flags.union(["\\Flagged"]), copy.uid, in: index)
        }
        if isStarred, let starred = folders.firstIndex(where: { $0.use == "\\Flagged" }) {
            put(mail, in: starred, flags: copy.flags)
        }
    }

    mutating func setFlags(_ flags: Set<String>, _ uid: UInt32, in index: Int) {
        guard let place = folders[index].index(of: uid), folders[index].copies[place].flags != flags else { return }
        folders[index].copies[place].flags = flags
        folders[index].copies[place].modSeq = folders[index].nextModSeq()
        let mail = folders[index].copies[place].mail
        guard options.isGmail else { return }
        for other in folders.indices where other != index {
            guard let there = folders[other].copies.firstIndex(where: { $0.mail == mail }) else { continue }
            let shared = flags.subtracting(["\\Deleted"])
                .union(folders[other].copies[there].flags.intersection(["\\Deleted"]))
            guard folders[other].copies[there].flags != shared else { continue }
            folders[other].copies[there].flags = shared
            folders[other].copies[there].modSeq = folders[other].nextModSeq()
        }
        guard let starred = folders.firstIndex(where: { $0.use == "\\Flagged" }) else { return }
        let there = folders[starred].copies.first { $0.mail == mail }
        if flags.contains("\\Flagged") {
            if there == nil, !["\\Trash", "\\Junk"].contains(folders[index].use) {
                put(mail, in: starred, flags: flags)
            }
        } else if let there {
            expunge(there.uid, from: starred)
        }
    }

    /// Deletes a message from a folder for good.
    mutating func remove(_ uid: UInt32, from index: Int) {
        guard let place = folders[index].index(of: uid) else { return }
        let copy = folders[index].copies[place]
        if options.isGmail, folders[index].use == "\\All" {
            // A message stays there until it is in the trash.
            return setFlags(copy.flags.subtracting(["\\Deleted"]), uid, in: index)
        }
        expunge(uid, from: index)
        if options.isGmail, folders[index].use == "\\Flagged",
            let other = folders.firstIndex(where: { $0.use == "\\All" }),
            let there = folders[other].copies.first(where: { $0.mail == copy.mail })
        {
            setFlags(there.flags.subtracting(["\\Flagged"]), there.uid, in: other)
        }
    }

    private mutating func expunge(_ uid: UInt32, from index: Int) {
        guard let place = folders[index].index(of: uid) else { return }
        folders[index].copies.remove(at: place)
        // A server without QRESYNC need not count this as a change.
        let modSeq = options.has("QRESYNC") ? folders[index].nextModSeq() : folders[index].highestModSeq
        folders[index].expunged.append((uid, modSeq))
    }

    /// - Returns: the UID there; nil if the message is gone.
    mutating func copy(_ uid: UInt32, from index: Int, to target: Int) -> UInt32? {
        guard let place = folders[index].index(of: uid) else { return nil }
        let copy = folders[index].copies[place]
        return put(copy.mail, in: target, flags: copy.flags)
    }

    mutating func move(_ uid: UInt32, from index: Int, to target: Int) -> UInt32? {
        guard let new = copy(uid, from: index, to: target) else { return nil }
        // On a server with labels a message can't be moved to where it is.
        if !(options.isGmail && index == target) { remove(uid, from: index) }
        return new
    }
}
