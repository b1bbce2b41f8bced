import Foundation
import MailContent
import Programs

/// The user's own editor: `$VISUAL`, `$EDITOR`, or vi.
enum Editor {
    static func command(for path: String, environment: [String: String] = ProcessInfo.processInfo.environment)
        -> [String]
    {
        // An empty variable counts as unset.
        let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
        let editor = named.first { $0.contains { !$0.isWhitespace } } ?? "vi"
        // A shell parses a value with quotes and the like, as it does for other programs that start editors.
        guard editor.contains(where: { "'\"\\$`~*;&|<>(){}".contains($0) }) else {
            return editor.split(separator: " ").map(String.init) + [path]
        }
        return ["/bin/sh", "-c", "\(editor) \"$@\"", "editor", path]
    }

    static func cannotBeStarted(_ error: ProgramError) -> String {
        "\(CleanText.line(error.program)) can't be started. Set EDITOR to an installed program."
    }
}
