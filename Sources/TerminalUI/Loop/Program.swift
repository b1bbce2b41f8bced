import Programs

/// An external program that has the terminal to itself.
@UI
struct Program {
    private let arguments: [String]

    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    func run() async throws(ProgramError) -> Int {
        let program = try ChildProgram(arguments)
        while true {
            if let ending = try program.ending() { return ending.status }
            // Nothing else is drawn meanwhile, so a short sleep is simpler than another descriptor in the loop.
            await Self.pause()
        }
    }

    /// Sleeps between two checks of a program; also in a cancelled task, where a plain sleep would end at once.
    static func pause() async {
        await Task { try? await Task.sleep(for: .milliseconds(15), clock: .continuous) }.value
    }
}
