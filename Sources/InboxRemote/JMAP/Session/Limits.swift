/// How much a server accepts at once (RFC 8620 §2), capped at what this client wants to send.
struct Limits: Hashable, Sendable, Codable {
    var calls = 8
    var objectsInGet = 100
    var objectsInSet = 100
    var requestBytes = 1_000_000
    var requests = 4
    var uploadBytes = 25_000_000
    var uploads = 2

    init() {}

    init(_ wire: WireSession.Core) {
        let usual = Limits()
        calls = Limits.clamped(wire.maxCallsInRequest ?? 16, to: 8)
        objectsInGet = Limits.clamped(wire.maxObjectsInGet ?? usual.objectsInGet, to: 500)
        objectsInSet = Limits.clamped(wire.maxObjectsInSet ?? usual.objectsInSet, to: 500)
        requestBytes = max(Limits.clamped(wire.maxSizeRequest ?? usual.requestBytes, to: 10_000_000), 4096)
        requests = Limits.clamped(wire.maxConcurrentRequests ?? usual.requests, to: 4)
        uploadBytes = Limits.clamped(wire.maxSizeUpload ?? usual.uploadBytes, to: 1 << 40)
        uploads = Limits.clamped(wire.maxConcurrentUpload ?? usual.uploads, to: 2)
    }

    private static func clamped(_ value: Int, to most: Int) -> Int { min(max(value, 1), most) }
}
