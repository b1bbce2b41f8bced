import Foundation
import InboxModel
import Testing

@Suite("Seals of drafts")
struct DraftSealTests {
    @Test("a stored seal comes back as it was, and those of before S/MIME are OpenPGP's")
    func stored() throws {
        for seal in DraftSeal.allCases {
            let text = try JSONEncoder().encode([seal])
            #expect(try JSONDecoder().decode([DraftSeal].self, from: text) == [seal])
        }
        let old = try JSONDecoder().decode([DraftSeal].self, from: Data(#"["signed", "encrypted"]"#.utf8))
        #expect(old == [DraftSeal(.openpgp), DraftSeal(.openpgp, encrypts: true)])
        #expect(Set(DraftSeal.allCases.map(\.rawValue)).count == 4)
    }
}
