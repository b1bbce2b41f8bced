import InboxKit
import TerminalUI

/// What a thread takes from the settings, when it is opened and when they are reloaded while it is open.
extension ThreadPane {
    /// Takes how dates are written, who vouches for senders, and which programs have a say. The view stays where it is, and what
    /// programs have said so far is kept unless they are other ones now.
    func followSettings(of around: any Surroundings) {
        let (settings, session) = (around.settings, around.session)
        let changed: @UI () -> Void = { [weak around] in around?.setNeedsDraw() }
        dates = MessageDates(clock: around.clock)
        proofs.trust(settings.authenticationServers)
        chosenHeaders.choose(settings.headers)
        if blocks?.suits(settings) != true { blocks = MessageBlocks(settings, session: session, changed: changed) }
        guard let memory = around.sealMemory else { return seals = nil }
        if seals?.memory !== memory {
            seals = MessageSeals(memory, session: session, checksSignatures: true, changed: changed)
        }
    }
}
