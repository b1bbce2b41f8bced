public import Foundation
public import InboxModel

extension JMAPService {
    static let newestFirst: JSON = [["property": "receivedAt", "isAscending": false]]
    /// Ids are cheap, and the server sorts again for each query, so many are requested at once.
    private static let windowSize = 25_000

    /// Returns whole threads of a mailbox, but emails of all mail, newest first: a walk to the end covers each email anyway.
    public func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        guard let mailbox else {
            let (walk, filter) = Self.allMail(position)
            return try await page(walk, filter, .list, from: position, limit: limit)
        }
        return try await threadPage(in: mailbox, from: position, limit: limit)
    }

    public func wholeThreads(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage
    {
        let (walk, filter) = Self.allMail(position)
        return try await page(walk, filter, .list, from: position, limit: limit, isWhole: true)
    }

    public func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage {
        try await page("bodies", [:], .bodies, from: position, limit: limit)
    }

    public func position(behind position: RemotePosition, limit: Int) async throws(RemoteError) -> RemotePosition? {
        var place = WalkPosition(position)
        // There is nothing behind the end of the list, and asking would take the server as long as the list did.
        if let total = place.total, place.given >= total { return nil }
        let (walk, filter) = Self.allMail(position)
        let ids = try await nextIDs(walk, filter, &place, limit: max(limit, 1))
        place.advance(over: ids)
        return ids.isEmpty ? nil : place.remote
    }

    public func position(notAfter date: Date) -> RemotePosition? { WalkPosition(notAfter: date).remote }

    /// Returns the name of a walk over all mail, and its filter if it starts at a date.
    private static func allMail(_ position: RemotePosition?) -> (walk: String, filter: [String: JSON]) {
        guard let before = WalkPosition(position).before else { return ("all", [:]) }
        return ("before \(before)", ["filter": ["before": date(before)]])
    }

    private static func date(_ second: Int) -> JSON {
        .string(UTCDate.text(Date(timeIntervalSince1970: TimeInterval(second))))
    }

    public func drafts() async throws(RemoteError) -> [RemoteMessage] {
        let filter: [String: JSON] = ["filter": ["hasKeyword": .string(Keyword.draft.rawValue)]]
        var drafts: [RemoteMessage] = []
        var position: RemotePosition?
        repeat {
            let page = try await page("drafts", filter, .list, from: position, limit: 500)
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
    /// - Parameter isWhole: whether to add the other emails of the threads.
    func page(
        _ walk: String, _ filter: [String: JSON], _ detail: Detail, from: RemotePosition?, limit: Int,
        isWhole: Bool = false
    ) async throws(RemoteError) -> RemoteMessagePage {
        var position = WalkPosition(from)
        let ids = try await nextIDs(walk, filter, &position, limit: max(limit, 1))
        let members = try await isWhole ? threadMembers(of: ids, isPatient: true) : ids
        let emails = try await emails(members, detail, isPatient: true)
        position.advance(over: ids)
        if ids.isEmpty {
            try await checkEnd(of: walk, position)
        } else {
            try await checkHasEnd(walk, filter, &position, found: !emails.isEmpty)
        }
        return RemoteMessagePage(
            messages: await legible(emails).map { $0.told(detail) }, count: ids.count, total: position.total,
            next: ids.isEmpty ? nil : position.remote)
    }

    func nextIDs(_ walk: String, _ filter: [String: JSON], _ position: inout WalkPosition, limit: Int)
        async throws(RemoteError) -> [String]
    {
        if let last = position.anchors.first, let ids = knowledge.window(walk)?.after(last, limit: limit) { return ids }
        let isFirst = position.anchors.isEmpty && position.given == 0
        let arguments = filter.merging([
            "sort": Self.newestFirst, "limit": .number(max(limit, Self.windowSize)),
            "calculateTotal": .bool(isFirst),
        ]) { $1 }
        let query = try await query(arguments, at: position)
        if isFirst { position.total = query.total }
        // If many emails above are gone, the place need not be searched again for each page.
        if knowledge.refusesAnchors, !isFirst, let place = query.position { position.given = place }
        let window = IDWindow(query.ids, behind: position.anchors.first)
        knowledge.setWindow(window.ids.isEmpty ? nil : window, of: walk)
        return Array(window.ids.prefix(limit))
    }

    /// Queries a section of a list: after the last returned email, or the nearest earlier one that still exists, or at the place where it
    /// should be by count.
    func query(_ arguments: [String: JSON], at position: WalkPosition) async throws(RemoteError) -> WireQuery {
        if knowledge.refusesAnchors { return try await query(arguments, byCount: position) }
        for anchor in position.anchors {
            var asked = arguments
            asked["anchor"] = .string(anchor)
            asked["anchorOffset"] = 1
            do throws(RemoteError) {
                var answer = try await query(asked)
                if answer.ids.isEmpty { return answer }
                answer.ids = answer.ids.behind(anchor)
                // A server that starts at the top, or with the anchor itself, has ignored the anchor.
                if !answer.ids.isEmpty, answer.position != 0 { return answer }
                break
            } catch {
                if error.type == "invalidArguments" {
                    // The same query without the anchor shows whether the anchor was the cause.
                    let answer = try await query(arguments, byCount: position)
                    knowledge.refusesAnchors = true
                    return answer
                }
                guard error.type == "anchorNotFound" else { throw error }
            }
        }
        return try await query(arguments, byCount: position)
    }

    /// Emails above may be gone, so the search starts a little before the place, and moves up until it finds an email that was returned.
    func query(_ arguments: [String: JSON], byCount position: WalkPosition) async throws(RemoteError) -> WireQuery {
        guard !position.anchors.isEmpty else { return try await query(arguments) }
        var start = max(0, position.given - 100)
        while true {
            let end = start > 0 ? position.given : .max
            if let found = try await query(arguments, start...end, behind: position) { return found }
            // None of them exists any more. Returning emails twice does no harm.
            guard start > 0 else {
                var top = try await query(arguments)
                // Whatever the server says: the search depth depends on this.
                top.position = 0
                return top
            }
            start = start > 1_000 ? start / 2 : 0
        }
    }

    /// - Parameter places: the positions to search for one of the anchors, the nearest of which is first.
    /// - Returns: the ids after the anchor; nil if none is found.
    private func query(_ arguments: [String: JSON], _ places: ClosedRange<Int>, behind position: WalkPosition)
        async throws(RemoteError) -> WireQuery?
    {
        var arguments = arguments
        var start = places.lowerBound
        var before: [String] = []
        var isMet = false
        var further = 0
        while places.contains(start), further < Self.looksFurther {
            // Only new mail pushes the anchors further down. A server that always has other mail to list would be asked forever.
            if start > position.given { further += 1 }
            arguments["position"] = .number(start)
            var answer = try await query(arguments)
            let ids = answer.ids
            // A server that returns the same at every position has no more.
            let isSame = !ids.isEmpty && ids == before
            let last = position.anchors.first { ids.contains($0) }
            isMet = isMet || last != nil
            answer.ids = isSame ? [] : last.map { ids.behind($0) } ?? ids
            answer.position = start + ids.count - answer.ids.count
            if isSame || isMet && (ids.isEmpty || !answer.ids.isEmpty) { return answer }
            guard !ids.isEmpty else { return nil }
            start += ids.count
            before = ids
        }
        return nil
    }

    private static var looksFurther: Int { 25 }

    func threadPage(in mailbox: RemoteID, from: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage
    {
        var position = WalkPosition(from)
        let limits = try await keeper.current().session.limits
        let limit = min(max(limit, 1), limits.objectsInGet)
        var filter: [String: JSON] = ["inMailbox": .string(mailbox.rawValue)]
        filter["before"] = position.before.map(Self.date)
        let found = try await query(
            [
                "filter": .object(filter), "sort": Self.newestFirst, "collapseThreads": true,
                "limit": .number(limit), "calculateTotal": .bool(position.given == 0),
            ], at: position)
        if position.given == 0 { position.total = found.total }
        // A thread may have more emails than one request may get, so the ids are read first and split.
        let ids = IDWindow(found.ids).ids
        let members = try await threadMembers(of: ids)
        let emails = try await emails(members, .list)
        position.advance(over: ids)
        if !ids.isEmpty {
            let walk = "in \(mailbox.rawValue)"
            try await checkHasEnd(walk, ["filter": .object(filter)], &position, found: !emails.isEmpty)
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

    /// Returns every email of the threads of some emails, without duplicates.
    func threadMembers(of ids: [String], isPatient: Bool = false) async throws(RemoteError) -> [String] {
        let members = try await pieces(ids, size: max(ids.count, 1)) { ids throws(RemoteError) in
            var batch = Batch()
            batch.isPatient = isPatient
            let emails = batch.add(
                "Email/get", ["ids": .strings(ids), "properties": ["threadId"]], as: WireGet<WireThreadOf>.self)
            let threads = batch.add(
                "Thread/get", references: ["ids": emails.reference("/list/*/threadId") { $0.list.map(\.threadId) }],
                as: WireGet<WireThreadEmails>.self)
            return try await caller.send(batch).value(threads).list.flatMap(\.emailIds)
        }
        var seen: Set<String> = []
        return (members + ids).filter { seen.insert($0).inserted }
    }
}

extension [String] {
    /// The elements after one element; all if it is missing.
    fileprivate func behind(_ id: String) -> [String] {
        lastIndex(of: id).map { Array(self[($0 + 1)...]) } ?? self
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
