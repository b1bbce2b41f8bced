import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Sets of UIDs")
struct UIDSetTests {
    @Test("a set does what a set of numbers does", arguments: 0..<200)
    func likeASet(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let numbers = (0..<random.int(0..<40)).map { _ in UInt32(random.int(1..<60)) }
        let others = (0..<random.int(0..<40)).map { _ in UInt32(random.int(1..<60)) }
        let set = UIDSet(numbers)
        #expect(Array(set) == Set(numbers).sorted())
        #expect(set.count == Set(numbers).count)
        #expect((1..<61).allSatisfy { set.contains($0) == numbers.contains($0) })
        #expect(Array(set.subtracting(UIDSet(others))) == Set(numbers).subtracting(others).sorted())
        #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
        var grown = UIDSet()
        for number in numbers { grown.insert(number) }
        #expect(grown == set)
        if !set.isEmpty { #expect(try #require(UIDSet(text: set.text)) == set) }
    }

    @Test("pieces are together the whole, and none is too long", arguments: 0..<50)
    func pieces(seed: Int) {
        var random = SeededRandom(seed: seed)
        let set = UIDSet((0..<300).map { _ in UInt32(random.int(1..<100_000)) })
        let longest = random.int(12..<80)
        let pieces = set.pieces(longest: longest)
        #expect(pieces.allSatisfy { $0.text.utf8.count <= longest && !$0.isEmpty })
        #expect(pieces.flatMap(Array.init) == Array(set))
        let most = random.int(1..<30)
        let parts = UIDSet(Array(set) + Array(5000...5100)).pieces(of: most)
        #expect(parts.dropLast().allSatisfy { $0.count == most })
        #expect(parts.flatMap(Array.init) == Array(UIDSet(Array(set) + Array(5000...5100))))
    }

    @Test("the highest and lowest UIDs are like others")
    func ends() {
        var set: UIDSet = [.max]
        set.insert(.max)
        set.insert(.max - 1)
        set.insert(1)
        #expect(set.text == "1,4294967294:4294967295")
        #expect(set.subtracting([.max]).text == "1,4294967294")
        #expect(UIDSet(1...UInt32.max).subtracting([5]).text == "1:4,6:4294967295")
        #expect(UIDSet(1...UInt32.max).count == Int(UInt32.max))
        #expect(
            UIDSet(UInt32.max - 2...UInt32.max).pieces(of: 2).map(\.text) == ["4294967293:4294967294", "4294967295"])
    }

    @Test(
        "a text with something else is none",
        arguments: ["", "0", "1,", ",1", "1:", ":1", "1:2:3", "*", "1:*", "4294967296", "1 2", "-1"])
    func noText(text: String) {
        #expect(UIDSet(text: text) == nil)
    }

    @Test("ranges may be written backwards and overlap")
    func odd() {
        #expect(UIDSet(text: "7:5,1,6:9")?.text == "1,5:9")
        #expect(UIDSet.ordered("304,320:319,5".utf8, most: 4) == [304, 319, 320, 5])
        #expect(UIDSet.ordered("1:4294967295".utf8, most: 1000) == nil)
    }
}
