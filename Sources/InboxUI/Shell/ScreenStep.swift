import TerminalUI

/// A step that only its screen knows, such as a card laid aside.
struct ScreenStep {
    weak var screen: (any Screen)?
    /// Returns false when the step is not there any more.
    var takeBack: @UI () -> Bool
}

extension Shell {
    func noteStep(of screen: any Screen, takeBack: @escaping @UI () -> Bool) {
        stepsNoted += 1
        steps[stepsNoted] = ScreenStep(screen: screen, takeBack: takeBack)
        unsent.add(.init(subject: .step(stepsNoted)))
        toasts.endTurn()
        toasts.setCountdown(countdownCommand)
    }

    /// Takes back the last step of a screen. Returns whether it was the last thing done.
    func takeBackStep() -> Bool {
        while case .step(let number)? = unsent.next?.subject {
            _ = unsent.takeNext()
            let step = steps.removeValue(forKey: number)
            toasts.setCountdown(countdownCommand)
            guard let step, step.screen != nil, step.takeBack() else { continue }
            setNeedsDraw()
            return true
        }
        return false
    }

    /// Forgets the steps of screens that were closed.
    func forgetSteps() {
        guard !steps.isEmpty else { return }
        steps = steps.filter { step in flows.screens.contains { $0 === step.value.screen } }
        unsent.keepSteps(Set(steps.keys))
        toasts.setCountdown(countdownCommand)
    }
}
