import Programs

/// A program of someone else, with the terminal to itself.
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
            // Nothing else is drawn meanwhile, so a short sleep is simpler than one more descriptor in the loop.
            await Self.pause()
        }
    }

    /// The time between two looks at a program; in a cancelled task too, where a plain sleep ends at once.
    static func pause() async {
        await Task { try? await Task.sleep(for: .milliseconds(15), clock: .continuous) }.value
    }
}
