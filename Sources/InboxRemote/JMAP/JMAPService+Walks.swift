package import Foundation
package import InboxModel

extension JMAPService {
    static let newestFirst: JSON = [["property": "receivedAt", "isAscending": false]]
    /// Ids are cheap, and the server sorts again for each query, so many are requested at once. On a slow line they must not keep mail
    /// waiting.
    private var windowSize: Int {
        let size = knowledge.size(of: .list)
        return size < Detail.list.pieceSize ? Self.shortestWindow * size : 25_000
    }
    private static var shortestWindow: Int { 20 }

    /// Returns whole threads of a mailbox, but emails of all mail, newest first: a walk to the end covers each email anyway.
    package func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        guard let mailbox else { return try await page("all", .list, from: position, limit: limit) }
        return try await threadPage(in: mailbox, from: position, limit: limit)
    }

    package func wholeThreads(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage
    {
        try await page("all", .list, from: position, limit: limit, isWhole: true)
    }

    package func allMail(from position: RemotePosition?, limit: Int, besides known: Set<RemoteID>)
        async throws(RemoteError) -> RemoteMessagePage
    {
        try await page("all", .list, from: position, limit: limit, besides: Set(known.map(\.rawValue)))
    }

    package func outline(from position: RemotePosition?, limit: Int, isWhole: Bool) async throws(RemoteError)
        -> RemoteMessagePage
    {
        try await page("all", .outline, from: position, limit: limit, isWhole: isWhole)
    }

    package func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage {
        try await page("bodies", .bodies, from: position, limit: limit)
    }

    package func position(behind position: RemotePosition, limit: Int) async throws(RemoteError) -> RemotePosition? {
        var place = WalkPosition(position)
        // There is nothing behind the end of the list, and asking would take the server as long as the list did.
        if let total = place.total, place.given >= total { return nil }
        let ids = try await nextIDs("all", [:], &place, limit: max(limit, 1))
        place.advance(over: ids)
        return ids.isEmpty ? nil : place.remote
    }

    package func position(notAfter date: Date) -> RemotePosition? { WalkPosition(notAfter: date).remote }

    package func drafts() async throws(RemoteError) -> [RemoteMessage] {
        do throws(RemoteError) {
            return try await drafts("drafts", ["hasKeyword": .string(Keyword.draft.rawValue)])
        } catch {
            // A server that can't look for keywords can still list a mailbox.
            guard error.nextStep == .drop else { throw error }
            guard let mailbox = try await mailboxTree().mailbox(for: .drafts) else { return [] }
            return try await drafts("in drafts", ["inMailbox": .string(mailbox.id)]).filter {
                $0.keywords.contains(.draft)
            }
        }
    }

    private func drafts(_ walk: String, _ filter: [String: JSON]) async throws(RemoteError) -> [RemoteMessage] {
        var drafts: [RemoteMessage] = []
        var position: RemotePosition?
        repeat {
            let page = try await page(walk, .list, filter: filter, from: position, limit: 500)
            drafts += page.messages
            position = page.next
            // Drafts may be added meanwhile, and some are returned twice.
            guard drafts.count / 2 - 500 <= page.total ?? Self.mostDrafts else {
                throw Self.endless("the server keeps listing drafts beyond those that it counts")
            }
        } while position != nil
        return drafts
    }

    /// The limit for a server that does not report a total.
    private static var mostDrafts: Int { 50_000 }
}

private extension JMAPService {
    /// - Parameters:
    ///   - filter: the conditions that all of the walk's mail meets.
    ///   - isWhole: whether to add the other emails of the threads.
    ///   - known: emails that are counted, and not requested.
    func page(
        _ walk: String, _ detail: Detail, filter: [String: JSON] = [:], from: RemotePosition?, limit: Int,
        isWhole: Bool = false, besides known: Set<String> = []
    ) async throws(RemoteError) -> RemoteMessagePage {
        var position = WalkPosition(from)
        let ids = try await nextIDs(walk, filter, &position, limit: max(limit, 1))
        let members = try await isWhole ? threadMembers(of: ids, isPatient: true).flatMap(\.self) : ids
        let wanted = members.filter { !known.contains($0) }
        let emails = try await emails(wanted, detail, isPatient: true)
        position.advance(over: ids)
        if ids.isEmpty {
            try await checkEnd(of: walk, position)
        } else {
            try await checkHasEnd(
                walk, filter, &position, found: !emails.isEmpty || wanted.count < members.count)
        }
        return RemoteMessagePage(
            messages: await legible(emails).map { $0.told(detail) }, count: ids.count, total: position.total,
            next: ids.isEmpty ? nil : position.remote)
    }

    func nextIDs(_ walk: String, _ filter: [String: JSON], _ position: inout WalkPosition, limit: Int)
        async throws(RemoteError) -> [String]
    {
        let known = knowledge.window(position.name(of: walk))
        if let last = position.anchors.first, let ids = known?.after(last, limit: limit) { return ids }
        let isFirst = !position.hasListed
        let query = try await window(filter, &position, limit: limit, isFirst: isFirst)
        if isFirst { position.total = query.total }
        // If many emails above are gone, the place need not be searched again for each page.
        if knowledge.refusesAnchors, position.given > 0, let place = query.position { position.given = place }
        let window = IDWindow(query.ids, behind: position.anchors.first)
        knowledge.setWindow(window.ids.isEmpty ? nil : window, of: position.name(of: walk))
        return Array(window.ids.prefix(limit))
    }

    /// Lists what follows a position: as much as comes over the line without breaking off, and what is needed now unless that breaks off,
    /// too.
    func window(_ filter: [String: JSON], _ position: inout WalkPosition, limit: Int, isFirst: Bool)
        async throws(RemoteError) -> WireQuery
    {
        var least = limit
        while true {
            let size = max(least, windowSize)
            do throws(RemoteError) {
                return try await listed(at: &position) { position in
                    var arguments: [String: JSON] = [
                        "sort": Self.newestFirst, "limit": .number(size), "calculateTotal": .bool(isFirst),
                    ]
                    arguments["filter"] = position.filter(filter)
                    return arguments
                }
            } catch {
                guard error.brokeOff, size > Self.shortestWindow else { throw error }
                knowledge.noteTooLong(.list)
                least = min(least, size / 2)
            }
        }
    }

    /// Ends a page before it has more emails than `limit`, since a thread may have hundreds and the first rows wait for all of the page.
    func threadPage(in mailbox: RemoteID, from: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        var position = WalkPosition(from)
        let limits = try await keeper.current().session.limits
        let limit = min(max(limit, 1), limits.objectsInGet)
        let filter: [String: JSON] = ["inMailbox": .string(mailbox.rawValue)]
        let isFirst = !position.hasListed
        let found = try await listedThreads(at: &position) { position in
            var arguments: [String: JSON] = [
                "sort": Self.newestFirst, "limit": .number(limit), "calculateTotal": .bool(isFirst),
            ]
            arguments["filter"] = position.filter(filter)
            return arguments
        }
        if isFirst { position.total = found.total }
        // A thread may have more emails than one request may get, so the ids are read first and split.
        let listed = IDWindow(found.ids).ids
        let threads = try await threadMembers(of: listed)
        let count = threads.count(fitting: limit)
        let ids = Array(listed.prefix(count))
        let emails = try await emails(threads.prefix(count).flatMap(\.self), .list)
        position.advance(over: ids)
        if !ids.isEmpty {
            let walk = "in \(mailbox.rawValue)"
            try await checkHasEnd(walk, filter, &position, found: !emails.isEmpty)
        }
        return RemoteMessagePage(
            messages: emails.map(\.remote), count: ids.count, total: position.total,
            next: ids.isEmpty ? nil : position.remote)
    }
}

extension JMAPService {
    /// Returns the ids of emails.
    func query(_ arguments: [String: JSON]) async throws(RemoteError) -> WireQuery {
        try await caller.call("Email/query", arguments, as: WireQuery.self)
    }

    /// Returns, for each of some emails, every email of its thread, without those that an earlier one has.
    func threadMembers(of ids: [String], isPatient: Bool = false) async throws(RemoteError) -> [[String]] {
        let found = try await pieces(ids, size: max(ids.count, 1), isReading: true) { ids throws(RemoteError) in
            var batch = Batch()
            batch.isPatient = isPatient
            let emails = batch.add(
                "Email/get", ["ids": .strings(ids), "properties": ["threadId"]], as: WireGet<WireThreadOf>.self)
            let threads = batch.add(
                "Thread/get", references: ["ids": emails.reference("/list/*/threadId") { $0.list.map(\.threadId) }],
                as: WireGet<WireThreadEmails>.self)
            let answers = try await caller.send(batch)
            return [ThreadsOf(emails: try answers.value(emails).list, threads: try answers.value(threads).list)]
        }
        // A thread may not list its newest email yet.
        let threadOf = Dictionary(found.flatMap(\.emails).map { ($0.id, $0.threadId) }, uniquingKeysWith: { $1 })
        var members: [String: [String]] = [:]
        var withEmail: [String: [String]] = [:]
        for thread in found.flatMap(\.threads) {
            members[thread.id] = thread.emailIds
            for id in thread.emailIds { withEmail[id] = thread.emailIds }
        }
        var seen: Set<String> = []
        return ids.map { id in
            let thread = threadOf[id].flatMap { members[$0] } ?? withEmail[id] ?? []
            return (thread + [id]).filter { seen.insert($0).inserted }
        }
    }

    private struct ThreadsOf: Sendable {
        let emails: [WireThreadOf]
        let threads: [WireThreadEmails]
    }
}

extension [[String]] {
    /// The number of threads that have no more emails than `limit` together, at least one of them.
    fileprivate func count(fitting limit: Int) -> Int {
        var (count, sum) = (0, 0)
        for thread in self {
            sum += thread.count
            if count > 0, sum > limit, !thread.isEmpty { break }
            count += 1
        }
        return count
    }
}

extension WireEmail {
    /// Leaves out a body that the server truncated: it is requested in full when somebody reads it.
    func told(_ detail: JMAPService.Detail) -> RemoteMessage {
        var message = remote
        if detail == .bodies, !hasWholeBody { message.body = nil }
        return message
    }
}
