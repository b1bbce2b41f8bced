import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxUI

@Suite("Patch series")
struct PatchSeriesTests {
    /// Messages with these subjects, one after the other.
    private func series(_ subjects: [String], naming named: Int? = nil) -> PatchSeries {
        let messages = subjects.enumerated().map { place, subject in
            Message(
                id: MessageID(Int64(place)), account: AccountID(1), remoteID: nil, thread: ThreadID(1),
                subject: subject, receivedAt: .test(place))
        }
        return PatchSeries(messages, naming: named.map { messages[$0] })
    }

    @Test(
        "the newest version is taken in the order of its numbers, without cover letter, replies and earlier versions",
        arguments: [
            (["[PATCH 0/2] all", "[PATCH 2/2] b", "[PATCH 1/2] a", "Re: [PATCH 1/2] a"], [2, 1]),
            (["[PATCH] a", "Re: [PATCH] a", "[PATCH v2] a"], [2]),
            (["[list] [RFC PATCH net-next v2 1/1] a", "[PATCHv3 01/01] a"], [1]),
            (["[PATCH 1/2] a", "[PATCH 2/2] b", "[PATCH 2/2] b, again"], [0, 2]),
            (["[PATCH 1/1] a", "[PATCH] an aside"], [0]),
            (["[PATCH 1/1 v2] a", "[PATCH v2 1/2] b", "[PATCH v2 2/2] c"], [1, 2]),
            (["Lunch [PATCH] a", "[patchwork] news", "Fwd: [PATCH] a", "[PATCH"], []),
        ])
    func taken(subjects: [String], places: [Int]) {
        let series = series(subjects)
        #expect(series.patches.map(\.id) == places.map { MessageID(Int64($0)) })
        #expect(series.missing.isEmpty)
    }

    @Test(
        "a command that applies patches is recognized",
        arguments: [
            ("git am", true), ("  git  am -3", true), ("git -C ~/src -c a.b=c --no-pager am", true),
            ("cd ~/src && git am", true), ("tee all.mbox | git am", true), ("git apply", false), ("git", false),
            ("git log am", false), ("echo git am", false), ("wc -l", false), ("", false),
        ])
    func meant(line: String, isMeant: Bool) { #expect(PatchSeries.areMeant(by: line) == isMeant) }

    @Test(
        "a named patch or cover letter decides the version, and a newer one is told; a reply leaves it to the newest",
        arguments: [(0, [1], 3), (1, [1], 3), (2, [4], nil), (3, [4], nil), (4, [4], nil)] as [(Int, [Int], Int?)])
    func named(place: Int, taken: [Int], newer: Int?) {
        let subjects = [
            "[PATCH v2 0/1] all", "[PATCH v2 1/1] a", "Re: [PATCH v2 1/1] a", "[PATCH v3 0/1] all", "[PATCH v3 1/1] a",
        ]
        let series = series(subjects, naming: place)
        #expect(series.patches.map(\.id) == taken.map { MessageID(Int64($0)) } && series.newer == newer)
    }

    @Test("a series that lacks patches says which")
    func lacks() {
        let series = series(["[PATCH v2 3/4] c", "[PATCH 1/4] a", "[PATCH v2 1/4] a"])
        #expect(series.missing == [2, 4] && series.total == 4 && series.lack == "2/4, 4/4")
    }
}
