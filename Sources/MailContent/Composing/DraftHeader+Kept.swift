package import Foundation
package import InboxModel

/// Which headers outlive that a message is composed anew.
extension DraftHeader {
    /// Whether a draft has a place for it, from which it is written anew. The date becomes the time of sending, unless it is about that.
    package var isWrittenAnew: Bool { isNamed(["content-"], or: Self.written) }

    /// Whether it describes the delivery of the message or vouches for it, which would be untrue for a new message.
    package var isOfItsWay: Bool { isNamed(["resent-", "arc-"], or: Self.ofItsWay) }

    /// Whether it is what a program notes in its drafts for itself, such as the folder of the copy (M-4).
    package var isNote: Bool { isNamed(Self.programs, or: Self.notes) }

    /// Whether it says which program wrote the message, which is untrue once another one has edited it.
    package var isOfItsProgram: Bool { isNamed([], or: ["user-agent", "x-mailer"]) }

    fileprivate var isDate: Bool { isNamed([], or: ["date"]) }
    /// In seconds.
    fileprivate static let dateTolerance: TimeInterval = 300

    private func isNamed(_ beginnings: [String], or names: Set<String>) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || beginnings.contains { name.hasPrefix($0) }
    }

    private static let written: Set<String> = [
        "from", "to", "cc", "bcc", "reply-to", "subject", "date", "message-id", "in-reply-to", "references",
        "mime-version",
    ]

    private static let ofItsWay: Set<String> = [
        "received", "return-path", "delivered-to", "x-original-to", "envelope-to", "sender", "apparently-to",
        "dkim-signature", "domainkey-signature", "authentication-results", "received-spf", "status", "x-status",
    ]

    private static let notes: Set<String> = ["fcc", "x-fcc", "x-identity-key", "x-account-key", "x-draft-info"]
    private static let programs = [
        "x-mozilla-", "x-enigmail-", "x-apple-", "x-uniform-", "x-universally-", "x-evolution-", "x-kmail-", "x-mutt-",
        "x-gnus-", "x-sylpheed-", "x-claws-",
    ]
}

extension [DraftHeader] {
    /// Returns the Date that a program gave the message, if it is about now: by it, messages that leave within the same second, such as a
    /// series of patches, stay in order.
    package func date(near now: Date) -> Date? {
        last(where: \.isDate).flatMap { GMime.seconds(ofDate: [UInt8]($0.value.utf8)) }
            .map { Date(timeIntervalSince1970: TimeInterval($0)) }
            .flatMap { abs($0.timeIntervalSince(now)) <= DraftHeader.dateTolerance ? $0 : nil }
    }

    package var withoutDate: [DraftHeader] { filter { !$0.isDate } }
}
