import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// Downloads of files to a folder, one after the other. They can be stopped, and files saved by then stay.
@UI
final class FileSaving {
    private let files: [(message: Message, index: Int)]
    private let folder: String
    private let session: MailSession
    private let changed: () -> Void
    private let done: (String, ToastKind) -> Void
    private var task: Task<Void, Never>?
    private(set) var finished = 0
    private var current: MessageFile?
    let begin = ContinuousClock.now

    init(
        _ files: [(message: Message, index: Int)], to folder: String, session: MailSession,
        changed: @escaping () -> Void,
        done: @escaping (String, ToastKind) -> Void
    ) {
        self.files = files
        self.folder = folder
        self.session = session
        self.changed = changed
        self.done = done
    }

    isolated deinit { task?.cancel() }

    var isRunning: Bool { task != nil }

    /// The text for the bottom line while saving.
    var text: String {
        let what = files.count == 1 ? "Saving a file" : "Saving \(finished + 1) of \(files.count)"
        return what + (current.flatMap { session.transfer(of: $0) }.map { " · " + $0.amount } ?? "")
    }

    func start() {
        task = Task { [weak self] in
            await self?.run()
        }
    }

    func stop() {
        task?.cancel()
    }

    private func run() async {
        let saver = FileSaver(folder: folder)
        var names: [String] = []
        var existing = 0
        var risks: [String] = []
        var failure: String?
        var wasStopped = false
        for (message, index) in files {
            guard !Task.isCancelled, !wasStopped, failure == nil else { break }
            let file = message.files[index]
            current = file
            do {
                let saved = try await Task.detached { try saver.begin() }.value
                do throws(SessionError) {
                    try await session.download(file, of: message) { saved.write($0) }
                } catch {
                    if let failure = saved.failure { throw failure }
                    throw error
                }
                try Task.checkCancellation()
                names.append(
                    try await Task.detached {
                        try saved.finish(as: SafeFileName.of(file, number: index + 1, start: saved.start))
                    }.value)
                if saved.wasThere { existing += 1 }
                let risk = RiskyFile.reason(saved.start, type: file.contentType, name: file.fileName)
                if let risk, let name = names.last { risks.append("\(name) is \(risk)") }
                finished += 1
                changed()
            } catch let error as SessionError {
                wasStopped = Self.isStop(error)
                failure = wasStopped ? nil : Wording.sentence(error)
            } catch let error as SaveError {
                failure = error.sentence
            } catch {
                break
            }
        }
        wasStopped = wasStopped || Task.isCancelled
        task = nil
        changed()
        say(names, existing, risks, failure, wasStopped)
    }

    /// - Parameters:
    ///   - existing: How many of them were there already.
    ///   - risks: For each file that can run code, a description (F-4).
    private func say(
        _ names: [String], _ existing: Int, _ risks: [String], _ failure: String?, _ wasStopped: Bool
    ) {
        let saved =
            DownloadFolder.saved(names, existing: existing, in: folder)
            + (risks.isEmpty ? "" : ". Careful: " + Self.told(risks))
        if let failure {
            let some = names.isEmpty ? "" : saved + ". "
            done("\(some)\(failure)\(names.isEmpty ? "" : " " + missing)", .failure)
        } else if wasStopped, finished < files.count {
            done(names.isEmpty ? "Stopped; nothing was saved" : "Stopped. \(saved). \(missing)", .warning)
        } else {
            done(saved, risks.isEmpty ? .done : .warning)
        }
    }

    /// Returns as many of the risks as there is room for, and the number of the others.
    static func told(_ risks: [String]) -> String {
        var words = risks.first ?? ""
        for (index, risk) in risks.enumerated().dropFirst() {
            guard words.count + risk.count <= roomForRisks else {
                return words + ", and \(risks.count - index) more like it"
            }
            words += ", " + risk
        }
        return words
    }

    /// The room for risks in a message, in characters.
    private static let roomForRisks = 160

    /// The files that were not saved, in words.
    private var missing: String {
        let names = files.dropFirst(finished).map { SafeFileName.of($0.message.files[$0.index], number: $0.index + 1) }
        let more = names.count - Self.named
        return "Not saved: " + names.prefix(Self.named).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// The maximum number of such files listed by name.
    private static let named = 3

    private static func isStop(_ error: SessionError) -> Bool {
        if case .remote(let remote) = error, remote.reason == .cancelled { return true }
        return false
    }
}
