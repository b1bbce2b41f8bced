package import Foundation
package import InboxModel
import InboxRemote

/// Walks from new mail to old.
extension IMAPService {
    package func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        guard let mailbox else { return try await page(from: position, limit: limit) }
        let folders = Set(try await knownFolders().filter { $0.mailbox == mailbox }.map(\.id))
        guard !folders.isEmpty else {
            throw RemoteError(.notFound(message: "the mailbox is gone"), call: "SELECT")
        }
        let (copies, next) = try await newest(in: folders, from: Self.place(position), limit: limit)
        let messages = try await addingThreads(to: try await listed(copies))
        let count = Set(messages.map(\.thread)).count
        return RemoteMessagePage(messages: messages, count: count, total: nil, next: next?.remote)
    }

    package func wholeThreads(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage
    {
        var page = try await page(from: position, limit: limit)
        page.messages = try await addingThreads(to: page.messages)
        return page
    }

    package func allMail(from position: RemotePosition?, limit: Int, besides known: Set<RemoteID>)
        async throws(RemoteError) -> RemoteMessagePage
    {
        try await page(from: position, limit: limit, besides: known)
    }

    /// What the index knows of messages needs no reading.
    package func outline(from position: RemotePosition?, limit: Int, isWhole: Bool) async throws(RemoteError)
        -> RemoteMessagePage
    {
        let (copies, next) = try await outlinedWalk(in: nil, from: Self.place(position), limit: limit)
        let read = try await heads(of: copies.filter { $0.message == nil }).map(\.message.id)
        let wanted = Set(read + copies.compactMap(\.message))
        let messages = try keeper.use { index in
            let messages = Array(try index.messages(wanted).values)
            return isWhole ? try index.messages(ofThreads: Set(messages.map(\.thread))) : messages
        }
        return RemoteMessagePage(
            messages: messages.sorted { $0.receivedAt > $1.receivedAt }.map { message in
                RemoteMessage(
                    id: message.id, thread: message.thread, subject: "", receivedAt: message.receivedAt,
                    keywords: message.keywords, mailboxes: message.mailboxes)
            }, count: copies.count, total: try keeper.use { try $0.count(in: nil) }, next: next?.remote)
    }

    package func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage {
        let (copies, next) = try await outlinedWalk(in: nil, from: Self.place(position), limit: limit)
        return RemoteMessagePage(
            messages: try await bodied(copies), count: copies.count, total: try keeper.use { try $0.count(in: nil) },
            next: next?.remote)
    }

    package func position(behind position: RemotePosition, limit: Int) async throws(RemoteError) -> RemotePosition? {
        guard let place = IndexPosition(text: position.rawValue) else { return nil }
        let next = try walk(in: nil, from: place, limit: limit).next
        return try await isOutlined(next) ? next?.remote : nil
    }

    package func position(notAfter date: Date) -> RemotePosition? {
        guard date.timeIntervalSince1970.magnitude < 1e12 else { return nil }
        return IndexPosition(date: date, folder: .max, uid: .max).remote
    }

    /// - Returns: copies, and where the page behind them begins.
    func walk(in folders: Set<Int64>?, from place: IndexPosition?, limit: Int) throws(RemoteError) -> (
        copies: [IndexedCopy], next: IndexPosition?
    ) {
        let limit = max(limit, 1)
        let copies = try keeper.use { try $0.walk(in: folders, from: place, limit: limit + 1) }
        return (Array(copies.prefix(limit)), copies.count > limit ? copies[limit].position : nil)
    }
}

private extension IMAPService {
    static func place(_ position: RemotePosition?) -> IndexPosition? {
        position.flatMap { IndexPosition(text: $0.rawValue) }
    }

    /// A page of a walk over some folders. The first one of large folders is what came last; the next one then begins at the newest date,
    /// and tells some of that once more.
    func newest(in folders: Set<Int64>, from place: IndexPosition?, limit: Int) async throws(RemoteError) -> (
        copies: [IndexedCopy], next: IndexPosition?
    ) {
        if place == nil, let copies = try await lastArrived(in: folders, limit: limit) {
            return (copies, IndexPosition(date: .distantFuture, folder: .max, uid: .max))
        }
        return try await outlinedWalk(in: folders, from: place, limit: limit)
    }

    /// A page of the walk over all mail, which counts copies: how many messages these are is not known before they are read.
    func page(from position: RemotePosition?, limit: Int, besides known: Set<RemoteID> = []) async throws(RemoteError)
        -> RemoteMessagePage
    {
        let (copies, next) = try await outlinedWalk(in: nil, from: Self.place(position), limit: limit)
        let wanted = copies.filter { copy in copy.message.map { !known.contains($0) } ?? true }
        return RemoteMessagePage(
            messages: try await listed(wanted), count: copies.count, total: try keeper.use { try $0.count(in: nil) },
            next: next?.remote)
    }

    /// Adds the other messages of the threads, as far as their heads were read. The thread of others is not known yet: once the walk
    /// over all mail comes to them, the index tells how threads have grown.
    func addingThreads(to messages: [RemoteMessage]) async throws(RemoteError) -> [RemoteMessage] {
        let here = Set(messages.map(\.id))
        let others = try keeper.use { try $0.messages(ofThreads: Set(messages.map(\.thread))) }
            .filter { !here.contains($0.id) }
        return messages + (try await listed(others.compactMap(\.copies.first)))
    }
}

extension IndexPosition {
    var remote: RemotePosition { RemotePosition(rawValue: text) }
}
