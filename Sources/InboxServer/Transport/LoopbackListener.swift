import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// Listens on 127.0.0.1 and passes requests to the API until it is stopped.
struct LoopbackListener: Sendable {
    let port: Int
    /// Runs as long as the listener serves connections.
    let task: Task<Void, Never>
    private let group: ServiceGroup

    /// Returns once the listener accepts connections.
    ///
    /// - Parameter port: 0 for any free port.
    init(port: Int, routes: APIRoutes, faults: FaultInjector, trustsLoopback: Bool) async throws(ServerError) {
        let (ports, continuation) = AsyncStream<Result<Int, ServerError>>.makeStream()
        let bound = BoundPort()
        let application = Application(
            responder: APIResponder(port: bound, trustsLoopback: trustsLoopback, api: routes, faults: faults),
            server: HTTPServerBuilder { responder in
                UpgradableChannel(responder: responder) { head in
                    JMAPSocket(head, RequestGuard(port: bound.value, trustsLoopback: trustsLoopback), routes.jmap)
                }
            },
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(Limits.connections, logger: Self.silent)),
            onServerRunning: { channel in
                bound.set(channel.localAddress?.port ?? port)
                continuation.yield(.success(bound.value))
            },
            logger: Self.silent)
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: application, successTerminationBehavior: .gracefullyShutdownGroup)
        let group = ServiceGroup(configuration: .init(services: [service], logger: Self.silent))
        task = Task {
            do {
                try await group.run()
            } catch {
                continuation.yield(.failure(Self.serverError(error, port: port)))
            }
            continuation.finish()
        }
        self.group = group
        switch await ports.first(where: { _ in true }) {
        case .success(let port): self.port = port
        case .failure(let error): throw error
        case nil: throw .cannotListen(port: port, reason: "the listener ended")
        }
    }

    /// Stops accepting connections, lets requests finish within the limit, and then cuts them off.
    func stop(within limit: Duration) async {
        await group.triggerGracefulShutdown()
        let task = task
        await withTaskGroup(of: Void.self) { waiting in
            waiting.addTask { await task.value }
            waiting.addTask {
                try? await Task.sleep(for: limit)
                task.cancel()
            }
            await waiting.next()
            waiting.cancelAll()
        }
        await task.value
    }

    /// Nothing is logged: errors appear in answers, or are thrown.
    private static let silent = Logger(label: "maraca.server") { _ in SwiftLogNoOpLogHandler() }

    private static func serverError(_ error: any Error, port: Int) -> ServerError {
        guard let error = error as? IOError else { return .cannotListen(port: port, reason: "\(error)") }
        guard error.errnoCode != EADDRINUSE else { return .portTaken(port) }
        let isForbidden = error.errnoCode == EACCES || error.errnoCode == EPERM
        let reason = isForbidden ? "ports below 1024 are the system's own" : String(cString: strerror(error.errnoCode))
        return .cannotListen(port: port, reason: reason)
    }
}

/// The listener's port, known once it runs.
final class BoundPort: Sendable {
    private let port = Mutex(0)

    func set(_ value: Int) {
        port.withLock { $0 = value }
    }

    var value: Int { port.withLock { $0 } }
}
