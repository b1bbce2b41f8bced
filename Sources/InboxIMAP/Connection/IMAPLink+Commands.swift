import InboxModel

extension IMAPLink {
    /// Sends commands together, and waits until all are done.
    /// - Parameters:
    ///   - commands: only the last one may have a literal that the server must ask for.
    ///   - patience: how long the server may be silent.
    ///   - each: gets all other responses in their order.
    /// - Returns: how each command ended.
    nonisolated(nonsending) func run(
        _ commands: [IMAPCommand], _ capabilities: IMAPCapabilities, patience: Duration = patience,
        each: (IMAPResponse) throws(MalformedAnswer) -> Void
    ) async throws(RemoteError) -> [IMAPCondition] {
        let call = commands.last?.name ?? ""
        let tags = try begin(commands.count, call: call)
        defer { end() }
        var pieces: [[UInt8]] = [[]]
        for (command, tag) in zip(commands, tags) {
            let bytes = command.bytes(tag: tag, capabilities)
            pieces[pieces.count - 1] += bytes[0]
            pieces += bytes.dropFirst()
        }
        let watch = watch(patience + Self.extraPatience(for: commands))
        defer { watch.cancel() }
        send(pieces.removeFirst())
        var ends: [String: IMAPCondition] = [:]
        while ends.count < tags.count {
            for response in try await next(call: call) {
                do throws(MalformedAnswer) {
                    switch response {
                    case .done(let tag, let condition):
                        guard tags.contains(tag), ends[tag] == nil else {
                            throw MalformedAnswer(detail: "the server answers a command that was not given")
                        }
                        ends[tag] = condition
                    case .goOn: if !pieces.isEmpty { send(pieces.removeFirst()) }
                    default: try each(response)
                    }
                } catch {
                    throw broken(error, call: call)
                }
            }
        }
        return tags.compactMap { ends[$0] }
    }

    /// Ends the connection because of an answer that can't be understood.
    func broken(_ error: MalformedAnswer, call: String) -> RemoteError {
        let reason = RemoteError.Reason.unreadableAnswer(detail: error.detail)
        finish(End(reason: reason))
        return RemoteError(reason, call: call)
    }

    /// The server says nothing while a large message is on its way to it, for which a slow line needs long.
    private static func extraPatience(for commands: [IMAPCommand]) -> Duration {
        .seconds(commands.reduce(0) { $0 + $1.literalBytes } / (32 << 10))
    }
}
