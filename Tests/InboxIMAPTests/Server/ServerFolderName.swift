import Foundation

/// Names of folders in modified UTF-7 (RFC 3501 §5.1.3).
enum ServerFolderName {
    static func raw(_ name: String) -> String {
        var (raw, run) = ("", [UInt8]())
        func encoded(_ run: [UInt8]) -> String {
            "&" + Data(run).base64EncodedString().replacing("/", with: ",").replacing("=", with: "") + "-"
        }
        for unit in name.utf16 {
            if (0x20...0x7E).contains(unit) {
                if !run.isEmpty { raw += encoded(run) }
                run = []
                raw += unit == 0x26 ? "&-" : String(UnicodeScalar(UInt8(unit)))
            } else {
                run += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            }
        }
        return run.isEmpty ? raw : raw + encoded(run)
    }

    static func name(_ raw: String) -> String {
        var (name, rest) = ("", raw[...])
        while let amp = rest.firstIndex(of: "&") {
            name += rest[..<amp]
            rest = rest[rest.index(after: amp)...]
            guard let end = rest.firstIndex(of: "-") else { return raw }
            var coded = String(rest[..<end]).replacing(",", with: "/")
            rest = rest[rest.index(after: end)...]
            guard !coded.isEmpty else {
                name += "&"
                continue
            }
            while coded.count % 4 != 0 { coded += "=" }
            let bytes = [UInt8](Data(base64Encoded: coded) ?? Data())
            let units = (0..<(bytes.count / 2)).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
            name += String(decoding: units, as: UTF16.self)
        }
        return name + rest
    }
}
