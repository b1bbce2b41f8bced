import InboxRemote
import Synchronization
import TestSupport

/// What a server knows of one connection, after the sign-in.
struct ServerSession: Sendable {
    /// A message that the client knows of, in the order of message numbers.
    struct Known: Sendable {
        var uid: UInt32
        /// The state of its flags that the client was told.
        var modSeq: UInt64
    }

    var reader = ServerCommandReader()
    var out: [UInt8] = []
    /// The id of the folder that is open.
    var selected: Int?
    var isReadOnly = false
    var known: [Known] = []
    /// The highest UID that was ever in `known`.
    var top: UInt32 = 0
    /// In upper case.
    var enabled: Set<String> = []
    var hasIdentified = false
    var idleTag: String?
    var isClosed = false
    var isSilent = false
    /// Whether the command that runs does only the first message of its set.
    var isHalved = false

    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let hungUp: HungUp

    /// Whether the client dropped the stream. It is told in the middle of anything, so no lock may be taken.
    final class HungUp: Sendable {
        let isTrue = Atomic(false)
    }

    init(_ continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        self.continuation = continuation
        let hungUp = HungUp()
        self.hungUp = hungUp
        continuation.onTermination = { _ in hungUp.isTrue.store(true, ordering: .sequentiallyConsistent) }
    }

    var isAlive: Bool { !isClosed && !hungUp.isTrue.load(ordering: .sequentiallyConsistent) }
    var usesModSeq: Bool { !enabled.isDisjoint(with: ["CONDSTORE", "QRESYNC"]) }

    mutating func write(_ line: String) { out += Array((line + "\r\n").utf8) }

    /// Sends what was written.
    mutating func flush(_ random: inout SeededRandom, isCut: Bool) {
        var rest = out[...]
        out = []
        while isCut, rest.count > 1, random.chance(90) {
            let piece = rest.prefix(random.int(1..<min(rest.count + 1, 200)))
            continuation.yield(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        if !rest.isEmpty { continuation.yield(Array(rest)) }
    }

    mutating func close(isClean: Bool = true) {
        isClosed = true
        if isClean {
            continuation.finish()
        } else {
            continuation.finish(throwing: TransportError.unreachable(detail: "the test server hung up"))
        }
    }

    /// The message number of a UID, from 1.
    func number(of uid: UInt32) -> Int? {
        let index = known.partitioningIndex { $0.uid >= uid }
        return index < known.count && known[index].uid == uid ? index + 1 : nil
    }
}
