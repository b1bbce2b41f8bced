import TerminalUI

/// A step that only its screen knows, such as a card laid aside.
struct ScreenStep {
    weak var screen: (any Screen)?
    /// Returns false when the step is not there any more.
    var takeBack: @UI () -> Bool
}

extension Shell {
    func noteStep(of screen: any Screen, takeBack: @escaping @UI () -> Bool) {
        let number = steps.add(ScreenStep(screen: screen, takeBack: takeBack))
        unsent.add(.init(subject: .step(number)))
        toasts.endTurn()
        toasts.setCountdown(countdownCommand)
    }

    /// Takes back the last step of a screen. Returns whether it was the last thing done.
    func takeBackStep() -> Bool {
        while case .step(let number)? = unsent.next?.subject {
            _ = unsent.takeNext()
            let step = steps.take(number)
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
        steps.keep(ofScreens: flows.screens)
        unsent.keepSteps(steps.numbers)
        toasts.setCountdown(countdownCommand)
    }
}
