import MailContent
import Programs
import TerminalUI

/// Opens links with the desktop's own program. No shell sees a link, and only checked targets reach the program.
@UI
struct LinkOpener {
    enum Outcome: Hashable {
        /// A program was started with the link; whether it can open it is not known.
        case handedOn
        case opened
        case noOpener, notAllowed
        case failed(String)
    }

    /// Programs that know what opens a link; the first one that exists is used.
    var programs = ["xdg-open", "gio open", "open"]

    /// - Parameter told: called with the outcome of the program that was started.
    func open(_ target: String, told: @escaping @UI @Sendable (Outcome) -> Void = { _ in }) -> Outcome {
        // Checked again: only a target that begins with its scheme is passed on, so it is never taken for an option.
        guard let checked = LinkCheck.target(of: target), checked == target else { return .notAllowed }
        var last: ProgramError?
        for program in programs {
            let arguments = program.split(separator: " ").map(String.init) + [checked]
            do throws(ProgramError) {
                try DetachedProgram.start(arguments) { outcome in
                    guard case .failed(let status, let words) = outcome else { return told(.opened) }
                    let reason = words.isEmpty ? "" : ": " + CleanText.line(words)
                    told(.failed("\(arguments[0]) (\(status))\(reason)"))
                }
                return .handedOn
            } catch {
                if !error.isMissing { last = error }
            }
        }
        return last.map { .failed("\($0.program) (error \($0.code))") } ?? .noOpener
    }
}
