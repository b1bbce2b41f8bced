import Foundation
import InboxModel
import MailContent
import Programs
import TerminalUI

/// Opens a file with the program from the settings, or with the desktop's own. No shell sees its name, and nothing that could
/// run as a program is opened.
@UI
struct FileOpener {
    /// Programs with their options, by media type, `image/*` or an extension such as `.pdf`.
    var openers: [String: String]
    var copies = OpenedFiles()

    /// - Parameter told: called with what to say once it is known whether the program could open the file.
    /// - Returns: what to say until then, or why the file is not opened.
    func open(
        _ bytes: [UInt8], _ file: MessageFile, number: Int, told: @escaping @UI @Sendable (String, ToastKind) -> Void
    ) async -> (text: String, kind: ToastKind) {
        let name = SafeFileName.of(file, number: number)
        let copies = copies
        // A large file or a slow disk must not block keys.
        let (reason, copy) = await Task.detached { () -> (String?, String?) in
            let reason = RiskyFile.reason(bytes, type: file.contentType, name: file.fileName)
            return (reason, reason == nil ? copies.keep(bytes, as: name) : nil)
        }.value
        if let reason { return ("Not opened, since it is \(reason). It can be saved.", .warning) }
        guard let path = copy else { return ("There is no private folder for a copy of the file", .failure) }
        for program in programs(file.contentType.lowercased(), name.lowercased()) {
            let words = program.split(separator: " ").map(String.init)
            do throws(ProgramError) {
                let name = CleanText.line(words.first ?? "")
                try DetachedProgram.start(words + [path]) { outcome in
                    switch outcome {
                    case .works: told("Opened with \(name)", .done)
                    case .failed(let status, let words):
                        let reason = Self.reason(words, of: program, about: path)
                        told(
                            "\(name) could not open it (\(status))\(reason). Set another program in `openers`.",
                            .failure
                        )
                    }
                }
                return ("Opening it with \(name)", .done)
            } catch {
                if !error.isMissing {
                    return ("\(CleanText.line(error.program)) failed (error \(error.code))", .failure)
                }
            }
        }
        return ("No program to open files is installed (xdg-open)", .failure)
    }

    /// Returns what a program says of a copy, without the program's name and the copy's path, which tells the user nothing.
    /// - Returns: a colon and its words, as many as fit beside the mail; empty when it says nothing.
    nonisolated static func reason(_ words: String, of program: String, about path: String) -> String {
        let folder = ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
        let own = (program.prefix { $0 != " " }.split(separator: "/").last ?? "") + ":"
        let said = CleanText.line(words).split(separator: " ").filter { !$0.contains(folder) && $0 != own }
        guard !said.isEmpty else { return "" }
        return ": " + TextCells.truncated(said.joined(separator: " "), to: 72)
    }

    private func programs(_ type: String, _ name: String) -> [String] {
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        let kind = type.prefix { $0 != "/" } + "/*"
        let own = [ending, type, String(kind)].compactMap { openers[$0] }.first
        return [own, "xdg-open", "gio open"].compactMap { $0 }
    }
}

extension Surroundings {
    /// Opens a file with a program, and says what comes of it.
    func openWithProgram(_ bytes: [UInt8], _ file: MessageFile, number: Int) async {
        let opener = FileOpener(openers: settings.openers)
        let said = await opener.open(bytes, file, number: number) { [self] in say($0, kind: $1) }
        say(said.text, kind: said.kind)
    }
}
