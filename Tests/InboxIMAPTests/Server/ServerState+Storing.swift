import Foundation
import TestSupport

extension ServerState {
    mutating func store(_ arguments: [ServerNode], byUID: Bool, _ id: Int) throws -> String {
        var arguments = arguments[...]
        guard let set = arguments.popFirst()?.text else { throw ServerSyntaxError(text: "no set") }
        var unchanged: UInt64?
        if let modifiers = arguments.first?.items {
            guard options.hasModSeq, modifiers.first?.word == "UNCHANGEDSINCE", let number = modifiers.last?.text else {
                throw ServerSyntaxError(text: "no such modifier")
            }
            sessions[id]?.enabled.insert("CONDSTORE")
            unchanged = UInt64(number)
            arguments.removeFirst()
        }
        guard let word = arguments.popFirst()?.word, !arguments.isEmpty else {
            throw ServerSyntaxError(text: "no flags")
        }
        let flags = try flags(arguments.flatMap(\.several))
        let index = try writable(id)
        try need(flags.contains("\\Seen") && flags.count == 1 ? "s" : "w", in: index)
        var modified: [UInt32] = []
        for copy in try chosen(set, byUID: byUID, id) {
            if let unchanged, copy.modSeq > unchanged {
                modified.append(byUID ? copy.uid : UInt32(sessions[id]?.number(of: copy.uid) ?? 0))
                continue
            }
            setFlags(try merged(copy.flags, word, flags), copy.uid, in: index)
            tellStored(copy.uid, in: index, isSilent: word.hasSuffix(".SILENT"), byUID: byUID, id)
        }
        return modified.isEmpty ? "stored" : "[MODIFIED \(ServerNumbers.text(modified))] stored"
    }

    private func merged(_ old: Set<String>, _ word: String, _ flags: Set<String>) throws -> Set<String> {
        let kept = options.takesKeywords ? flags : flags.filter { $0.hasPrefix("\\") || old.contains($0) }
        switch word.replacing(".SILENT", with: "") {
        case "+FLAGS": return old.union(kept)
        case "-FLAGS": return old.subtracting(flags)
        case "FLAGS": return kept
        default: throw ServerSyntaxError(text: "\(word) can't be stored")
        }
    }

    private mutating func tellStored(_ uid: UInt32, in index: Int, isSilent: Bool, byUID: Bool, _ id: Int) {
        guard let session = sessions[id], let number = session.number(of: uid),
            let place = folders[index].index(of: uid)
        else { return }
        let copy = folders[index].copies[place]
        sessions[id]?.known[number - 1].modSeq = copy.modSeq
        var items = byUID ? ["UID \(uid)"] : []
        if !isSilent { items.append("FLAGS (\(copy.flags.sorted().joined(separator: " ")))") }
        if session.usesModSeq { items.append("MODSEQ (\(copy.modSeq))") }
        if isSilent, !session.usesModSeq { return }
        write("* \(number) FETCH (\(items.joined(separator: " ")))", id)
    }

    /// Flags in the server's spelling: those that it defines in theirs, the others as they were seen first.
    func flags(_ nodes: [ServerNode]) throws -> Set<String> {
        let system = ["\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft"]
        return try Set(
            nodes.map { node throws -> String in
                guard let text = node.text, case .atom = node, !text.isEmpty else {
                    throw ServerSyntaxError(text: "that is no flag")
                }
                if let known = system.first(where: { $0.lowercased() == text.lowercased() }) { return known }
                guard !text.hasPrefix("\\"), !text.contains(where: { "(){%*\"]".contains($0) }) else {
                    throw ServerSyntaxError(text: "\(text) is no flag")
                }
                let used = folders.lazy.flatMap(\.copies).flatMap(\.flags)
                return used.first { $0.lowercased() == text.lowercased() } ?? text
            })
    }

    private func need(_ right: Character, in index: Int) throws {
        guard folders[index].rights.contains(right) else { throw ServerRefusal(text: "[NOPERM] you may not") }
    }

    private func writable(_ id: Int) throws -> Int {
        let index = try selected(id)
        if sessions[id]?.isReadOnly == true { throw ServerRefusal(text: "[READ-ONLY] it was only examined") }
        return index
    }

    mutating func expunge(_ set: String?, _ id: Int) throws -> String {
        let index = try writable(id)
        let numbers = try set.map { try ServerNumbers($0, last: folders[index].copies.last?.uid ?? 0) }
        for copy in folders[index].copies
        where copy.flags.contains("\\Deleted") && (numbers?.contains(copy.uid) ?? true) {
            remove(copy.uid, from: index)
            if sessions[id]?.isHalved == true { break }
        }
        return "expunged"
    }

    // MARK: To other folders

    mutating func copy(_ arguments: [ServerNode], byUID: Bool, _ id: Int) throws -> String {
        let (copies, index, target) = try toCopy(arguments, byUID, id)
        let pairs = copies.compactMap { copy in self.copy(copy.uid, from: index, to: target).map { (copy.uid, $0) } }
        return (copyUID(pairs, target).map { $0 + " " } ?? "") + "copied"
    }

    mutating func move(_ arguments: [ServerNode], byUID: Bool, _ id: Int) throws -> String {
        try need("MOVE")
        let (copies, index, target) = try toCopy(arguments, byUID, id)
        if sessions[id]?.isReadOnly == true { throw ServerRefusal(text: "[READ-ONLY] it was only examined") }
        let pairs = copies.compactMap { copy in self.move(copy.uid, from: index, to: target).map { (copy.uid, $0) } }
        guard let code = copyUID(pairs, target) else { return "moved" }
        // RFC 6851 §4.3: before the EXPUNGEs, but some servers send it with the OK.
        if options.isChatty, random.chance(30) { return "\(code) moved" }
        write("* OK \(code) moving", id)
        return "moved"
    }

    private func toCopy(_ arguments: [ServerNode], _ byUID: Bool, _ id: Int) throws -> ([ServerCopy], Int, Int) {
        guard arguments.count == 2, let set = arguments[0].text, let name = arguments[1].text else {
            throw ServerSyntaxError(text: "a set and a folder are missing")
        }
        let index = try selected(id)
        return (try chosen(set, byUID: byUID, id), index, try target(name))
    }

    private func target(_ name: String) throws -> Int {
        guard let index = try? index(named: name) else { throw ServerRefusal(text: "[TRYCREATE] there is no \(name)") }
        try need("i", in: index)
        return index
    }

    private func copyUID(_ pairs: [(UInt32, UInt32)], _ target: Int) -> String? {
        guard options.has("UIDPLUS"), !pairs.isEmpty else { return nil }
        let pairs = pairs.sorted { $0.1 < $1.1 }
        // A set must be in order only as far as both sides stay in step.
        let isInOrder = pairs.map(\.0) == pairs.map(\.0).sorted()
        let sources = isInOrder ? ServerNumbers.text(pairs.map(\.0)) : pairs.map { "\($0.0)" }.joined(separator: ",")
        return "[COPYUID \(folders[target].uidValidity) \(sources) \(ServerNumbers.text(pairs.map(\.1)))]"
    }

    mutating func append(_ arguments: [ServerNode]) throws -> String {
        var arguments = arguments[...]
        guard let name = arguments.popFirst()?.text, case .string(let bytes) = arguments.popLast() else {
            throw ServerSyntaxError(text: "no message")
        }
        var flags: Set<String> = []
        if let list = arguments.first?.items {
            flags = try self.flags(list)
            arguments.removeFirst()
        }
        if !options.takesKeywords { flags = flags.filter { $0.hasPrefix("\\") } }
        var date = Date(timeIntervalSince1970: 1_790_000_000 + TimeInterval(last.mail))
        if case .string(let text) = arguments.first {
            date = try ServerDate.date(String(decoding: text, as: UTF8.self))
            arguments.removeFirst()
        }
        guard arguments.isEmpty else { throw ServerSyntaxError(text: "one message at a time") }
        let index = try target(name)
        guard !bytes.isEmpty else { throw ServerRefusal(text: "an empty message") }
        let uid = put(addMail(bytes, date), in: index, flags: flags)
        return options.has("UIDPLUS") ? "[APPENDUID \(folders[index].uidValidity) \(uid)] appended" : "appended"
    }
}
