import Programs

extension PipedProgram.Result {
    /// The first line that the program printed to standard error, made harmless; nil if there is none.
    var complaint: String? {
        let text = String(decoding: errors.prefix(400), as: UTF8.self)
        return text.split(separator: "\n").first.map { Wording.line(String($0)) }
    }

    /// The same behind what is said of the program: a colon and the line, or nothing.
    var reason: String { complaint.map { ": \($0)" } ?? "" }
}
