private import CGMime

/// SHA-256 (FIPS 180-4), from the library that GMime is based on.
package enum SHA256 {
    /// Returns the digest of 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            guard let start = digest.baseAddress else { return }
            cgmime_sha256(bytes, bytes.count, start)
            count = 32
        }
    }
}

/// SHA-1 (FIPS 180-4), for protocols that require it; it no longer proves anything.
package enum SHA1 {
    /// Returns the digest of 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
            guard let start = digest.baseAddress else { return }
            cgmime_sha1(bytes, bytes.count, start)
            count = 20
        }
    }
}
