import Foundation
public import InboxModel
import InboxRemote
import InboxStore
import MailContent
import Synchronization

/// Texts and files of mail, from the store or from the servers.
extension MailSession {
    /// Returns a message's text from the store, or fetches it from the server.
    /// - Returns: nil if the server no longer has the message.
    public func body(of message: Message) async throws(SessionError) -> MessageBody? {
        if let body = try reading({ try $0.body(of: message.id) }) {
            await noteOpened(message.id)
            return body
        }
        return try await fetchBody(of: message, isOpened: true)
    }

    /// Fetches the texts of a thread that may be opened soon, if the store lacks them: those of its unread messages, or of its last
    /// message. What fails is tried again when the thread is opened.
    public func fetchAhead(_ thread: ThreadID, most: Int) async {
        let missing = try? store.read { reader in
            let all = try reader.messages(of: thread)
            let unread = all.filter(\.isUnread)
            let likely = (unread.isEmpty ? all.suffix(1) : unread[...]).prefix(most)
            return try likely.filter { try reader.body(of: $0.id) == nil }
        }
        for message in missing ?? [] where !Task.isCancelled {
            _ = try? await fetchBody(of: message, isOpened: false)
        }
    }

    /// Fetches the text of one message, if the store lacks it.
    public func fetchAhead(_ message: MessageID) async {
        let missing = try? store.read { reader in
            try reader.body(of: message) == nil ? try reader.message(message) : nil
        }
        guard let missing, !Task.isCancelled else { return }
        _ = try? await fetchBody(of: missing, isOpened: false)
    }

    private func fetchBody(of message: Message, isOpened: Bool) async throws(SessionError) -> MessageBody? {
        guard let remoteID = message.remoteID else { return nil }
        let service = try await service(of: message.account)
        do throws(RemoteError) {
            guard let told = try await service.message(remoteID), let body = told.body else { return nil }
            let read = ReadingFence.read(body, of: remoteID, in: message.account, fence)
            let kept = try? await store.write { transaction in
                try transaction.saveHeaders(of: message.id, told)
                try transaction.save(read.body, of: message.id, text: read.words, snippet: read.snippet)
                if isOpened { try transaction.noteOpened(message.id, now: Date()) }
                return try transaction.reader.body(of: message.id)
            }
            return kept ?? read.body
        } catch {
            throw .remote(error)
        }
    }

    /// Returns a message's text, if the store has it; quick enough for a frame.
    public func bodyInStore(of id: MessageID) -> MessageBody? {
        try? store.read { try $0.body(of: id) }
    }

    /// Notes that the user looks at a message, at most once a day: what was opened lately is kept longest.
    private func noteOpened(_ id: MessageID) async {
        let known = try? store.read { try $0.openedAt(id) }
        if let known, known.timeIntervalSinceNow > -86_400 { return }
        _ = try? await store.write { try $0.noteOpened(id, now: Date()) }
    }

    /// Returns a file from the store, or downloads it from the server.
    public func download(_ file: MessageFile, of message: Message) async throws(SessionError) -> [UInt8] {
        if let known = try reading({ try $0.file(file.remoteID, account: message.account) }) { return [UInt8](known) }
        // A file that was attached to a draft here is in the store, whether or not the server has it yet.
        if let id = file.localID, let kept = try reading({ try $0.upload(id) }) { return kept.bytes }
        let service = try await service(of: message.account)
        let (remoteID, account) = (file.remoteID, message.account)
        let bytes: [UInt8]
        do throws(RemoteError) {
            bytes = try await board.move(file, .download, of: account) { meter throws(RemoteError) in
                try await service.download(remoteID, meter: meter)
            }
        } catch {
            throw .remote(error)
        }
        try checkSize(bytes.count, of: file, account)
        _ = try? await store.write { try $0.save(file: remoteID, account: account, Data(bytes), now: Date()) }
        return bytes
    }

    /// Finds files of a message that are not what their names say, such as a program called “invoice.pdf” (F-4). Returns a sentence
    /// for each, by its position. Only files in the store are examined; nothing is fetched.
    public func disguisedFiles(of message: Message) -> [Int: String] {
        var found: [Int: String] = [:]
        for (index, file) in message.files.enumerated() {
            let start = try? store.read {
                try $0.start(of: file.remoteID, account: message.account, count: RiskyFile.startLength)
            }
            found[index] = start.flatMap { RiskyFile.disguise([UInt8]($0), name: file.fileName) }
        }
        return found
    }

    /// The largest file, in bytes, that is kept in the store after a download.
    private static let largestKept = 8 << 20

    /// Downloads a file piece by piece, so that a large one is never in memory as a whole. The file is complete only when this
    /// returns.
    /// - Throws: `cancelled`, as a remote error, if the sink accepts no more.
    public func download(_ file: MessageFile, of message: Message, into sink: @escaping FileSink)
        async throws(SessionError)
    {
        let (remoteID, account) = (file.remoteID, message.account)
        let isHere = try reading { try $0.hasFile(remoteID, account: account) }
        guard file.size > Self.largestKept, !isHere else {
            guard sink(try await download(file, of: message)) else {
                throw .remote(RemoteError(.cancelled, call: "download"))
            }
            return
        }
        let service = try await service(of: account)
        let count = Mutex(0)
        do throws(RemoteError) {
            try await board.move(file, .download, of: account) { meter throws(RemoteError) in
                try await service.download(remoteID, meter: meter) { piece in
                    count.withLock { $0 += piece.count }
                    return sink(piece)
                }
            }
        } catch {
            throw .remote(error)
        }
        try checkSize(count.withLock(\.self), of: file, account)
    }

    /// Throws if a download is incomplete, where that is known.
    private func checkSize(_ count: Int, of file: MessageFile, _ account: AccountID) throws(SessionError) {
        let dialect = try accounts().first { $0.id == account }?.dialect
        guard dialect?.tellsFileSizes == true, count != file.size else { return }
        let told = "\(count) bytes came of a file of \(file.size)"
        throw .remote(RemoteError(.unreadableAnswer(detail: told), call: "download"))
    }

    /// Returns a message as it was sent, byte for byte, or a draft as it is here, with its blind copies.
    public func rawMessage(_ message: Message) async throws(SessionError) -> [UInt8] {
        if let draft = try await bytes(ofDraft: message) { return draft }
        guard let remoteID = message.remoteID else { throw .notFound }
        let service = try await service(of: message.account)
        do throws(RemoteError) { return try await service.rawMessage(remoteID) } catch { throw .remote(error) }
    }
}
