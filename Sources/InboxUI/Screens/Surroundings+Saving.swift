import MailContent
import TerminalUI

extension Surroundings {
    /// Saves a file where files are saved, and says how that went.
    /// - Parameter name: a single safe component (`SafeFileName`).
    func save(_ bytes: [UInt8], as name: String) {
        let folder = DownloadFolder.path(settings.downloads)
        run { [weak self] in
            let saved = await Task.detached { () -> Result<String, SaveError> in
                do throws(SaveError) { return .success(try FileSaver(folder: folder).save(bytes, as: name)) } catch {
                    return .failure(error)
                }
            }.value
            switch saved {
            case .success(let name):
                self?.say("Saved \(name) in \(DownloadFolder.shown(folder))", kind: .done, undo: false)
            case .failure(let error): self?.say(error.sentence, kind: .failure, undo: false)
            }
        }
    }
}
