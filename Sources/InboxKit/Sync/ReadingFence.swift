import Foundation
import InboxModel
import Synchronization

/// Keeps a mail from crashing the program again and again. Before the formatted text of a mail from outside is read, a note of it
/// is written to a file, and removed afterwards. A note that is left says that the process ended while reading that text. A text
/// that ended two processes is kept without its formatting.
///
/// Nothing waits for the file to reach the disk: what was written survives the end of the process, and losing it with the machine
/// does no harm.
final class ReadingFence: Sendable {
    private let folder: String
    /// The keys of texts that are not read any more.
    private let fatal: Set<UInt64>
    private let notes = Mutex(Notes())

    private struct Notes {
        var file: Int32?
        var path = ""
        /// Which places in the file hold a note.
        var places: [Bool] = []
    }

    /// What is shown with a text that is not read.
    static let problem =
        "Its formatted text is left out: Maraca ended twice while reading it. The source has all of it."
    private static let allowed = 1
    /// The most keys that are remembered.
    private static let most = 200
    private static let length = MemoryLayout<UInt64>.size

    /// Counts the notes that processes have left which ended, without waiting for anything.
    init(folder: String) {
        self.folder = folder
        var counts = Self.counts(folder)
        let left = Self.takeLeft(folder)
        for key in left { counts[key, default: 0] += 1 }
        if !left.isEmpty { Self.keep(counts, folder) }
        fatal = Set(counts.filter { $0.value > Self.allowed }.keys)
    }

    deinit {
        notes.withLock { notes in
            guard let file = notes.file else { return }
            if !notes.places.contains(true) { unlink(notes.path) }
            close(file)
        }
    }

    /// Returns a mail's body as it may be stored and shown.
    /// - Parameter read: replaced by tests.
    func read(
        _ body: MessageBody, of message: RemoteID, in account: AccountID,
        _ read: (MessageBody) -> ReadBody = { ReadBody($0) }
    ) -> ReadBody {
        guard body.html != nil else { return read(body) }
        let key = Self.key(message, account)
        if fatal.contains(key) {
            var rest = body
            rest.html = nil
            rest.problems.append(Self.problem)
            return read(rest)
        }
        let place = begin(key)
        defer { end(place) }
        return read(body)
    }

    /// Reads a body with the fence, or without one: a session that stores nothing between two starts has none.
    static func read(_ body: MessageBody, of message: RemoteID, in account: AccountID, _ fence: ReadingFence?)
        -> ReadBody
    {
        fence?.read(body, of: message, in: account) ?? ReadBody(body)
    }

    // MARK: Notes

    /// - Returns: the note's place in the file; nil if no note could be made.
    func begin(_ key: UInt64) -> Int? {
        notes.withLock { notes in
            if notes.file == nil { open(&notes) }
            guard let file = notes.file else { return nil }
            let place = notes.places.firstIndex(of: false) ?? notes.places.count
            guard Self.write(key, file, place) else { return nil }
            if place == notes.places.count { notes.places.append(true) } else { notes.places[place] = true }
            return place
        }
    }

    private func end(_ place: Int?) {
        guard let place else { return }
        notes.withLock { notes in
            guard let file = notes.file, Self.write(0, file, place) else { return }
            notes.places[place] = false
        }
    }

    private func open(_ notes: inout Notes) {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        notes.path = "\(folder)/\(getpid())-\(UUID().uuidString)"
        let file = Glibc.open(notes.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        // Held for as long as this process lives: a file that nobody holds was left behind.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return
        }
        notes.file = file
    }

    private static func write(_ key: UInt64, _ file: Int32, _ place: Int) -> Bool {
        var key = key
        return pwrite(file, &key, length, off_t(place * length)) == length
    }

    /// A hash that is the same in every process, and does not reveal whose mail it is (FNV-1a, 64 bits).
    static func key(_ message: RemoteID, _ account: AccountID) -> UInt64 {
        let hash = "\(account.rawValue) \(message.rawValue)".utf8.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return max(1, hash)
    }

    // MARK: What was left

    private static func takeLeft(_ folder: String) -> [UInt64] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0 != name }.flatMap { name -> [UInt64] in
            let path = "\(folder)/\(name)"
            let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { return [] }
            defer { close(file) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0, unlink(path) == 0 else { return [] }
            var keys = [UInt64](repeating: 0, count: 64)
            let count = keys.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
            return keys.prefix(max(0, count) / length).filter { $0 != 0 }
        }
    }

    private static let name = "ended"

    private static func counts(_ folder: String) -> [UInt64: Int] {
        let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { counts, line in
            let parts = line.split(separator: " ")
            guard parts.count == 2, let key = UInt64(parts[0], radix: 16), let count = Int(parts[1]) else { return }
            counts[key] = count
        }
    }

    private static func keep(_ counts: [UInt64: Int], _ folder: String) {
        let lines = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(most).map {
            "\(String($0.key, radix: 16)) \($0.value)\n"
        }
        let path = "\(folder)/\(name)"
        try? Data(lines.joined().utf8).write(to: URL(filePath: path), options: .atomic)
        // An atomic write creates the file with default permissions.
        chmod(path, 0o600)
    }
}
