/// The steps that undo takes back without the store, by the number under which each stands among unsent messages.
struct ScreenSteps {
    private var steps: [Int: ScreenStep] = [:]
    private var last = 0

    var isEmpty: Bool { steps.isEmpty }
    var numbers: Set<Int> { Set(steps.keys) }

    /// - Returns: its number.
    mutating func add(_ step: ScreenStep) -> Int {
        last += 1
        steps[last] = step
        return last
    }

    /// Returns a step, once; nil if it was forgotten.
    mutating func take(_ number: Int) -> ScreenStep? { steps.removeValue(forKey: number) }

    /// Forgets the steps of all screens but these.
    mutating func keep(ofScreens screens: [any Screen]) {
        steps = steps.filter { step in screens.contains { $0 === step.value.screen } }
    }
}
