import CCurl
import Synchronization

/// Passes exchanges to the only thread that may touch libcurl's multi handle.
final class CurlEngine: Sendable {
    struct Settings: Sendable {
        var certificateFile: String?
        var connectTimeout: Duration
        var idleTimeout: Duration
    }

    enum Order: Sendable {
        case start(Exchange)
        case drop(Exchange)
        case resume(Exchange)
        case doubtConnections
    }

    fileprivate struct Desk {
        var orders: [Order] = []
        var multi: Multi?
        var thread: UInt64?
        var isStopped = false
    }

    /// The multi handle as other threads see it. It is Sendable because they only wake it, which libcurl allows from any thread, and only
    /// under the lock of the desk, from which it is removed before it is destroyed.
    fileprivate struct Multi: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let settings: Settings
    private let desk = Mutex(Desk())

    init(settings: Settings) {
        self.settings = settings
    }

    func start(_ exchange: Exchange) {
        let refusal: TransportError? = desk.withLock { desk in
            if desk.isStopped { return .cancelled }
            if desk.thread == nil {
                guard let thread = startThread() else { return .unreachable(detail: "no thread for the network") }
                desk.thread = thread
            }
            desk.place(.start(exchange))
            return nil
        }
        if let refusal { exchange.finish(.failure(refusal)) }
    }

    func cancel(_ exchange: Exchange) {
        exchange.finish(.failure(.cancelled))
        desk.withLock { $0.place(.drop(exchange)) }
    }

    /// Waits for an exchange. Cancelling the task ends the exchange, and with it the wait.
    func wait(for need: Exchange.Need, of exchange: Exchange) async {
        await withTaskCancellationHandler {
            await exchange.wait(for: need)
        } onCancel: {
            cancel(exchange)
        }
    }

    func resume(_ exchange: Exchange) {
        desk.withLock { $0.place(.resume(exchange)) }
    }

    func doubtConnections() {
        desk.withLock { $0.place(.doubtConnections) }
    }

    /// Stops the thread, and returns when it has ended.
    func stop() {
        let thread = desk.withLock { desk in
            desk.isStopped = true
            if let multi = desk.multi { ccurl_multi_wakeup(multi.pointer) }
            defer { desk.thread = nil }
            return desk.thread
        }
        if let thread { ccurl_thread_join(thread) }
    }
}

extension CurlEngine.Desk {
    fileprivate mutating func place(_ order: CurlEngine.Order) {
        guard !isStopped, thread != nil else { return }
        orders.append(order)
        if let multi { ccurl_multi_wakeup(multi.pointer) }
    }
}

private extension CurlEngine {
    func startThread() -> UInt64? {
        let engine = Unmanaged.passRetained(self)
        var thread: UInt64 = 0
        let isStarted = ccurl_thread_start(
            &thread,
            { context in
                guard let context else { return }
                Unmanaged<CurlEngine>.fromOpaque(context).takeRetainedValue().run()
            }, engine.toOpaque())
        if !isStarted { engine.release() }
        return isStarted ? thread : nil
    }

    func run() {
        if let failure = ccurl_load() {
            return refuse(because: String(cString: failure))
        }
        guard let multi = ccurl_multi_create(CurlLoop.connectionsPerHost) else {
            return refuse(because: "libcurl gives no handle")
        }
        let shared = Multi(pointer: multi)
        desk.withLock { $0.multi = shared }
        var loop = CurlLoop(multi: multi, settings: settings)
        while let orders = takeOrders() {
            loop.turn(orders)
        }
        loop.end()
        desk.withLock { $0.multi = nil }
        ccurl_multi_destroy(multi)
        for case .start(let exchange) in desk.withLock({ $0.takeOrders() }) {
            exchange.finish(.failure(.cancelled))
        }
    }

    /// Returns nil when it is time to stop.
    func takeOrders() -> [Order]? {
        desk.withLock { $0.isStopped ? nil : $0.takeOrders() }
    }

    /// Fails all requests without libcurl. The next one tries with a new thread.
    func refuse(because reason: String) {
        let (orders, thread) = desk.withLock { desk in
            defer { desk.thread = nil }
            return (desk.takeOrders(), desk.thread)
        }
        for case .start(let exchange) in orders {
            exchange.finish(.failure(.unreachable(detail: reason)))
        }
        if let thread { ccurl_thread_join(thread) }
    }
}

extension CurlEngine.Desk {
    fileprivate mutating func takeOrders() -> [CurlEngine.Order] {
        defer { orders = [] }
        return orders
    }
}
