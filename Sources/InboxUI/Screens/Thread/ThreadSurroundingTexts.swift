import Foundation
import InboxKit
package import InboxModel
import MailContent
import TerminalUI

/// What is shown with the text of a message: the texts above it, which it may quote, and the invitations that came with it.
/// Read and fetched in the background, the nearest first.
@UI
final class ThreadSurroundingTexts {
    /// A file of a message that is shown with its text: a calendar, a report on mail that was sent, or what S/MIME signed.
    struct ShownCard: Sendable {
        var text: StyledText
        /// Nil when no answer is asked for.
        var invitation: Invitation?
    }

    private let session: MailSession
    private let zone: TimeZone
    private let changed: () -> Void
    private var words: [MessageID: QuotedWords] = [:]
    private var cards: [MessageID: ShownCard] = [:]
    private var asked: Set<MessageID> = []
    private var mailNames: [MessageID: [Int: String]] = [:]
    private var naming: [MessageID: Task<Void, Never>] = [:]
    private var disguises: [MessageID: [Int: String]] = [:]
    private var looking: [MessageID: Task<Void, Never>] = [:]
    private var reading: Task<Void, Never>?
    private(set) var fetching: [MessageID: Task<Void, Never>] = [:]
    /// What became of the invitations.
    let notices: CalendarNotices
    /// Increases whenever more is known of texts.
    private(set) var version = 0

    /// How many messages above one are searched for what it quotes.
    private static let reach = 30

    init(session: MailSession, zone: TimeZone, changed: @escaping () -> Void) {
        self.session = session
        self.zone = zone
        self.changed = changed
        notices = CalendarNotices(session: session, changed: changed)
    }

    isolated deinit {
        reading?.cancel()
        for task in fetching.values { task.cancel() }
        for task in naming.values { task.cancel() }
        for task in looking.values { task.cancel() }
    }

    /// Returns the words of the messages above the one at a place, as far as they are known, and starts to read the others.
    func words(above place: Int, of messages: [Message]) -> [QuotedWords] {
        let above = messages.prefix(place).suffix(Self.reach).map(\.id)
        read(above.filter { asked.insert($0).inserted })
        return above.compactMap { words[$0] }
    }

    private func read(_ ids: [MessageID]) {
        guard !ids.isEmpty else { return }
        let (session, before) = (session, reading)
        reading = Task { [weak self] in
            await before?.value
            let found = await Task.detached {
                ids.compactMap { id in
                    session.bodyInStore(of: id).map { (id, QuotedWords(BodyChoice.preferred($0))) }
                }
            }.value
            guard !Task.isCancelled, let self, !found.isEmpty else { return }
            for (id, text) in found { self.words[id] = text }
            self.version += 1
            self.changed()
        }
    }

    /// Returns a file that is shown with the text; nil when there is none, or not yet.
    /// - Parameter asking: false asks no server for it.
    func card(in message: Message, asking: Bool = true) -> ShownCard? {
        if let known = cards[message.id] { return known }
        guard asking, fetching[message.id] == nil, let file = message.cardFile else { return nil }
        let (session, zone) = (session, zone)
        fetching[message.id] = Task { [weak self] in
            // A file that can't be fetched now can still be opened like others.
            guard let bytes = try? await session.download(file, of: message) else { return }
            let shown = await Task.detached {
                FileText.read(
                    bytes, type: file.contentType, name: file.fileName, charset: file.charset, zone: zone
                ).map {
                    ShownCard(text: $0.withFoundLinks, invitation: Invitation(bytes))
                }
            }.value
            guard !Task.isCancelled, let self, let shown else { return }
            self.cards[message.id] = shown
            self.changed()
        }
        return nil
    }

    /// Returns the names of files by their index, once known: mail that is attached without a name has that of its subject.
    /// - Parameter asking: false asks no server for it.
    func fileNames(in message: Message, asking: Bool = true) -> [Int: String] {
        if let known = mailNames[message.id] { return known }
        guard asking, naming[message.id] == nil, message.files.contains(where: SafeFileName.isNamelessMail) else {
            return [:]
        }
        let session = session
        naming[message.id] = Task { [weak self] in
            let names = await session.namedFiles(of: message).map(\.fileName)
            guard !Task.isCancelled, let self else { return }
            self.mailNames[message.id] = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0, $1) })
            self.version += 1
            self.changed()
        }
        return [:]
    }

    /// Returns warnings for files whose content alone shows that they are programs, by their index, once known.
    func disguises(in message: Message) -> [Int: String] {
        if looking[message.id] == nil, !message.files.isEmpty {
            let session = session
            looking[message.id] = Task { [weak self] in
                let found = await Task.detached { session.disguisedFiles(of: message) }.value
                guard !Task.isCancelled, let self, !found.isEmpty else { return }
                self.disguises[message.id] = found
                self.version += 1
                self.changed()
            }
        }
        return disguises[message.id] ?? [:]
    }
}

extension Message {
    /// Larger files, in bytes, are not shown with the text.
    private static let largestCard = 256 << 10

    /// The calendar file that is shown with the text.
    var invitationFile: MessageFile? {
        files.first { file in
            Invitation.isCalendar(type: file.contentType, name: file.fileName) && file.size <= Self.largestCard
        }
    }

    /// The file that is shown with the text.
    package var cardFile: MessageFile? {
        let isCard = { (type: String) in FileText.isReport(type) || FileText.isSealed(type) }
        return invitationFile ?? files.first { isCard($0.contentType) && $0.size <= Self.largestCard }
    }
}
