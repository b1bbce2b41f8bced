import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Finding the server of an address")
struct ServerDiscoveryTests {
    private func find(_ address: String, _ records: [ServiceRecord]) async -> Result<String, RemoteError> {
        let discovery = ServerDiscovery { name in name == "_jmap._tcp.mill.example" ? records : [] }
        do throws(RemoteError) { return .success(try await discovery.place(of: address).url) } catch {
            return .failure(error)
        }
    }

    private func record(_ target: String, port: Int = 443, priority: Int = 0, weight: Int = 0) -> ServiceRecord {
        ServiceRecord(priority: priority, weight: weight, port: port, target: target)
    }

    @Test("J-1: without a service record the domain itself is tried")
    func domain() async throws {
        #expect(try await find("ann@Mill.example", []).get() == "https://mill.example")
        #expect(try await find("ann@mill.example", [record("")]).get() == "https://mill.example", "it has none")
    }

    @Test("J-1: the SRV record of lowest priority, then greatest weight, gives the host and port")
    func ranks() async throws {
        let records = [
            record("c.mill.example", priority: 5, weight: 90),
            record("a.mill.example", port: 8443, priority: 1, weight: 5),
            record("b.mill.example", priority: 1, weight: 2),
        ]
        for order in [records, records.reversed()] {
            #expect(try await find("ann@mill.example", order).get() == "https://a.mill.example:8443")
        }
        #expect(try await find("ann@mill.example", [record("MAIL.mill.example")]).get() == "https://mail.mill.example")
    }

    @Test(
        "J-1: a server outside the domain is named, not contacted",
        arguments: [
            "mail.other.example", "evilmill.example", "mill.example.other.example", "mail.mill.example/x.mill.example",
            "u@x.mill.example",
        ])
    func outside(target: String) async {
        guard case .failure(let error) = await find("ann@mill.example", [record(target)]) else {
            Issue.record("it is taken")
            return
        }
        #expect(
            error.reason == .insecure(detail: "mill.example points to \(target); give that address if you trust it"))
        // What is no host can't be confirmed either.
        #expect(error.foreignServer == (target.contains { "/@".contains($0) } ? nil : "https://\(target)"))
    }

    @Test(
        "J-1: an address needs a domain",
        arguments: ["ann", "ann@", "@", "", "ann@mill", "ann@mill.example/x", "ann@a b.example"])
    func noDomain(address: String) async {
        guard case .failure(let error) = await find(address, []) else {
            Issue.record("it is looked for")
            return
        }
        #expect(error.nextStep == .drop)
    }

    @Test("J-1: SRV records parse despite other records or truncation in the DNS answer")
    func answer() {
        func name(_ text: String) -> [UInt8] {
            text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
        }
        func record(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
            [0xC0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, UInt8(data.count)] + data
        }
        let question = name("_jmap._tcp.mill.example") + [0, 33, 0, 1]
        let head: [UInt8] = [1, 2, 0x81, 0x80, 0, 1, 0, 3, 0, 0, 0, 0]
        let answer =
            head + question + record(16, [3] + Array("txt".utf8))
            + record(33, [0, 1, 0, 2, 1, 187] + name("a.mill.example"))
            + record(33, [0, 0, 0, 0, 0, 0, 0])
        #expect(
            ServiceRecord.read(answer) == [
                ServiceRecord(priority: 1, weight: 2, port: 443, target: "a.mill.example"),
                ServiceRecord(priority: 0, weight: 0, port: 0, target: ""),
            ])
        for length in 0..<answer.count { #expect(ServiceRecord.read(Array(answer.prefix(length))).count <= 1) }
        let exchanges =
            head + question + record(15, [0, 5] + name("mx.mill.example")) + record(15, [0]) + record(16, [1, 65])
        #expect(
            ServiceRecord.readExchanges(exchanges) == [
                ServiceRecord(priority: 5, weight: 0, port: 0, target: "mx.mill.example")
            ])
        #expect(ServiceRecord.readExchanges(answer).isEmpty && ServiceRecord.read(exchanges).isEmpty)
    }
}
