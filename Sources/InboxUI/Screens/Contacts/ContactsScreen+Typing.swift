import InboxKit
import InboxModel
import TerminalUI

/// What is typed to find somebody, until those are here that it finds.
struct ContactSearch {
    /// Whether the rows are still those from before it.
    var isOn = false
    /// The key that waits for them.
    var waiting: InputEvent?
    /// Ends its wait.
    var timer: Task<Void, Never>?
    /// How long it waits.
    var patience = Duration.seconds(1)
}

/// Letters look for somebody; a key that is about who was found waits until they are here, and all that comes behind it.
extension ContactsScreen {
    var holdsEvents: Bool { search.waiting != nil }

    /// False for what moves through the list.
    func type(_ event: InputEvent) -> Bool {
        if search.isOn, isAboutFound(event) {
            wait(with: event)
            return true
        }
        switch event {
        case .key(.enter):
            isTyping = false
            if isChoosing { take(targets) }
        case .key(.tab): mark()
        case .key(.space) where field.isEmpty: mark()
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): return false
        case .key, .paste:
            guard field.handle(event) == .edited else { return true }
            lookForTyped()
        default: return false
        }
        return true
    }

    private func isAboutFound(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter), .key(.tab), .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): true
        case .key(.space): field.isEmpty
        default: false
        }
    }

    private func lookForTyped() {
        // What is looked for comes by use, everyone by name.
        let sort = field.isEmpty ? Contact.Sort.name : .use
        let filter = ContactFilter(text: field.text)
        // The same in other letters is not answered anew.
        guard sort != provider.sort || filter != provider.filter else { return }
        search.isOn = true
        provider.sort = sort
        provider.filter = filter
        list.moveToTop()
    }

    private func wait(with event: InputEvent) {
        search.waiting = event
        search.timer = Task { [weak self, patience = search.patience] in
            try? await Task.sleep(for: patience)
            if !Task.isCancelled { self?.giveUpWaiting() }
        }
    }

    private func giveUpWaiting() {
        endWait()
        around.say("Still looking for “\(field.text)”. Nothing was done.", kind: .info, undo: false)
        around.releaseEvents()
    }

    private func endWait() {
        search.timer?.cancel()
        (search.timer, search.waiting) = (nil, nil)
    }

    /// What was looked for is here, or can't be read.
    func hear(_ event: ProviderEvent) {
        switch event {
        case .reset where search.isOn:
            search.isOn = false
            list.moveToTop()
            let waiting = search.waiting
            endWait()
            if let waiting { _ = handle(waiting) }
        case .fetchFailed(let error) where search.isOn:
            search.isOn = false
            endWait()
            around.say(Wording.sentence(error), kind: .failure, undo: false)
        default: return
        }
        around.releaseEvents()
    }
}
