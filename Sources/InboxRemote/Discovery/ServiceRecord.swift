import CResolver
import Foundation

/// Where a domain says that one of its services is (RFC 2782).
struct ServiceRecord: Hashable, Sendable {
    var priority: Int
    var weight: Int
    var port: Int
    /// Empty when the domain says that it has no such service.
    var target: String

    private static let most = 16

    /// The first is the one to ask.
    var rank: (Int, Int, String, Int) { (priority, -weight, target, port) }

    /// Empty when there are none, or when no name server answers.
    static func find(_ name: String) async -> [ServiceRecord] {
        await onThread { records { cresolver_find(name, $0, Int32(most)) } }
    }

    /// Those that take a domain's mail (RFC 5321 §5.1), whose weight and port say nothing. Empty likewise.
    static func findExchanges(_ domain: String) async -> [ServiceRecord] {
        await onThread { records { cresolver_find_exchanges(domain, $0, Int32(most)) } }
    }

    /// Those in the answer of a name server.
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

/// For what blocks: on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
