package import InboxModel

/// Many messages in few requests: this API has no batches, but changes a whole thread with one request.
extension InboxAPIService {
    private static let deltaPage = 1000
    private static let mostPages = 20
    /// Looking whether the threads have changed costs requests, too.
    private static let leastSaved = 8

    private enum Request: Sendable {
        case thread(ThreadPlan.Whole)
        case message(RemoteID, MarkChange)
        case unknown(RemoteID, RemoteUpdate)
    }

    package var changesThreads: Bool { true }

    package func update(_ updates: [RemoteID: RemoteUpdate], knowing threads: KnownThreads?) async -> UpdateAnswers {
        guard let threads, let hasLabels = try? await hasLabels(),
            ThreadPlan(updates, threads, hasLabels: hasLabels).saved(hasLabels: hasLabels) >= Self.leastSaved,
            let changed = try? await threadsChanged(since: threads.state)
        else { return await update(updates) }
        let plan = ThreadPlan(updates, threads, changed: changed, hasLabels: hasLabels)
        let requests =
            plan.threads.map { Request.thread($0) }
            + plan.messages.sorted { $0.key < $1.key }.map { .message($0.key, $0.value) }
            + plan.rest.sorted { $0.key < $1.key }.map { .unknown($0.key, $0.value) }
        return await SeveralAtOnce.answers(to: requests) { request in
            switch request {
            case .thread(let whole): await answers(of: whole)
            case .message(let id, let change): [id: await settled(id, change)]
            case .unknown(let id, let update): [id: await settled(id, update)]
            }
        }
    }
}

private extension InboxAPIService {
    /// Returns the threads that have changed since a state, among them those that this client has changed.
    func threadsChanged(since state: String) async throws(RemoteError) -> Set<RemoteID> {
        var known = knowledge.threads
        if known.state != state { known = .init(state: state, cursor: state) }
        for _ in 0..<Self.mostPages {
            let query = [
                (name: "cursor", value: known.cursor), (name: "limit", value: String(Self.deltaPage)),
                (name: "include_types", value: "thread"),
            ]
            let news = try await caller.read(WireThreadDeltas.self, APICaller.Call(name: "/delta", query: query))
            known.ids.formUnion(news.threads)
            if news.end == known.cursor {
                knowledge.threads = known
                return known.ids
            }
            known.cursor = news.end
        }
        throw RemoteError(.unsupported, call: "/delta")
    }

    func answers(of whole: ThreadPlan.Whole) async -> UpdateAnswers {
        let call = APICaller.Call(method: .put, name: "/threads", segments: [whole.thread.rawValue])
        var isPartlyDone = false
        do throws(RemoteError) {
            let now = try await caller.write(whole.change, call, for: WireChangedThread.self)
            isPartlyDone = true
            await restore(now.messages?.subtracting(whole.messages.map(\.id)) ?? [], after: whole)
            let isMoved = whole.change.folder.map { folder in
                now.folders?.subtracting(whole.spared).isSubset(of: [RemoteID(folder)]) ?? false
            }
            if isMoved ?? true { return Dictionary(uniqueKeysWithValues: whole.meant.map { ($0, .success(())) }) }
        } catch {
            // What is refused for the thread may be allowed for its messages, and the thread itself may have become another.
            guard error.nextStep == .drop else {
                return Dictionary(uniqueKeysWithValues: whole.meant.map { ($0, .failure(error)) })
            }
        }
        var answers: UpdateAnswers = [:]
        for id in whole.meant.sorted() {
            let answer = await settled(id, whole.change)
            answers[id] = isPartlyDone ? answer.mapError(\.ofPart) : answer
        }
        return answers
    }

    /// Restores messages that came into the thread after it was known, and that the user did not mean.
    func restore(_ newcomers: Set<RemoteID>, after whole: ThreadPlan.Whole) async {
        guard let neighbour = whole.messages.last(where: { whole.meant.contains($0.id) }) else { return }
        let change = whole.change.restoringNewMail(besides: neighbour)
        guard !change.isEmpty else { return }
        for id in newcomers.sorted() { _ = await settled(id, change) }
    }

    func settled(_ id: RemoteID, _ change: MarkChange) async -> Result<Void, RemoteError> {
        do throws(RemoteError) {
            _ = try await write(change, to: id)
            return .success(())
        } catch { return .failure(error) }
    }
}
