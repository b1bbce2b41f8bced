import TestSupport

extension ServerState {
    /// Tells a session what happened in the folder that it has open (RFC 9051 §7.5.1).
    mutating func writeUpdates(_ id: Int, withExpunges: Bool) {
        guard var session = sessions[id], session.isAlive,
            let folder = folders.first(where: { $0.id == session.selected })
        else { return }
        if withExpunges { tellExpunged(folder, &session) }
        tellNew(folder, &session)
        tellFlags(folder, &session)
        sessions[id] = session
    }

    private mutating func tellExpunged(_ folder: ServerFolder, _ session: inout ServerSession) {
        let gone = session.known.filter { folder.index(of: $0.uid) == nil }.map(\.uid)
        guard !gone.isEmpty else { return }
        if session.enabled.contains("QRESYNC") {
            session.write("* VANISHED \(ServerNumbers.text(gone))")
            session.known.removeAll { folder.index(of: $0.uid) == nil }
            return
        }
        for uid in options.isChatty && random.chance(50) ? gone.reversed() : gone {
            guard let number = session.number(of: uid) else { continue }
            session.write("* \(number) EXPUNGE")
            session.known.remove(at: number - 1)
        }
    }

    private func tellNew(_ folder: ServerFolder, _ session: inout ServerSession) {
        let new = folder.copies.filter { $0.uid > session.top }
        guard let last = new.last else { return }
        session.known += new.map { ServerSession.Known(uid: $0.uid, modSeq: $0.modSeq) }
        session.top = last.uid
        session.write("* \(session.known.count) EXISTS")
    }

    private mutating func tellFlags(_ folder: ServerFolder, _ session: inout ServerSession) {
        for index in session.known.indices {
            let known = session.known[index]
            guard let place = folder.index(of: known.uid), folder.copies[place].modSeq > known.modSeq else { continue }
            let copy = folder.copies[place]
            session.known[index].modSeq = copy.modSeq
            var items = ["FLAGS (\(copy.flags.sorted().joined(separator: " ")))"]
            if !options.isChatty || random.chance(50) { items.insert("UID \(copy.uid)", at: 0) }
            if session.usesModSeq { items.append("MODSEQ (\(copy.modSeq))") }
            session.write("* \(index + 1) FETCH (\(items.joined(separator: " ")))")
        }
    }

    // MARK: Opening

    mutating func select(_ arguments: [ServerNode], isReadOnly: Bool, _ id: Int) throws -> String {
        let wasOpen = sessions[id]?.selected != nil
        sessions[id]?.selected = nil
        guard let name = arguments.first?.text else { throw ServerSyntaxError(text: "no name") }
        for option in arguments.dropFirst().first?.items ?? [] {
            guard option.word == "CONDSTORE", options.hasModSeq else {
                throw ServerSyntaxError(text: "no such option of SELECT")
            }
            sessions[id]?.enabled.insert("CONDSTORE")
        }
        if options.needsID, sessions[id]?.hasIdentified != true { throw ServerRefusal(text: "SELECT Unsafe Login") }
        let folder = folders[try index(named: name)]
        let isReadOnly = isReadOnly || Set("swite").isDisjoint(with: folder.rights)
        if wasOpen, options.has("QRESYNC") { write("* OK [CLOSED] the other one", id) }
        let own = options.takesKeywords ? " \\*" : ""
        write("* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)", id)
        write("* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft\(own))] flags", id)
        write("* \(folder.copies.count) EXISTS", id)
        write("* 0 RECENT", id)
        write("* OK [UIDVALIDITY \(folder.uidValidity)] valid", id)
        write("* OK [UIDNEXT \(folder.uidNext)] next", id)
        if options.hasModSeq { write("* OK [HIGHESTMODSEQ \(folder.highestModSeq)] highest", id) }
        if options.has("OBJECTID") { write("* OK [MAILBOXID (F\(folder.id))] id", id) }
        sessions[id]?.selected = folder.id
        sessions[id]?.isReadOnly = isReadOnly
        sessions[id]?.known = folder.copies.map { ServerSession.Known(uid: $0.uid, modSeq: $0.modSeq) }
        sessions[id]?.top = folder.copies.last?.uid ?? 0
        return isReadOnly ? "[READ-ONLY] open" : "[READ-WRITE] open"
    }

    mutating func leave(_ id: Int, expunges: Bool) throws -> String {
        let index = try selected(id)
        if expunges, sessions[id]?.isReadOnly == false {
            for copy in folders[index].copies where copy.flags.contains("\\Deleted") { remove(copy.uid, from: index) }
        }
        sessions[id]?.selected = nil
        return "closed"
    }

    /// The place in `folders` of the folder that is open.
    func selected(_ id: Int) throws -> Int {
        guard let selected = sessions[id]?.selected, let index = folders.firstIndex(where: { $0.id == selected }) else {
            throw ServerSyntaxError(text: "no folder is open")
        }
        return index
    }

    func index(named name: String) throws -> Int {
        let name = name.uppercased() == "INBOX" ? "INBOX" : name
        guard let index = folders.firstIndex(where: { $0.rawName == name }) else {
            throw ServerRefusal(text: "[NONEXISTENT] there is no \(name)")
        }
        return index
    }

    /// The messages of a set that the session knows of and that are still there.
    func chosen(_ set: String, byUID: Bool, _ id: Int) throws -> [ServerCopy] {
        guard let session = sessions[id] else { return [] }
        let folder = folders[try selected(id)]
        let last = byUID ? session.known.last?.uid ?? 0 : UInt32(session.known.count)
        let numbers = try ServerNumbers(set, last: last)
        let copies = session.known.enumerated().compactMap { index, known -> ServerCopy? in
            guard numbers.contains(byUID ? known.uid : UInt32(index + 1)), let place = folder.index(of: known.uid)
            else {
                return nil
            }
            return folder.copies[place]
        }
        return session.isHalved ? Array(copies.prefix(1)) : copies
    }
}
