import CResolver
import Foundation

/// A record that says where a domain offers one of its services (RFC 2782).
struct ServiceRecord: Hashable, Sendable {
    var priority: Int
    var weight: Int
    var port: Int
    /// Empty if the domain declares that it does not offer the service.
    var target: String

    private static let most = 16

    /// Sorts the record to use first to the front.
    var rank: (Int, Int, String, Int) { (priority, -weight, target, port) }

    /// Returns a name's service records; empty also if no name server answers.
    static func find(_ name: String) async -> [ServiceRecord] {
        await onThread { records { cresolver_find(name, $0, Int32(most)) } }
    }

    /// Returns the MX records of a domain (RFC 5321 §5.1); their weight and port mean nothing. Empty in the same cases.
    static func findExchanges(_ domain: String) async -> [ServiceRecord] {
        await onThread { records { cresolver_find_exchanges(domain, $0, Int32(most)) } }
    }

    /// Parses the answer of a name server.
    static func read(_ answer: [UInt8]) -> [ServiceRecord] {
        records { cresolver_read(answer, Int32(answer.count), $0, Int32(most)) }
    }

    static func readExchanges(_ answer: [UInt8]) -> [ServiceRecord] {
        records { cresolver_read_exchanges(answer, Int32(answer.count), $0, Int32(most)) }
    }

    private static func records(_ fill: (UnsafeMutablePointer<cresolver_service>?) -> Int32) -> [ServiceRecord] {
        var services = [cresolver_service](repeating: cresolver_service(), count: most)
        let count = services.withUnsafeMutableBufferPointer { fill($0.baseAddress) }
        return services.prefix(Int(count)).map { service in
            let target = withUnsafeBytes(of: service.target) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return ServiceRecord(
                priority: Int(service.priority), weight: Int(service.weight), port: Int(service.port),
                target: target == "." ? "" : target)
        }
    }
}

/// Runs blocking work on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
