import Foundation
import TestSupport
import Testing

@testable import MailContent

@Suite("S/MIME signed content")
struct SignedContentTests {
    private static let part = "Content-Type: text/plain\r\n\r\nSee you at noon.\r\n"

    /// Made by OpenSSL with definite lengths.
    private static let measured = """
        MIH1BgkqhkiG9w0BBwKggecwgeQCAQExDTALBglghkgBZQMEAgEwPQYJKoZIhvcNAQcBoDAELkNvbnRlbnQtVHlwZTogdGV4dC9w\
        bGFpbg0KDQpTZWUgeW91IGF0IG5vb24uDQoxgZAwgY0CAQEwJjAOMQwwCgYDVQQDDANhbm4CFBLaW0gh9Jw5GbhnP/h8hMU5x7d0\
        MAsGCWCGSAFlAwQCATAKBggqhkjOPQQDAgRHMEUCIQDfQLSNG0EyGaBQcyLQ7WQIdRVl8ilSDDhECGPyrjoetwIgA+wdm8jz5/nS\
        8ixHI0t+jO9213w1zOB5V9nPXlSX1Tc=
        """

    /// Made by OpenSSL in streaming mode: indefinite lengths, and the content in pieces.
    private static let streamed = """
        MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgAQuQ29udGVudC1UeXBlOiB0ZXh0L3Bs\
        YWluDQoNClNlZSB5b3UgYXQgbm9vbi4NCgAAAAAAADGBkDCBjQIBATAmMA4xDDAKBgNVBAMMA2FubgIUEtpbSCH0nDkZuGc/+HyE\
        xTnHt3QwCwYJYIZIAWUDBAIBMAoGCCqGSM49BAMCBEcwRQIgOkDJU2qqi6hDvleQ2eX6qolCh+edgak9Hvjz2umHCMMCIQDb/lHq\
        5mW6SahgnN7git3jz3II2T4XFOcUhTgwBqyAmAAAAAAAAA==
        """

    private static func bytes(_ text: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: text))) }

    @Test("signed text is shown, marked as not checked", arguments: [measured, streamed])
    func text(_ file: String) throws {
        let bytes = try Self.bytes(file)
        #expect(SignedContent.part(in: bytes) == Array(Self.part.utf8))
        let text = FileText.read(bytes, type: "application/pkcs7-mime; smime-type=signed-data", name: "smime.p7m")
        #expect(text?.lines.map(\.text) == ["Signed with S/MIME, not checked", "", "See you at noon."])
    }

    @Test("truncated data has no content", arguments: [measured, streamed])
    func cut(_ file: String) throws {
        let bytes = try Self.bytes(file)
        for count in 0..<bytes.count { #expect(SignedContent.part(in: Array(bytes.prefix(count))) == nil, "\(count)") }
    }

    @Test("damaged data is read or rejected, and never crashes the reader", arguments: 0..<40)
    func broken(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        for file in [Self.measured, Self.streamed] {
            for _ in 0..<50 {
                var bytes = try Self.bytes(file)
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                #expect((SignedContent.part(in: bytes)?.count ?? 0) <= bytes.count)
            }
        }
    }

    @Test("hostile depths and lengths are rejected")
    func bounds() {
        #expect(SignedContent.part(in: [UInt8](repeating: 0x30, count: 100_000)) == nil)
        let deep = Array(repeating: [0x30, 0x80] as [UInt8], count: 50_000).flatMap { $0 }
        #expect(SignedContent.part(in: deep) == nil)
        #expect(SignedContent.part(in: [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0x06]) == nil)
        #expect(SignedContent.part(in: [0x30, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1]) == nil)
        #expect(SignedContent.part(in: []) == nil)
    }

    @Test("encrypted data is not text")
    func encrypted() throws {
        var bytes = try Self.bytes(Self.measured)
        // Enveloped data (RFC 5652 §6.1).
        bytes[13] = 0x03
        #expect(FileText.read(bytes, type: "application/pkcs7-mime", name: "smime.p7m") == nil)
    }
}
