import Foundation
import InboxRemote
import Synchronization
import TestSupport

/// A line on which the answers of a server get damaged: cut off, without a line, with one twice, out of order, with odd ones among them.
/// What a client can't notice, such as another number in its place, does not happen.
final class DamagedLine: MailTransport {
    private static let odd = [
        "* 0 EXPUNGE", "* 99999999999 EXPUNGE", "* 18446744073709551616 EXISTS", "* -1 EXISTS", "* 7 FETCH NIL",
        "* FETCH",
        "* 3 FETCH (UID 0 FLAGS NIL)", "* 2 FETCH (UID 4294967296 FLAGS ())", "* 1 FETCH (FLAGS)", "* LIST NIL NIL NIL",
        "* LIST (\\Noselect) NIL \"Ghost\"", "* LIST () \"/\" \"Gho", "* STATUS INBOX NIL", "* STATUS",
        "* OK [UIDNEXT 0] x",
        "* NO [ALERT] (", "* BAD", "* BYE so long", "* OK [COPYUID 1 1:4294967295 1] x", "* VANISHED 4294967295:1", "*",
        "* ",
        "* 1 FETCH ((((((((((((((((((((((((", "A OK x", "* LIST () \"/\" inbox", "* SEARCH 0", "* ESEARCH UID ALL 0:0",
        "\u{1}\u{2}",
    ]

    private struct State {
        var random: SeededRandom
        var percent: Int
    }

    private let server: TestMailServer
    private let state: Mutex<State>

    init(_ server: TestMailServer, seed: Int, percent: Int) {
        self.server = server
        state = Mutex(State(random: SeededRandom(seed: seed), percent: percent))
    }

    func mend() { state.withLock { $0.percent = 0 } }

    func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) -> ByteStream {
        let stream = try await server.openIMAP(place, credential)
        let (incoming, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let reader = Task { [self] in
            do {
                for try await bytes in stream.incoming {
                    let (told, isEnd) = damaged(bytes)
                    continuation.yield(told)
                    if isEnd { break }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in reader.cancel() }
        return ByteStream(incoming: incoming, send: stream.send)
    }

    func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
        async throws(MailTransportError) -> [String: String]
    {
        try await server.submit(submission, to: place, credential)
    }

    func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) {
        try await server.proveSMTP(place, credential)
    }

    /// - Returns: what arrives, and whether the connection breaks after it.
    private func damaged(_ bytes: [UInt8]) -> ([UInt8], Bool) {
        state.withLock { state in
            guard state.random.chance(state.percent) else { return (bytes, false) }
            if state.random.chance(20) { return (Array(bytes.prefix(state.random.int(0..<bytes.count + 1))), true) }
            var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
            // A client waits for the end of each command, and for its turn.
            let places = lines.indices.dropLast().filter { lines[$0].first != "A" }
            guard !places.isEmpty, lines[lines.count - 2].first == "A", lines.last?.isEmpty == true else {
                return (bytes, false)
            }
            let place = state.random.pick(places)
            switch state.random.int(0..<5) {
            case 0: lines.remove(at: place)
            case 1: lines.insert(lines[place], at: place)
            case 2: lines.swapAt(place, state.random.pick(places))
            case 3: lines.insert(state.random.pick(Self.odd), at: place)
            default: lines[place] = Self.withoutValue(lines[place])
            }
            // Part of a literal may be missing, and its end would be waited for.
            return (Array(lines.joined(separator: "\r\n").utf8), lines.contains { $0.hasSuffix("}") })
        }
    }

    /// NIL instead of the last list or string.
    private static func withoutValue(_ line: String) -> String {
        guard line.hasSuffix("))") || line.hasSuffix("\""),
            let start = line.dropLast().lastIndex(where: { "(\"".contains($0) })
        else { return line }
        return line[..<start] + "NIL" + (line.hasSuffix("))") ? ")" : "")
    }
}
