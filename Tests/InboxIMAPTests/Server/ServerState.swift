import Foundation
import InboxRemote
import TestSupport

/// All that a test server has, and its sessions.
struct ServerState: Sendable {
    var options: ServerOptions
    var folders: [ServerFolder] = []
    var mails: [Int: ServerMail] = [:]
    /// Threads by Message-ID.
    var threads: [String: Int] = [:]
    var sessions: [Int: ServerSession] = [:]
    var faults: [ScriptedFault] = []
    /// What is said with every listing.
    var alert: String?
    /// What happens just before the next command of that name.
    var surprise: (command: String, body: @Sendable (inout ServerState) -> Void)?
    /// How many of a hundred commands go wrong.
    var faultPercent = 0
    /// The names of all commands that came, in their order.
    var commands: [String] = []
    /// The same with all that came with them, and who sent it.
    var transcript: [String] = []
    var submissions: [SMTPSubmission] = []
    var submitFaults: [SubmitFault] = []
    /// The numbers of mails of which nothing but numbers, flags and dates is told, without a word why, as Exchange does.
    var untold: Set<Int> = []
    /// The reasons for recipients that are refused.
    var refusals: [String: String] = [:]
    /// What the next attempts to connect end with.
    var openErrors: [MailTransportError] = []
    var random: SeededRandom
    /// The last numbers that were given.
    var last = (mail: 0, folder: 0, session: 0, validity: UInt32(1_700_000_000))

    init(_ options: ServerOptions) {
        self.options = options
        random = SeededRandom(seed: options.seed)
        addFolder(raw: "INBOX", use: nil)
        guard !options.isGmail else {
            for (name, use) in [
                ("All Mail", "\\All"), ("Drafts", "\\Drafts"), ("Important", "\\Important"), ("Sent Mail", "\\Sent"),
                ("Spam", "\\Junk"), ("Starred", "\\Flagged"), ("Trash", "\\Trash"),
            ] { addFolder(raw: "[Gmail]/\(name)", use: use) }
            return
        }
        for (name, use) in [
            ("Archive", "\\Archive"), ("Drafts", "\\Drafts"), ("Junk", "\\Junk"), ("Sent", "\\Sent"),
            ("Trash", "\\Trash"),
        ] { addFolder(raw: options.prefix + name, use: use) }
    }

    @discardableResult
    mutating func addFolder(raw: String, use: String?) -> Int {
        last.folder += 1
        last.validity += 1
        folders.append(ServerFolder(id: last.folder, rawName: raw, use: use, uidValidity: last.validity))
        return folders.count - 1
    }

    // MARK: Sessions

    mutating func open(_ continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation) -> Int {
        last.session += 1
        sessions[last.session] = ServerSession(continuation)
        return last.session
    }

    mutating func receive(_ bytes: [UInt8], from id: Int) {
        guard sessions[id]?.isAlive == true else { return }
        sessions[id]?.reader.feed(bytes)
        while sessions[id]?.isAlive == true, step(id) {}
        flush(id)
        tellOthers()
    }

    private mutating func step(_ id: Int) -> Bool {
        guard var session = sessions[id], !session.isSilent else { return false }
        if let tag = session.idleTag {
            guard let line = session.reader.line() else { return put(session, id, false) }
            session.idleTag = nil
            put(session, id)
            writeUpdates(id, withExpunges: true)
            let isDone = String(decoding: line, as: UTF8.self).uppercased() == "DONE"
            write(isDone ? "\(tag) OK idled" : "\(tag) BAD that is not DONE", id)
            return true
        }
        let event = session.reader.next()
        put(session, id)
        switch event {
        case nil: return false
        case .command(let pieces): run(pieces, id)
        case .wantsLiteral(let pieces, let size, let isWaiting): admit(pieces, size, isWaiting, id)
        }
        return true
    }

    @discardableResult
    private mutating func put(_ session: ServerSession, _ id: Int, _ goesOn: Bool = true) -> Bool {
        sessions[id] = session
        return goesOn
    }

    /// Asks for a literal, or refuses it.
    private mutating func admit(_ pieces: [ServerCommandReader.Piece], _ size: Int, _ isWaiting: Bool, _ id: Int) {
        let tag = ServerCommand.tag(of: pieces)
        if !isWaiting, !options.has("LITERAL+"), !(options.has("LITERAL-") && size <= 4096) {
            // A server that does not know them takes the line for a command, and the bytes for the next ones.
            write("\(tag) BAD no such literals here", id)
            return close(id)
        }
        let name = ServerCommand.name(of: pieces)
        if isWaiting, case .refuseLiteral(let text) = takeFault(name, onlyLiterals: true) {
            commands.append(name)
            sessions[id]?.reader.drop()
            return write("\(tag) NO \(text)", id)
        }
        if isWaiting { write("+ go on", id) }
        flush(id)
    }

    mutating func write(_ line: String, _ id: Int) { sessions[id]?.write(line) }

    mutating func flush(_ id: Int) {
        guard var session = sessions[id], session.isAlive else { return }
        session.flush(&random, isCut: options.isCut)
        sessions[id] = session
    }

    mutating func close(_ id: Int) {
        flush(id)
        sessions[id]?.close(isClean: random.chance(50))
    }

    /// Tells sessions that wait what happened.
    mutating func tellOthers() {
        for (id, session) in sessions where session.isAlive && session.selected != nil {
            if session.idleTag != nil {
                writeUpdates(id, withExpunges: true)
            } else if options.isChatty, random.chance(10) {
                writeUpdates(id, withExpunges: false)
            }
            flush(id)
        }
    }
}
