import Foundation
import InboxUI
import Testing

@Suite("The machine's time zone")
struct MachineZoneTests {
    /// 29 November 2026, 12:00 UTC.
    private static let now = Date(timeIntervalSince1970: 1_795_953_600)
    private static let day: TimeInterval = 86_400

    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    private func found(_ known: TimeZone, _ offset: (Date) -> Int) -> TimeZone? {
        MachineZone.name(of: offset, now: Self.now, instead: known).flatMap { TimeZone(identifier: $0) }
    }

    @Test("a zone that agrees with the system's is left alone", arguments: ["Europe/Berlin", "Asia/Tokyo", "GMT"])
    func known(name: String) throws {
        let zone = try zone(name)
        #expect(MachineZone.name(of: { zone.secondsFromGMT(for: $0) }, now: Self.now, instead: zone) == nil)
    }

    @Test(
        "where Foundation takes the zone for another one, one with the system's times is found, also for old mail",
        arguments: [
            ("Asia/Shanghai", "America/Chicago"), ("Asia/Jerusalem", "Asia/Calcutta"), ("America/Sao_Paulo", "GMT"),
            ("Europe/London", "GMT"), ("Australia/Lord_Howe", "GMT"), ("Africa/Casablanca", "GMT"),
            ("America/New_York", "EST"),
        ])
    func misread(system: String, known: String) throws {
        let system = try zone(system)
        let found = try #require(try found(zone(known)) { system.secondsFromGMT(for: $0) })
        for day in -9_000...360 {
            let date = Self.now + Double(day) * Self.day
            #expect(found.secondsFromGMT(for: date) == system.secondsFromGMT(for: date), "\(found.identifier) \(date)")
        }
    }

    @Test("an offset that no zone has is taken as it is")
    func odd() {
        #expect(found(.gmt) { _ in 15_420 }?.secondsFromGMT(for: Self.now) == 15_420)
    }

    @Test("where the law has changed and only the system knows, today's and coming times are the system's")
    func changed() throws {
        let before = try zone("America/Vancouver")
        let change = Self.now - 30 * Self.day
        let found = try #require(found(before) { $0 < change ? before.secondsFromGMT(for: $0) : -25_200 })
        for day in 0...360 { #expect(found.secondsFromGMT(for: Self.now + Double(day) * Self.day) == -25_200) }
    }
}
