import InboxModel

extension JMAPService {
    /// How much of each email is requested.
    enum Detail {
        /// What says that it is there, and where a walk has got to.
        case outline
        /// Without people and parts, of which a mail may have very many.
        case short
        case list
        /// With all headers and the date that the author gave it.
        case headers
        /// With bodies, each text up to `cutBytes`.
        case bodies
        case wholeBodies

        fileprivate static let cutBytes = 256 << 10

        var properties: [String] {
            switch self {
            case .outline: ["id", "threadId", "receivedAt", "keywords"]
            case .short: WireEmail.shortProperties
            case .list: WireEmail.listProperties
            case .headers: WireEmail.listProperties + ["sentAt", "headers"]
            case .bodies, .wholeBodies: WireEmail.bodyProperties
            }
        }
        var partProperties: [String] { hasBodies ? WirePart.textProperties : WirePart.properties }
        private var hasBodies: Bool { self == .bodies || self == .wholeBodies }

        /// What is requested of an email that exceeds the answer limit, so that it blocks no others; nil if there is nothing less.
        fileprivate var less: Detail? {
            switch self {
            case .bodies: .list
            case .list: .short
            // Who needs the headers of a draft must not take it for one without blind copies.
            case .headers, .outline, .short, .wholeBodies: nil
            }
        }

        /// - Parameter missing: properties that the server does not support.
        func arguments(without missing: Set<String>) -> [String: JSON] {
            let parts = JSON.strings(partProperties.filter { !missing.contains($0) })
            let asked = JSON.strings(properties.filter { !missing.contains($0) })
            let list: [String: JSON] = ["properties": asked, "bodyProperties": parts]
            guard hasBodies else { return list }
            var arguments = list
            arguments["fetchTextBodyValues"] = true
            arguments["fetchHTMLBodyValues"] = true
            // Cyrus does not accept the 0 that means no limit (RFC 8621 §4.2).
            if self == .bodies { arguments["maxBodyValueBytes"] = .number(Detail.cutBytes) }
            return arguments
        }

        /// Ids in one request, unless the server or the line allows fewer.
        var pieceSize: Int { hasBodies ? 50 : 250 }
    }

    /// Returns emails in the order of their ids, without those that are gone.
    /// - Parameter isPatient: whether requests that somebody waits for go first.
    func emails(_ ids: [String], _ detail: Detail, isPatient: Bool = false) async throws(RemoteError) -> [WireEmail] {
        let found = try await told(ids, without: [], id: \.remote.id.rawValue) { ids throws(RemoteError) in
            try await answers(ids, detail, isPatient: isPatient)
        }
        let byID = Dictionary(found.list.map { ($0.remote.id.rawValue, $0) }, uniquingKeysWith: { $1 })
        return ids.compactMap { byID[$0] }
    }

    /// Returns the objects that the server has, and the ids that it reports as gone (`notFound`, RFC 8620 §5.1). Objects that it omits, or
    /// that cannot be read, are requested once more and then ignored: an omitted object need not be gone.
    func told<Object: Sendable>(
        _ ids: [String], without known: Set<String>, id: (Object) -> String,
        ask: ([String]) async throws(RemoteError) -> [WireGet<Object>]
    ) async throws(RemoteError) -> (list: [Object], gone: Set<String>) {
        var answers = try await ask(ids)
        var said: Set<String> { Set(answers.flatMap { $0.list.map(id) + $0.notFound }) }
        let missing = Set(ids).subtracting(said).subtracting(known)
        if !missing.isEmpty { answers += try await ask(missing.sorted()) }
        return (answers.flatMap(\.list), Set(answers.flatMap(\.notFound)))
    }

    /// Returns the server's answer to each piece of the ids.
    func answers(_ ids: [String], _ detail: Detail, isPatient: Bool = false) async throws(RemoteError)
        -> [WireGet<WireEmail>]
    {
        try await pieces(ids, size: knowledge.size(of: detail), isReading: true) { ids throws(RemoteError) in
            let watch = Timeline(caller.clock)
            do throws(RemoteError) {
                let answer = try await piece(ids, detail, isPatient)
                knowledge.note(taken: ids.count, of: detail, in: watch.now)
                return [answer]
            } catch {
                knowledge.note(error, at: ids, of: detail)
                if learns(from: error, detail) { return [try await piece(ids, detail, isPatient)] }
                return try await less(of: ids, than: detail, isPatient, after: error)
            }
        }
    }

    /// Requests less of an email that is too large for an answer, or at which the connection keeps breaking. One of which even the few
    /// lines are too large is left out.
    private func less(of ids: [String], than detail: Detail, _ isPatient: Bool, after error: RemoteError)
        async throws(RemoteError) -> [WireGet<WireEmail>]
    {
        guard ids.count == 1, error.asksForLess || knowledge.keepsBreaking(at: ids[0]) else { throw error }
        guard let less = detail.less else {
            // A server that refuses such a request would refuse any.
            guard detail == .short, error.isTooLarge else { throw error }
            knowledge.skip([Fingerprint.of(ids)])
            return []
        }
        do throws(RemoteError) { return [try await piece(ids, less, isPatient)] } catch {
            return try await self.less(of: ids, than: less, isPatient, after: error)
        }
    }

    private func piece(_ ids: [String], _ detail: Detail, _ isPatient: Bool) async throws(RemoteError)
        -> WireGet<WireEmail>
    {
        var batch = Batch()
        batch.isPatient = isPatient
        let arguments = detail.arguments(without: knowledge.unknownProperties)
        let get = batch.add("Email/get", arguments.merging(["ids": .strings(ids)]) { $1 }, as: WireGet<WireEmail>.self)
        var answer = try await caller.send(batch).value(get)
        knowledge.skip(answer.skipped)
        answer.list = try await dated(answer.list, detail)
        return answer
    }

    /// Whether the server said that it lacks an optional property.
    private func learns(from error: RemoteError, _ detail: Detail) -> Bool {
        let spare = Set(detail.properties + detail.partProperties).subtracting(WireMarks.properties)
        let names = spare.filter { NamedProperty($0).isNamed(in: error) }
        return error.type == "invalidArguments" && !names.isEmpty && knowledge.learn(unknownProperties: names)
    }

    /// Requests many ids in pieces that the server accepts, several at once, and returns the results in any order. A piece that is too
    /// large for the server is halved.
    /// - Parameter isReading: whether a piece whose answer broke off on its way is halved, too. The others are then not requested again.
    func pieces<Element: Sendable>(
        _ ids: [String], size: Int, isReading: Bool = false,
        ask: @escaping @Sendable ([String]) async throws(RemoteError) -> [Element]
    ) async throws(RemoteError) -> [Element] {
        guard !ids.isEmpty else { return [] }
        let limits = try await keeper.current().session.limits
        let size = min(size, limits.objectsInGet)
        let results = await withTaskGroup(of: Result<[Element], RemoteError>.self) { group in
            for start in stride(from: 0, to: ids.count, by: size) {
                let piece = Array(ids[start..<min(start + size, ids.count)])
                group.addTask { await JMAPService.settled(piece, isReading, ask) }
            }
            var results: [Result<[Element], RemoteError>] = []
            for await result in group { results.append(result) }
            return results
        }
        var all: [Element] = []
        for result in results { all += try result.get() }
        return all
    }

    /// Not within the closure of the task: there, in a release build of Swift 6.3.1, a tuple made around the `try await` of a typed throw
    /// lost the answer, and a first sync stored nothing of it. `Tests/Rig/cyrus/prove` detects this, and so does `pace`.
    private static func settled<Element: Sendable>(
        _ ids: [String], _ isReading: Bool, _ ask: @Sendable ([String]) async throws(RemoteError) -> [Element]
    ) async -> Result<[Element], RemoteError> {
        do throws(RemoteError) { return .success(try await halving(ids, isReading, ask)) } catch {
            return .failure(error)
        }
    }

    private static func halving<Element: Sendable>(
        _ ids: [String], _ isReading: Bool, _ ask: @Sendable ([String]) async throws(RemoteError) -> [Element]
    ) async throws(RemoteError) -> [Element] {
        do throws(RemoteError) {
            return try await ask(ids)
        } catch {
            guard error.asksForLess || isReading && error.brokeOff, ids.count > 1 else { throw error }
            let middle = ids.count / 2
            return try await halving(Array(ids[..<middle]), isReading, ask)
                + halving(Array(ids[middle...]), isReading, ask)
        }
    }
}
