import InboxKit
import InboxModel
import TerminalUI

/// The state of a search for contacts, until the matching rows arrive.
struct ContactSearch {
    /// Whether the rows are still those from before the search.
    var isOn = false
    /// The key that waits for the rows.
    var waiting: InputEvent?
    /// Ends the wait.
    var timer: Task<Void, Never>?
    /// The longest wait.
    var patience = Duration.seconds(1)
}

/// Typed letters search. A key that acts on the result waits until the rows arrive, and so does all input after it.
extension ContactsScreen {
    var holdsEvents: Bool { search.waiting != nil }

    /// Handles input while the user types; returns false for keys that move through the list.
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
        // Matches are sorted by use, the whole list by name.
        let sort = field.isEmpty ? Contact.Sort.name : .use
        let filter = ContactFilter(text: field.text)
        // A filter that only differs in upper and lower case gets no new answer.
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
        around.say("Still looking for “\(field.text)”. Nothing was done.", kind: .info)
        around.releaseEvents()
    }

    private func endWait() {
        search.timer?.cancel()
        (search.timer, search.waiting) = (nil, nil)
    }

    /// Handles the arrival of the rows, or a failure to read them.
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
            around.say(Wording.sentence(error), kind: .failure)
        default: return
        }
        around.releaseEvents()
    }
}
