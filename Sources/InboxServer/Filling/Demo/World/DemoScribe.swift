import Foundation
import InboxModel

/// Turns stories into mails: recipients, times, headers and quotes.
struct DemoScribe: Sendable {
    let owner: MailAddress
    /// A part of every Message-ID, so that two seeds give two mailboxes.
    let mark: String
    private let firstName: String

    init(owner: MailAddress, seed: UInt64) {
        self.owner = owner
        mark = String(seed, radix: 36)
        let name = owner.name.split(separator: " ").first ?? owner.email.prefix { $0 != "@" }
        firstName = name.isEmpty ? "Ann" : String(name)
    }

    /// The end of a thread, as far as a later reply needs it.
    struct Tail: Sendable {
        let story: DemoStory
        let last: Answered
        let lastAuthor: DemoPerson
        let seconds: Int
    }

    func address(of person: DemoPerson) -> MailAddress {
        person == .me ? owner : person.address
    }

    /// Returns the story's messages, oldest first. `now` and `day` (its start) are seconds since 1970.
    func messages(of story: DemoStory, now: Int, day: Int) -> (messages: [DemoMessage], tail: Tail?) {
        let times = self.times(of: story.letters, end: seconds(of: story.end, now: now, day: day))
        let lastFromOthers = story.letters.lastIndex { $0.from != .me }
        let unread = Set(story.letters.indices.filter { story.letters[$0].from != .me }.suffix(story.unread))
        var written: [DemoMail] = []
        var messages: [DemoMessage] = []
        for (index, letter) in story.letters.enumerated() {
            let answered = index == 0 ? nil : Answered(written[letter.answers ?? index - 1])
            let time = DemoTime(seconds: times[index], zone: letter.from.zone)
            let id = "\(story.key).\(index + 1).\(mark)"
            let mail = self.mail(letter, of: story, at: time, id: id, answering: answered)
            written.append(mail)
            let isMine = letter.from == .me
            messages.append(
                DemoMessage(
                    raw: mail.bytes, receivedAt: Date(timeIntervalSince1970: TimeInterval(times[index])),
                    folder: letter.isDraft ? .drafts : isMine ? sentFolder(of: story) : story.folder,
                    isUnread: unread.contains(index), isStarred: story.isStarred && index == lastFromOthers))
        }
        guard let last = written.last, let letter = story.letters.last, !letter.isDraft else { return (messages, nil) }
        let tail = Tail(story: story, last: Answered(last), lastAuthor: letter.from, seconds: times.last ?? now)
        return (messages, tail)
    }

    /// The parts of its parent that a reply needs.
    struct Answered: Sendable {
        let from: MailAddress
        let text: String
        let references: [String]

        init(_ mail: DemoMail) {
            from = mail.from
            text = mail.text
            references = mail.references + [mail.messageID]
        }
    }

    /// Returns one letter as a mail; `parent` is the mail that it answers.
    func mail(
        _ letter: DemoLetter, of story: DemoStory, at time: DemoTime, id: String, answering parent: Answered?
    ) -> DemoMail {
        let sender = address(of: letter.from)
        let host = sender.email.split(separator: "@").last ?? "mail.example"
        let filled = DemoProse.filledIn(letter.text, at: time, firstName: firstName)
        var mail = DemoMail(
            from: sender, to: recipients(of: letter, in: story),
            subject: subject(of: letter, in: story, isReply: parent != nil),
            time: time, messageID: "\(id)@\(host)", references: parent?.references ?? [],
            moreHeaders: headers(of: letter, in: story), text: DemoProse.wrapped(filled),
            html: letter.html.map { DemoProse.filledIn($0, at: time, firstName: firstName) },
            invitation: letter.invitation.map { DemoProse.filledIn($0, at: time, firstName: firstName) },
            files: letter.files)
        finish(&mail, letter, story, parent)
        return mail
    }
}

extension DemoScribe {
    private func seconds(of end: DemoStory.End, now: Int, day: Int) -> Int {
        switch end {
        case .minutesAgo(let minutes): now - minutes * 60
        case .daysAgo(let days, let hour): day - max(1, days) * 86_400 + Int(hour * 3_600)
        }
    }

    private func times(of letters: [DemoLetter], end: Int) -> [Int] {
        var times: [Int] = []
        var time = end
        for letter in letters.reversed() {
            times.append(time)
            time -= max(60, Int(letter.after * 3_600))
        }
        return times.reversed()
    }

    private func sentFolder(of story: DemoStory) -> DemoFolder {
        story.folder == .trash ? .trash : .sent
    }

    private func recipients(of letter: DemoLetter, in story: DemoStory) -> [MailAddress] {
        if let list = story.list { return [list.address] }
        let everyone = story.people.contains(.me) ? story.people : [.me] + story.people
        return everyone.filter { $0 != letter.from }.map(address)
    }

    private func subject(of letter: DemoLetter, in story: DemoStory, isReply: Bool) -> String {
        let prefix = story.list?.prefix ?? ""
        if let own = letter.subject { return prefix + own }
        return (isReply ? "Re: " : "") + prefix + story.subject
    }

    private func headers(of letter: DemoLetter, in story: DemoStory) -> [(name: String, value: String)] {
        var headers = story.list?.headers ?? []
        if !letter.from.mailer.isEmpty { headers.append(("X-Mailer", letter.from.mailer)) }
        if story.isAutomatic { headers.append(("Auto-Submitted", "auto-generated")) }
        return headers + story.headers
    }

    /// Adds the signature, the quote below, the list's footer, and HTML if the sender's program writes it.
    private func finish(_ mail: inout DemoMail, _ letter: DemoLetter, _ story: DemoStory, _ parent: Answered?) {
        let person = letter.from
        let isLetter = !story.isAutomatic && !letter.isDraft && letter.html == nil
        let body = mail.text
        if isLetter && !person.signature.isEmpty { mail.text += "\n\n-- \n\(person.signature)" }
        if isLetter, person.writesHTML { mail.html = DemoHTML.letter(body, signature: person.signature) }
        if isLetter, person.quotes, story.list == nil, let parent {
            mail.text += "\n\n\(parent.from.displayName) wrote:\n\(DemoProse.quoted(parent.text))"
        }
        if let list = story.list, !letter.isDraft, letter.from != .me { mail.text += "\n\n\(list.footer)" }
    }
}
