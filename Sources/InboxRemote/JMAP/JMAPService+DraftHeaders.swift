import Foundation
package import InboxModel
import MailContent

/// Headers that another program gave a draft and that no draft has a place for here, such as a priority.
extension JMAPService {
    package func othersHeaders(of draft: RemoteID, hiding hidden: [MailAddress]) async throws(RemoteError)
        -> [DraftHeader]
    {
        guard let save = try await answered([draft]).draft(draft) else { return [] }
        let references = save.references.map { "<\($0)>" }.joined(separator: " ")
        let wayBack = references.isEmpty ? nil : DraftHeader(name: "References", value: references)
        return save.headers.others(hiding: hidden) + [wayBack].compactMap(\.self)
    }
}

extension RemoteDraft {
    /// Takes over such headers of its older save.
    package mutating func keep(_ saved: [DraftHeader]) {
        let own = Set(headers.map { $0.name.lowercased() })
        headers += saved.others(hiding: bcc).filter { !own.contains($0.name.lowercased()) }
    }
}

extension [DraftHeader] {
    package func others(hiding hidden: [MailAddress]) -> [DraftHeader] {
        filter { header in
            // M-2: a header that names a blind copy would reveal it.
            !header.isWrittenAnew && !header.isOfItsWay && !header.isNote && !header.isOfItsProgram
                && !hidden.contains { header.value.range(of: $0.email, options: .caseInsensitive) != nil }
        }
    }
}
