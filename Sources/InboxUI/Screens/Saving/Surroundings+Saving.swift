import TerminalUI

extension Surroundings {
    /// Saves a file to the download folder, and tells the user the result.
    /// - Parameter name: A single safe component (`SafeFileName`).
    func save(_ bytes: [UInt8], as name: String) {
        let folder = DownloadFolder.path(settings.downloads)
        run { [weak self] in
            let saved = await Task.detached { () -> Result<String, SaveError> in
                do throws(SaveError) {
                    let file = try FileSaver(folder: folder).begin()
                    _ = file.write(bytes)
                    let name = try file.finish(as: name)
                    return .success(DownloadFolder.saved([name], existing: file.wasThere ? 1 : 0, in: folder))
                } catch {
                    return .failure(error)
                }
            }.value
            switch saved {
            case .success(let words): self?.say(words, kind: .done)
            case .failure(let error): self?.say(error.sentence, kind: .failure)
            }
        }
    }
}
