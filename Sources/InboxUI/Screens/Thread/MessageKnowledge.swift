import Foundation
import InboxKit
import TerminalUI

/// What is known about messages besides what they say: who vouches for their senders, their seals, what the user's commands print.
@UI
final class MessageKnowledge {
    private let session: MailSession
    let proofs: SenderProofs
    let chosenHeaders: ChosenHeaders
    let texts: ThreadSurroundingTexts
    /// The blocks of the user's commands above the texts of open messages; nil where there are no such commands.
    var blocks: MessageBlocks?
    /// The seals of open messages; nil where none are looked for.
    var seals: MessageSeals?
    /// Whether servers and programs may be asked about the messages. False until the user looks at them.
    var asks = true

    /// - Parameters:
    ///   - servers: the authentication servers whose results are trusted, by account address.
    ///   - changed: called when more is known.
    init(session: MailSession, servers: [String: String], zone: TimeZone, changed: @escaping () -> Void) {
        self.session = session
        proofs = SenderProofs(session: session, servers: servers, changed: changed)
        chosenHeaders = ChosenHeaders(session: session, changed: changed)
        texts = ThreadSurroundingTexts(session: session, zone: zone, changed: changed)
    }

    /// Takes who vouches for senders, and which programs have a say. What programs have said so far is kept unless they are other
    /// ones now.
    func followSettings(of around: any Surroundings) {
        let settings = around.settings
        let changed: @UI () -> Void = { [weak around] in around?.setNeedsDraw() }
        proofs.trust(settings.authenticationServers)
        chosenHeaders.choose(settings.headers)
        if blocks?.suits(settings) != true { blocks = MessageBlocks(settings, session: session, changed: changed) }
        guard let memory = around.sealMemory else { return seals = nil }
        if seals?.memory !== memory {
            seals = MessageSeals(memory, session: session, checksSignatures: true, changed: changed)
        }
    }

    /// Asks again what could not be found out.
    func retry() {
        seals?.retry()
        proofs.retry()
        chosenHeaders.retry()
    }
}
