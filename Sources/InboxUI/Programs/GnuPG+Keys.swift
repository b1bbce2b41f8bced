import InboxModel
import MailContent
import Programs

/// The keys and certificates that are here for a message, of which the composer offers the better kind first.
extension GnuPG {
    package enum Keys: Int, Comparable, Sendable {
        case nothing
        case own
        /// There is one for each recipient, too.
        case everyones

        package static func < (one: Keys, other: Keys) -> Bool { one.rawValue < other.rawValue }
    }

    /// - Returns: `nothing` also if the program is missing or fails.
    package func keys(from sender: String, to recipients: [String]) async -> Keys {
        do throws(SealFailure) {
            switch kind {
            case .openpgp:
                guard try await listing("--list-secret-keys", [sender]).contains(where: Self.isUsable) else {
                    return .nothing
                }
                // One at a time: gpg fails only if there are none at all.
                for recipient in recipients where (try? await listing("--list-keys", [recipient])) == nil {
                    return .own
                }
                return .everyones
            case .smime:
                let own = try await certificates("--list-secret-keys", of: [sender])
                guard Self.hasBest(for: sender, \.signs, own) else { return .nothing }
                let others = try await certificates("--list-keys", of: recipients)
                return recipients.allSatisfy { Self.hasBest(for: $0, \.encrypts, others) } ? .everyones : .own
            }
        } catch {
            return .nothing
        }
    }

    private static func hasBest(
        for email: String, _ use: KeyPath<GnuPGCertificate, Bool>, _ all: [GnuPGCertificate]
    ) -> Bool {
        (try? GnuPGCertificate.best(for: email, use, among: all).get())?.isValid == true
    }

    /// Returns the lines of a list of keys.
    private func listing(_ list: String, _ emails: [String]) async throws(SealFailure) -> [String] {
        var users: [String] = []
        for email in emails { users.append(try Self.user(email)) }
        let result = try await ask(
            ["--with-colons", list, "--"] + users, about: [], nil, mostRead: Self.largest,
            orRefuse: GnuPGStatus.SealRefusal.self)
        guard result.status == 0 else { throw .refused(.failed) }
        return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Whether a line is that of a secret key that is neither expired, revoked, disabled nor invalid.
    private static func isUsable(_ line: String) -> Bool {
        line.hasPrefix("sec:") && !["e", "r", "d", "i"].contains(line.dropFirst(4).prefix { $0 != ":" })
    }
}
