private import CGMime

/// SHA-256 (FIPS 180-4), by the library that GMime stands on.
package enum SHA256 {
    /// 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            guard let start = digest.baseAddress else { return }
            cgmime_sha256(bytes, bytes.count, start)
            count = 32
        }
    }
}

/// SHA-1 (FIPS 180-4), for protocols that name it; it proves nothing any more.
package enum SHA1 {
    /// 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
            guard let start = digest.baseAddress else { return }
            cgmime_sha1(bytes, bytes.count, start)
            count = 20
        }
    }
}
