import InboxModel

/// Does something for each element, a few at a time: an account has few connections, and one should stay free for the user.
/// - Returns: what came of each, in their order.
/// - Throws: the first error. What has not begun by then is left.
func sideBySide<Element: Sendable, Value: Sendable>(
    _ elements: [Element], width: Int = 2,
    _ body: @escaping @Sendable (Element) async throws(RemoteError) -> Value
) async throws(RemoteError) -> [Value] {
    guard elements.count > 1 else {
        guard let only = elements.first else { return [] }
        return [try await body(only)]
    }
    let answer = await withTaskGroup(of: (Int, Result<Value, RemoteError>).self) { group in
        var waiting = elements.indices[...]
        func start() {
            guard let place = waiting.popFirst() else { return }
            let element = elements[place]
            group.addTask {
                do throws(RemoteError) { return (place, .success(try await body(element))) } catch {
                    return (place, .failure(error))
                }
            }
        }
        for _ in 0..<width { start() }
        var values: [Int: Value] = [:]
        var failure: RemoteError?
        for await (place, result) in group {
            switch result {
            case .success(let value): values[place] = value
            case .failure(let error):
                failure = failure ?? error
                group.cancelAll()
            }
            if failure == nil { start() }
        }
        return failure.map { .failure($0) }
            ?? Result<[Value], RemoteError>.success(elements.indices.compactMap { values[$0] })
    }
    return try answer.get()
}
