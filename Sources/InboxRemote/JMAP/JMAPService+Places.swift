import InboxModel

/// Finding the place in a list where a walk continues.
extension JMAPService {
    /// Lists what follows a position. A server without anchors may list only the first ten thousand by count (James): what follows those is
    /// no newer than the last of them, and a list of its own.
    /// - Parameter arguments: makes those of a query, except for the place.
    func listed(at position: inout WalkPosition, _ arguments: (WalkPosition) -> [String: JSON])
        async throws(RemoteError) -> WireQuery
    {
        do throws(RemoteError) { return try await query(arguments(position), at: position) } catch {
            guard let rest = try await rest(behind: position, after: error) else { throw error }
            position = rest
            return try await query(arguments(position), at: position)
        }
    }

    /// Lists one email for each thread, as far as the server can (RFC 8621 §4.4.3).
    func listedThreads(at position: inout WalkPosition, _ arguments: (WalkPosition) -> [String: JSON])
        async throws(RemoteError) -> WireQuery
    {
        if !knowledge.refusesThreads {
            do throws(RemoteError) {
                return try await listed(at: &position) { arguments($0).merging(["collapseThreads": true]) { $1 } }
            } catch {
                guard error.nextStep == .drop, NamedProperty("collapseThreads").isNamed(in: error) else { throw error }
                knowledge.refusesThreads = true
            }
        }
        return try await listed(at: &position, arguments)
    }

    /// - Returns: the same position in a list of what is no newer; nil if the error has another cause, or that list is no shorter.
    private func rest(behind position: WalkPosition, after error: RemoteError) async throws(RemoteError)
        -> WalkPosition?
    {
        guard knowledge.refusesAnchors, position.given > 0, error.isOfCall else { return nil }
        let last = try await caller.get(
            "Email/get", position.anchors, properties: ["id", "receivedAt"], as: WireEmail.self)
        // The newest of them: a message without a date counts as very old, and what is between would be left out.
        return last.list.map(\.remote.receivedAt).max().flatMap { position.rest(notAfter: $0) }
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
                // The same query without the anchor shows whether the anchor was the cause.
                if error.type == "invalidArguments" { return try await query(withoutAnchor: arguments, at: position) }
                guard error.type == "anchorNotFound" else { throw error }
            }
        }
        return try await query(arguments, byCount: position)
    }

    private func query(withoutAnchor arguments: [String: JSON], at position: WalkPosition) async throws(RemoteError)
        -> WireQuery
    {
        do throws(RemoteError) {
            let answer = try await query(arguments, byCount: position)
            knowledge.refusesAnchors = true
            return answer
        } catch {
            // Another error than before: it is about the count.
            if error.isOfCall, error.type != "invalidArguments" { knowledge.refusesAnchors = true }
            throw error
        }
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
}

extension [String] {
    /// The elements after one element; all if it is missing.
    fileprivate func behind(_ id: String) -> [String] {
        lastIndex(of: id).map { Array(self[($0 + 1)...]) } ?? self
    }
}

extension RemoteError {
    /// Whether the server answered the request, and failed at the call or refused it.
    fileprivate var isOfCall: Bool {
        switch reason {
        case .busy(status: 0, _), .refused(status: 0, _): true
        default: false
        }
    }
}
