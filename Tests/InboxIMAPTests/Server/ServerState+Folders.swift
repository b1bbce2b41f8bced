import TestSupport

extension ServerState {
    // MARK: Listing

    mutating func list(_ arguments: [ServerNode], _ id: Int) throws -> String {
        var arguments = arguments[...]
        if arguments.first?.items != nil {
            try need("LIST-EXTENDED")
            arguments = arguments.dropFirst()
        }
        guard arguments.count >= 2, let reference = arguments.removeFirst().text else {
            throw ServerSyntaxError(text: "a name is missing")
        }
        let patterns = arguments.removeFirst().several.compactMap(\.text).map { reference + $0 }
        let (wanted, items) = try returned(arguments)
        if let alert { write("* OK [ALERT] \(alert)", id) }
        if patterns == [""] {
            write("* LIST (\\Noselect) \(delimiterText) \"\"", id)
            return "listed"
        }
        for name in listedNames where patterns.contains(where: { matches(name[...], $0[...]) }) {
            let folder = folders.first { $0.rawName == name }
            let attributes = attributes(of: name, folder, isSubscribed: wanted.contains("SUBSCRIBED"))
            write("* LIST (\(attributes.joined(separator: " "))) \(delimiterText) \(spelled(name))", id)
            if let items, let folder { try writeStatus(folder, items, id) }
        }
        return "listed"
    }

    private func returned(_ arguments: ArraySlice<ServerNode>) throws -> (Set<String>, [String]?) {
        guard let first = arguments.first else { return ([], nil) }
        guard first.word == "RETURN", arguments.count == 2, let list = arguments.last?.items else {
            throw ServerSyntaxError(text: "that is no RETURN")
        }
        try need("LIST-EXTENDED")
        var (wanted, items) = (Set<String>(), [String]?.none)
        for node in list {
            if let word = node.word {
                if word == "STATUS" { try need("LIST-STATUS") }
                if word == "SPECIAL-USE" { try need("SPECIAL-USE") }
                wanted.insert(word)
            } else if wanted.contains("STATUS") {
                items = node.several.compactMap(\.word)
            }
        }
        return (wanted, items)
    }

    private var delimiterText: String { options.delimiter.map { $0 == "\\" ? "\"\\\\\"" : "\"\($0)\"" } ?? "NIL" }

    /// Folders, and the names above them that are none.
    private var listedNames: [String] {
        var names = Set(folders.map(\.rawName))
        for name in names {
            for index in name.indices where name[index] == options.delimiter { names.insert(String(name[..<index])) }
        }
        return names.sorted()
    }

    private func hasChildren(_ name: String) -> Bool {
        guard let delimiter = options.delimiter else { return false }
        return folders.contains { $0.rawName.hasPrefix(name + String(delimiter)) }
    }

    private func attributes(of name: String, _ folder: ServerFolder?, isSubscribed: Bool) -> [String] {
        var attributes: [String] = []
        if folder == nil { attributes.append(options.has("LIST-EXTENDED") ? "\\NonExistent" : "\\Noselect") }
        if options.has("CHILDREN") { attributes.append(hasChildren(name) ? "\\HasChildren" : "\\HasNoChildren") }
        if options.has("SPECIAL-USE"), let use = folder?.use { attributes.append(use) }
        if isSubscribed, folder?.isSubscribed == true { attributes.append("\\Subscribed") }
        return attributes
    }

    /// A name as an atom, a quoted string, or a literal.
    private mutating func spelled(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"(){%*\"\\]".utf8.contains($0) }
        if options.isChatty {
            if isPlain, random.chance(50) { return name }
            if random.chance(20) { return "{\(name.utf8.count)}\r\n\(name)" }
        }
        return ServerPart.string(name)
    }

    private func matches(_ name: Substring, _ pattern: Substring) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" || first == "%" {
            if matches(name, pattern.dropFirst()) { return true }
            guard let next = name.first, first == "*" || next != options.delimiter else { return false }
            return matches(name.dropFirst(), pattern)
        }
        return name.first == first && matches(name.dropFirst(), pattern.dropFirst())
    }

    mutating func status(_ arguments: [ServerNode], _ id: Int) throws -> String {
        guard arguments.count == 2, let name = arguments[0].text, let items = arguments[1].items else {
            throw ServerSyntaxError(text: "a name or a list is missing")
        }
        try writeStatus(folders[try index(named: name)], items.compactMap(\.word), id)
        return "done"
    }

    private mutating func writeStatus(_ folder: ServerFolder, _ items: [String], _ id: Int) throws {
        let values = try items.map { item throws -> String in
            switch item {
            case "MESSAGES": return "\(item) \(folder.copies.count)"
            case "RECENT": return "\(item) 0"
            case "UIDNEXT": return "\(item) \(folder.uidNext)"
            case "UIDVALIDITY": return "\(item) \(folder.uidValidity)"
            case "UNSEEN": return "\(item) \(folder.copies.count { !$0.flags.contains("\\Seen") })"
            case "HIGHESTMODSEQ" where options.hasModSeq: return "\(item) \(folder.highestModSeq)"
            case "MAILBOXID" where options.has("OBJECTID"): return "\(item) (F\(folder.id))"
            default: throw ServerSyntaxError(text: "no \(item) here")
            }
        }
        let shown = options.isChatty ? values.shuffled(using: &random) : values
        write("* STATUS \(spelled(folder.rawName)) (\(shown.joined(separator: " ")))", id)
    }

    // MARK: Changing

    mutating func create(_ arguments: [ServerNode]) throws -> String {
        guard var name = arguments.first?.text else { throw ServerSyntaxError(text: "no name") }
        if let delimiter = options.delimiter, name.hasSuffix(String(delimiter)) { name.removeLast() }
        try admit(name)
        let index = addFolder(raw: name, use: nil)
        folders[index].isSubscribed = false
        return options.has("OBJECTID") ? "[MAILBOXID (F\(folders[index].id))] created" : "created"
    }

    /// Whether a folder may get a name.
    private func admit(_ name: String) throws {
        guard !folders.contains(where: { $0.rawName == name }), name.uppercased() != "INBOX" else {
            throw ServerRefusal(text: "[ALREADYEXISTS] there is \(name)")
        }
        var levels = [name]
        if let delimiter = options.delimiter {
            levels = name.split(separator: delimiter, omittingEmptySubsequences: false).map(String.init)
        }
        guard name.hasPrefix(options.prefix), !levels.contains(""), !(options.isGmail && name.hasPrefix("[Gmail]")),
            name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x25 && $0 != 0x2A })
        else { throw ServerRefusal(text: "[CANNOT] no folder can be called \(name)") }
    }

    mutating func delete(_ arguments: [ServerNode], _ id: Int) throws -> String {
        guard let name = arguments.first?.text else { throw ServerSyntaxError(text: "no name") }
        let index = try index(named: name)
        guard index > 0 else { throw ServerRefusal(text: "[CANNOT] the inbox stays") }
        if sessions[id]?.selected == folders[index].id { sessions[id]?.selected = nil }
        deleteFolder(at: index)
        return "deleted"
    }

    /// Sessions that have it open are hung up.
    mutating func deleteFolder(at index: Int) {
        hangUp(on: folders[index].id)
        folders.remove(at: index)
    }

    mutating func hangUp(on folder: Int) {
        for (id, session) in sessions where session.selected == folder {
            write("* BYE the folder is gone", id)
            close(id)
        }
    }

    mutating func rename(_ arguments: [ServerNode]) throws -> String {
        guard arguments.count == 2, let old = arguments[0].text, let new = arguments[1].text else {
            throw ServerSyntaxError(text: "a name is missing")
        }
        try renameFolder(old, to: new)
        return "renamed"
    }

    mutating func renameFolder(_ old: String, to new: String) throws {
        let below = options.delimiter.map { old + String($0) }
        let isBelow = { (name: String) in below.map { name.hasPrefix($0) } ?? false }
        guard folders.contains(where: { $0.rawName == old || isBelow($0.rawName) }) else {
            throw ServerRefusal(text: "[NONEXISTENT] there is no \(old)")
        }
        guard old.uppercased() != "INBOX", !isBelow(new) else { throw ServerRefusal(text: "[CANNOT] not so") }
        try admit(new)
        for index in folders.indices where folders[index].rawName == old || isBelow(folders[index].rawName) {
            folders[index].rawName = new + folders[index].rawName.dropFirst(old.count)
        }
    }

    mutating func subscribe(_ arguments: [ServerNode], _ isOn: Bool) throws -> String {
        guard let name = arguments.first?.text else { throw ServerSyntaxError(text: "no name") }
        folders[try index(named: name)].isSubscribed = isOn
        return "done"
    }
}
