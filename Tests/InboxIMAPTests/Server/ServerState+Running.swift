import TestSupport

/// Why a command is answered by NO.
struct ServerRefusal: Error {
    var text: String
}

extension ServerState {
    mutating func run(_ pieces: [ServerCommandReader.Piece], _ id: Int) {
        let command: ServerCommand
        do throws(ServerSyntaxError) { command = try ServerCommand(pieces) } catch {
            return write("\(ServerCommand.tag(of: pieces)) BAD \(error.text)", id)
        }
        commands.append(command.name)
        if let surprise, surprise.command == command.name {
            self.surprise = nil
            surprise.body(&self)
        }
        let fault = takeFault(command.name, onlyLiterals: false)
        transcript.append("\(id): \(command.name) \(command.arguments.map(\.description).joined(separator: " "))")
        if let fault { transcript.append("   \(fault)") }
        switch fault {
        case .hangUpBefore: return close(id)
        case .silence:
            sessions[id]?.isSilent = true
            return
        case .refuse(let text): return write("\(command.tag) NO \(text)", id)
        default: break
        }
        let before = sessions[id]?.out.count ?? 0
        sessions[id]?.isHalved = fault == .hangUpHalf
        answer(command, id)
        sessions[id]?.isHalved = false
        lose(fault, from: before, id)
    }

    private mutating func answer(_ command: ServerCommand, _ id: Int) {
        if options.isChatty { chat(id) }
        if command.name == "LOGOUT" {
            write("* BYE until later", id)
            write("\(command.tag) OK logged out", id)
            return close(id)
        }
        let isBare = ["FETCH", "STORE", "SEARCH"].contains(command.name)
        let isByUID = command.name.hasPrefix("UID ")
        if options.isChatty, random.chance(30) { writeUpdates(id, withExpunges: !isBare && random.chance(50)) }
        let answer: String
        do {
            let text = try perform(command, id)
            // The end of IDLE comes later.
            guard let text else { return }
            answer = "OK \(text)"
        } catch let error as ServerRefusal {
            answer = "NO \(error.text)"
        } catch let error as ServerSyntaxError {
            answer = "BAD \(error.text)"
        } catch {
            answer = "BAD \(error)"
        }
        guard sessions[id]?.isAlive == true else { return }
        writeUpdates(id, withExpunges: !isBare && !(isByUID && options.isChatty && random.chance(30)))
        write("\(command.tag) \(answer)", id)
    }

    private mutating func lose(_ fault: ServerFault?, from start: Int, _ id: Int) {
        switch fault {
        case .hangUpAfter, .hangUpHalf:
            sessions[id]?.out.removeSubrange(start...)
            close(id)
        case .hangUpAmid:
            let count = sessions[id]?.out.count ?? 0
            if count > start { sessions[id]?.out.removeSubrange(random.int(start..<count)...) }
            close(id)
        case .omit:
            guard let out = sessions[id]?.out[start...],
                let end = out.dropLast().lastIndex(of: 0x0A), end >= start
            else { return }
            sessions[id]?.out.removeSubrange(start...end)
        default: break
        }
    }

    /// What a server may say at any time.
    private mutating func chat(_ id: Int) {
        guard random.chance(30) else { return }
        let lines = ["* OK still here", "* OK [ALERT] maintenance at (noon) {soon", "* OK [X-NONE \"]\"] well"]
        write(random.pick(lines), id)
        if sessions[id]?.selected != nil, random.chance(30) { write("* 0 RECENT", id) }
    }

    /// The fault that a command meets; it is then used up.
    mutating func takeFault(_ name: String, onlyLiterals: Bool) -> ServerFault? {
        for index in faults.indices where faults[index].command == nil || faults[index].command == name {
            var isLiteral = false
            if case .refuseLiteral = faults[index].fault { isLiteral = true }
            guard isLiteral == onlyLiterals else { continue }
            guard faults[index].after == 0 else {
                faults[index].after -= 1
                continue
            }
            return faults.remove(at: index).fault
        }
        guard !onlyLiterals, faultPercent > 0, random.chance(faultPercent) else { return nil }
        return random.pick([.hangUpBefore, .hangUpAfter, .hangUpAmid, .hangUpHalf])
    }

    /// - Returns: the text after OK; nil if the answer comes later.
    private mutating func perform(_ command: ServerCommand, _ id: Int) throws -> String? {
        let arguments = command.arguments
        switch command.name {
        case "CAPABILITY":
            write("* CAPABILITY " + options.capabilities.sorted().joined(separator: " "), id)
            return "done"
        case "NOOP", "CHECK": return "done"
        case "ID": return try identify(id)
        case "ENABLE": return try enable(arguments, id)
        case "IDLE": return try idle(command.tag, id)
        case "NAMESPACE": return try namespace(id)
        case "MYRIGHTS": return try rights(arguments, id)
        case "LIST": return try list(arguments, id)
        case "STATUS": return try status(arguments, id)
        case "CREATE": return try create(arguments)
        case "DELETE": return try delete(arguments, id)
        case "RENAME": return try rename(arguments)
        case "SUBSCRIBE", "UNSUBSCRIBE": return try subscribe(arguments, command.name == "SUBSCRIBE")
        case "SELECT", "EXAMINE": return try select(arguments, isReadOnly: command.name == "EXAMINE", id)
        case "CLOSE": return try leave(id, expunges: true)
        case "UNSELECT":
            try need("UNSELECT")
            return try leave(id, expunges: false)
        case "FETCH", "UID FETCH": return try fetch(arguments, byUID: command.name != "FETCH", id)
        case "STORE", "UID STORE": return try store(arguments, byUID: command.name != "STORE", id)
        case "COPY", "UID COPY": return try copy(arguments, byUID: command.name != "COPY", id)
        case "MOVE", "UID MOVE": return try move(arguments, byUID: command.name != "MOVE", id)
        case "SEARCH", "UID SEARCH": return try search(arguments, byUID: command.name != "SEARCH", command.tag, id)
        case "EXPUNGE": return try expunge(nil, id)
        case "UID EXPUNGE":
            try need("UIDPLUS")
            return try expunge(arguments.first?.text ?? "", id)
        case "APPEND": return try append(arguments)
        default: throw ServerSyntaxError(text: "\(command.name) is not known")
        }
    }

    func need(_ capability: String) throws {
        guard options.has(capability) else { throw ServerSyntaxError(text: "no \(capability) here") }
    }

    private mutating func identify(_ id: Int) throws -> String {
        try need("ID")
        sessions[id]?.hasIdentified = true
        write("* ID (\"name\" \"TestMailServer\")", id)
        return "done"
    }

    private mutating func enable(_ arguments: [ServerNode], _ id: Int) throws -> String {
        try need("ENABLE")
        let names = arguments.compactMap(\.word).filter { options.has($0) }
        sessions[id]?.enabled.formUnion(names)
        write("* ENABLED" + names.map { " " + $0 }.joined(), id)
        return "done"
    }

    private mutating func idle(_ tag: String, _ id: Int) throws -> String? {
        try need("IDLE")
        write("+ idling", id)
        sessions[id]?.idleTag = tag
        writeUpdates(id, withExpunges: true)
        return nil
    }

    private mutating func namespace(_ id: Int) throws -> String {
        try need("NAMESPACE")
        let delimiter = options.delimiter.map { "\"\($0)\"" } ?? "NIL"
        func space(_ prefix: String?) -> String { prefix.map { "((\"\($0)\" \(delimiter)))" } ?? "NIL" }
        let spaces = [options.prefix, options.others, options.shared].map(space)
        write("* NAMESPACE " + spaces.joined(separator: " "), id)
        return "done"
    }

    private mutating func rights(_ arguments: [ServerNode], _ id: Int) throws -> String {
        try need("ACL")
        guard let name = arguments.first?.text else { throw ServerSyntaxError(text: "no name") }
        write("* MYRIGHTS \(ServerPart.string(name)) \(folders[try index(named: name)].rights)", id)
        return "done"
    }
}
