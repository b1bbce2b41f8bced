import TerminalUI

/// Calls back when no key was pressed for a while.
@UI
final class RestWatch {
    private var task: Task<Void, Never>?
    /// Whether a key was pressed since the wait began anew.
    private var wasPressed = false

    /// - Parameters:
    ///   - rest: how long nothing must be pressed.
    ///   - pause: waits.
    ///   - rested: called once then; a press during the wait puts it off.
    func pressed(
        rest: Duration, pause: @escaping @Sendable (Duration) async -> Void, rested: @escaping @UI @Sendable () -> Void
    ) {
        wasPressed = true
        guard task == nil else { return }
        task = Task { [weak self] in
            repeat {
                self?.wasPressed = false
                await pause(rest)
            } while self?.wasPressed == true && !Task.isCancelled
            guard let self, !Task.isCancelled else { return }
            task = nil
            rested()
        }
    }

    func stop() { task?.cancel() }
}
