/// Random numbers that depend only on the seed, on every machine (SplitMix64), so that a failing test can be repeated.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: Int) {
        state = UInt64(bitPattern: Int64(seed)) &* 0xD134_2543_DE82_EF95 &+ 0x9E37_79B9_7F4A_7C15
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    public mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Returns true with this probability.
    public mutating func chance(_ percent: Int) -> Bool { int(0..<100) < percent }

    public mutating func pick<Element>(_ choices: [Element]) -> Element { choices[int(0..<choices.count)] }

    /// Returns some of the elements in their order, each with this probability.
    public mutating func some<Element>(of elements: [Element], percent: Int) -> [Element] {
        elements.filter { _ in chance(percent) }
    }
}
