import Programs

extension PipedProgram.Result {
    /// The first line that the program printed to standard error, made harmless; nil if there is none.
    var complaint: String? {
        let text = String(decoding: errors.prefix(400), as: UTF8.self)
        return text.split(separator: "\n").first.map { Wording.line(String($0)) }
    }
}
