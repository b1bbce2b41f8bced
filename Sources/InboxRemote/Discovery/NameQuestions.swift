import CResolver

/// The lookups of host names that are made before any server is contacted.
struct NameQuestions: Sendable {
    private static let patience: Int32 = 4_000

    /// The service records of a name.
    var services: @Sendable (_ name: String) async -> [ServiceRecord]
    /// The MX records of a domain.
    var exchanges: @Sendable (_ domain: String) async -> [ServiceRecord]
    /// Whether a host accepts connections at a port.
    var answers: @Sendable (_ host: String, _ port: Int) async -> Bool

    /// Asks the system's name servers, and the hosts themselves.
    static let system = NameQuestions(
        services: { await ServiceRecord.find($0) }, exchanges: { await ServiceRecord.findExchanges($0) },
        answers: { host, port in await onThread { cresolver_answers(host, String(port), patience) } })
}
