package import InboxModel
import MailContent

extension SealKind {
    /// The program of GnuPG.
    package var program: String {
        switch self {
        case .openpgp: "gpg"
        case .smime: "gpgsm"
        }
    }
}

extension GnuPG.Failure {
    /// The sentence for screens and commands.
    package func words(of kind: SealKind) -> String {
        switch self {
        case .notInstalled: "\(kind.program), which decrypts, is not installed."
        // gpgsm says the same of a passphrase that is missing and of damage.
        case .refused(.needsPassphrase) where kind == .smime:
            "It can't be decrypted: the key may need its passphrase, which can't be asked for here."
        case .refused(.wrongPassphrase) where kind == .smime:
            "It is not decrypted: the passphrase is missing or wrong, or it is damaged."
        case .tookTooLong: "Decrypting took too long and was stopped."
        case .tooLarge: "The encrypted text is too large to show."
        case .stopped: "Decrypting was stopped."
        case .refused(.needsPassphrase): "The key needs its passphrase, which can't be asked for here."
        case .refused(.wrongPassphrase): "That is not the passphrase of the key."
        case .refused(.cancelled): "No passphrase was given."
        case .refused(.noKey): "It is encrypted for keys that you don't have."
        case .refused(.unguarded):
            "It is not shown: it is encrypted in an old way that can't tell if it was changed on its way."
        // gpgsm says the same of mail for certificates that are not here and of damage.
        case .refused(.damaged) where kind == .smime:
            "It can't be decrypted: it is for certificates that you don't have, is damaged, or is not S/MIME that gpgsm can read."
        case .refused(.damaged):
            "It can't be decrypted: it is damaged, was changed on its way, or is not \(kind.name) that \(kind.program) can read."
        }
    }
}
