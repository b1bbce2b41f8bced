import InboxRemote
import Synchronization

@testable import InboxIMAP

/// A server that answers commands by a table, as a stream of bytes.
final class ScriptedIMAP: Sendable {
    fileprivate struct State {
        var buffer: [UInt8] = []
        /// The command that is coming, with its literals, and how much of one is missing.
        var command = ""
        var missing = 0
        var told: [String] = []
        var isIdle: String?
        var isSilent = false
        var continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation?
        var watchers: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// Gets a command without its tag; returns the untagged lines and the rest of the tagged one, such as `OK`; nil is silence.
    typealias Answer = @Sendable (String) -> String?

    private let state = Mutex(State())
    private let capabilities: String
    private let answer: Answer

    /// - Parameter answer: for all but CAPABILITY, NOOP and IDLE. The last line is the end of the command: `OK`, `NO [LIMIT] x`.
    init(_ capabilities: String = "IMAP4rev1 UIDPLUS MOVE IDLE", _ answer: @escaping Answer = { _ in "OK" }) {
        (self.capabilities, self.answer) = (capabilities, answer)
    }

    /// All commands so far, but CAPABILITY.
    var told: [String] { state.withLock { $0.told } }

    /// A new connection.
    func stream() -> ByteStream {
        let (incoming, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        state.withLock { state in
            (state.buffer, state.command, state.missing, state.isIdle) = ([], "", 0, nil)
            state.continuation = continuation
        }
        return ByteStream(incoming: incoming) { [self] in receive($0) }
    }

    func say(_ text: String) { state.withLock { $0.continuation }?.yield(Array(text.utf8)) }

    /// Answers nothing any more, as a server that stands still, or one behind a line that swallows all.
    func fallSilent() { state.withLock { $0.isSilent = true } }

    func hangUp(_ error: TransportError? = nil) { state.withLock { $0.continuation }?.finish(throwing: error) }

    /// Returns once a command came that begins so.
    func untilTold(_ text: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.told.contains(where: { $0.hasPrefix(text) }) { return true }
                state.watchers.append((text, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func receive(_ bytes: [UInt8]) {
        if state.withLock({ $0.isSilent }) { return }
        state.withLock { $0.buffer += bytes }
        while let line = state.withLock({ $0.nextLine() }) { take(line) }
    }

    private func take(_ line: String) {
        if line.hasSuffix("}") { return say("+ go on\r\n") }
        if line == "DONE", let tag = state.withLock({ state in state.isIdle.take() }) {
            return say("\(tag) OK done\r\n")
        }
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        let (tag, command) = (parts[0], parts.count > 1 ? parts[1] : "")
        if command == "CAPABILITY" { return say("* CAPABILITY \(capabilities)\r\n\(tag) OK\r\n") }
        let watchers = state.withLock { state in
            state.told.append(command)
            defer { state.watchers.removeAll { command.hasPrefix($0.text) } }
            return state.watchers.filter { command.hasPrefix($0.text) }
        }
        defer { watchers.forEach { $0.continuation.resume() } }
        if command == "IDLE" {
            state.withLock { $0.isIdle = tag }
            return say("+ idling\r\n")
        }
        let standard = command == "NOOP" ? "OK" : nil
        guard let told = answer(command) ?? standard, !told.isEmpty else { return }
        var lines = told.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        // As every server does that opens a folder.
        if command.hasPrefix("SELECT"), !told.contains("EXISTS"), lines.last?.hasPrefix("OK") == true {
            lines.insert("* 0 EXISTS", at: lines.count - 1)
        }
        lines[lines.count - 1] = "\(tag) " + lines[lines.count - 1]
        say(lines.map { $0 + "\r\n" }.joined())
    }
}

extension ScriptedIMAP.State {
    /// A whole command, or a line that announces a literal which the server must ask for.
    fileprivate mutating func nextLine() -> String? {
        while true {
            if missing > 0 {
                let piece = buffer.prefix(missing)
                command += String(decoding: piece, as: UTF8.self)
                buffer.removeFirst(piece.count)
                missing -= piece.count
                if missing > 0 { return nil }
            }
            guard let end = buffer.firstIndex(of: 0x0A) else { return nil }
            let line = String(decoding: buffer[..<end].filter { $0 != 0x0D }, as: UTF8.self)
            buffer.removeFirst(end + 1)
            command += line
            guard line.last == "}", let brace = line.lastIndex(of: "{") else {
                defer { command = "" }
                return command
            }
            let digits = line[line.index(after: brace)...].dropLast()
            missing = Int(digits.filter { $0 != "+" }) ?? 0
            if digits.last != "+" { return line }
        }
    }
}
