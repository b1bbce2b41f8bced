package enum HTMLCharset {
    /// Returns the charset that HTML declares in its first kilobyte (`<meta charset=…>`), for parts whose header declares none.
    package static func declared(in bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(1_024).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        guard let meta = head.firstRange(of: "charset=")?.upperBound else { return nil }
        let name = head[meta...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
            .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        // The bytes were readable as ASCII, so the charset can't be a wide one.
        return name.isEmpty || name.hasPrefix("utf-16") || name.hasPrefix("utf-7") ? nil : String(name)
    }
}
