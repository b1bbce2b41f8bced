import CResolver

/// What is asked about names of servers, before any of them is spoken to.
struct NameQuestions: Sendable {
    private static let patience: Int32 = 4_000

    /// The service records of a name.
    var services: @Sendable (_ name: String) async -> [ServiceRecord]
    /// Those that take a domain's mail.
    var exchanges: @Sendable (_ domain: String) async -> [ServiceRecord]
    /// Whether something takes connections at a port.
    var answers: @Sendable (_ host: String, _ port: Int) async -> Bool

    /// Asks the system's name servers, and the servers themselves.
    static let system = NameQuestions(
        services: { await ServiceRecord.find($0) }, exchanges: { await ServiceRecord.findExchanges($0) },
        answers: { host, port in await onThread { cresolver_answers(host, String(port), patience) } })
}
