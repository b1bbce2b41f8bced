import Foundation
import InboxModel
import MailContent
import TerminalUI

/// Putting in texts that the user has in files.
extension ComposeScreen {
    /// Asks which template to insert at the cursor of the text.
    func chooseTemplate() {
        form.closeCompletions()
        form.finishTyping()
        let place = around.settingsFile.map { ($0.shortPath as NSString).deletingLastPathComponent + "/templates" }
        guard let templates, let place else {
            return around.say("There are no templates here: they are files beside your config.json", kind: .info)
        }
        // The folder may be on another machine.
        var errand = Errand("Looking for templates", for: self) { [weak self] in
            let names = await Task.detached { templates.names }.value
            return {
                guard let self, !self.isOver else { return }
                guard !names.isEmpty else {
                    let words = "No templates yet: each is a text file in \(place)"
                    return self.around.say(CleanText.line(words), kind: .info)
                }
                self.around.push(
                    ChoiceScreen("Insert a template", deed: "insert", names: names, around: self.around) {
                        [weak self] in self?.insert($0, of: templates)
                    })
            }
        }
        // The letters typed meanwhile choose the template.
        errand.opensForKeys = true
        around.start(errand)
    }

    private var templates: Templates? { around.settingsFile.map { Templates(beside: $0.path) } }

    private func insert(_ name: String, of templates: Templates) {
        var errand = Errand("Reading the template", for: self) { [weak self] in
            let read = await Task.detached { () -> Result<String, Templates.Failure> in
                do throws(Templates.Failure) { return .success(try templates.text(of: name)) } catch {
                    return .failure(error)
                }
            }.value
            return {
                guard let self else { return }
                self.isInserting = false
                switch read {
                case _ where self.isOver: break
                case .success(let text): self.insert(text)
                case .failure(let failure): self.around.say(CleanText.line(failure.words), kind: .failure)
                }
                self.around.releaseEvents()
            }
        }
        // What is typed meanwhile comes behind the template.
        isInserting = true
        errand.holdsKeys = true
        errand.stopped = { [weak self] in self?.isInserting = false }
        around.start(errand)
    }

    private func insert(_ text: String) {
        form.setFocus(.body)
        form.body.insert(Templates.filled(text, for: form.recipients[.to]?.tokens.first))
        changed()
        around.setNeedsDraw()
    }
}
