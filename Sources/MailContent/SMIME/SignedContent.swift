/// Extracts the content that an S/MIME signature encloses (RFC 8551 §3.5.2). This takes no key, and does not verify the signature.
package enum SignedContent {
    private static let largest = 8 << 20
    /// The object identifiers of signed data and of plain data (RFC 5652 §4 and §5.1).
    private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]

    /// Returns a MIME entity with its headers; `nil` for anything that is encrypted, malformed, or without content.
    package static func part(in bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count <= largest else { return nil }
        let reader = BERReader(bytes)
        guard let root = reader.root, root.tag == sequence,
            let signed = explicit(signedData, in: root, reader), signed.tag == sequence,
            let fields = reader.children(of: signed, first: 3), fields.map(\.tag) == [integer, set, sequence],
            let content = explicit(data, in: fields[2], reader)
        else { return nil }
        return reader.octets(content)
    }

    /// Returns the content of a sequence with the given object identifier.
    private static func explicit(_ number: [UInt8], in sequence: BERReader.Element, _ reader: BERReader)
        -> BERReader.Element?
    {
        guard let parts = reader.children(of: sequence, first: 2), parts.map(\.tag) == [objectNumber, 0xA0],
            reader.bytes[parts[0].content].elementsEqual(number)
        else { return nil }
        return reader.children(of: parts[1], first: 1)?.first
    }

    private static let integer: UInt8 = 0x02
    private static let objectNumber: UInt8 = 0x06
    private static let sequence: UInt8 = 0x30
    private static let set: UInt8 = 0x31
}
