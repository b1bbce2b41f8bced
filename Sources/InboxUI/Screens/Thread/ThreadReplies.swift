import InboxModel
import MailContent
import TerminalUI

/// Which message of a thread answers which, as their headers say (RFC 5322 §3.6.4). Nothing is guessed from subjects or dates.
struct ThreadReplies {
    /// The message that each one answers, where that is in the thread.
    private(set) var parents: [MessageID: MessageID] = [:]
    /// Of those that do not answer the message right above, whom they answer.
    private(set) var notes: [MessageID: ReplyNote] = [:]

    init() {}

    /// - Parameter messages: in the order in which they are shown.
    init(_ messages: [Message]) {
        guard messages.contains(where: { $0.inReplyToHeader != nil }) else { return }
        let first = Dictionary(
            messages.enumerated().compactMap { place, message in message.answerable.map { ($0, place) } },
            uniquingKeysWith: { first, _ in first })
        var passed: [String: Int] = [:]
        // Two copies of a message, as of what one wrote to a list, are one: what counts is above both.
        var (above, before): (String?, String?)
        for (place, message) in messages.enumerated() {
            let own = message.messageIDHeader
            let isCopy = own != nil && own == above
            if let answered = message.inReplyToHeader, answered != own,
                let parent = passed[answered] ?? first[answered]
            {
                parents[message.id] = messages[parent].id
                if answered != (isCopy ? before : above) {
                    notes[message.id] = ReplyNote(from: messages[parent].from.first, distance: place - parent)
                }
            }
            // A draft stands between no two messages.
            guard !message.isDraft else { continue }
            if !isCopy { (above, before) = (own, above) }
            if let own { passed[own] = place }
        }
    }
}

/// Whom a message answers that does not stand right above it.
struct ReplyNote: Hashable, Sendable {
    var from: MailAddress?
    /// How many messages above; less than nothing below.
    var distance: Int

    /// As the head of a message has it: `↳ Ann Ortiz, 3 above`.
    func text(own: Set<String>, _ glyphs: Glyphs, columns: Int) -> String {
        let name = from.map { RecipientsLabel.text(addresses: [$0], own: Array(own), width: 1_000) }
        return note(name, glyphs, columns: columns)
    }

    /// As a line among others has it: `↳ Ann, 3 above`.
    func short(own: Set<String>, _ glyphs: Glyphs, isNarrow: Bool) -> String {
        let name = from.map { [$0].areOwn(own) ? "Me" : RecipientsLabel.firstName(of: $0) }
        let text = note(name, glyphs, columns: isNarrow ? 10 : 30, tellsPlace: !isNarrow)
        return glyphs.areWords ? text + ":" : text
    }

    private func note(_ name: String?, _ glyphs: Glyphs, columns: Int, tellsPlace: Bool = true) -> String {
        let place = distance > 0 ? "\(Wording.number(distance)) above" : "\(Wording.number(-distance)) below"
        let (lead, end) = (glyphs.answers + " ", tellsPlace ? ", " + place : "")
        let room = max(4, columns - TextCells.width(lead + end))
        return lead + TextCells.truncated(name ?? "(no sender)", to: room, ellipsis: glyphs.ellipsis) + end
    }
}

extension Message {
    /// What others answer it by; a draft is answered by nobody.
    fileprivate var answerable: String? { isDraft ? nil : messageIDHeader }
}

extension ThreadPane {
    /// To the message that the current one answers. Returns whether that is in the thread.
    func goToParent() -> Bool {
        guard let id = current, let parent = replies.parents[id] else { return false }
        cameFrom[parent] = id
        return open(parent)
    }

    /// To the answer that was come from, else to the first one. Returns whether there is any.
    func goToReply() -> Bool {
        guard let message = currentMessage else { return false }
        if let reply = cameFrom[message.id], open(reply) { return true }
        guard let header = message.messageIDHeader,
            let reply = items.first(where: { $0.inReplyToHeader == header && $0.messageIDHeader != header })
        else { return false }
        return open(reply.id)
    }
}
