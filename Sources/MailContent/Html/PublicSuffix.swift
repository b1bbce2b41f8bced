private import CPSL

/// Looks up hosts in the public suffix list (publicsuffix.org) that Debian's libpsl carries, without network access.
enum PublicSuffix {
    /// Returns the registered part of a host: `shop.co.uk` for `www.shop.co.uk`; the host itself when there is none.
    /// - Parameter host: in lower case.
    static func registrable(_ host: String) -> String {
        // No name is longer (RFC 1035 §2.3.4), and looking up thousands of labels takes long.
        guard host.utf8.count <= 253 else { return host }
        // The result points into the given string.
        return host.withCString { start in
            psl_registrable_domain(psl_builtin(), start).map { String(cString: $0) } ?? host
        }
    }

    /// Whether a label is a top-level domain: `com`, `museum`, not `pdf`.
    static func isTopDomain(_ label: String) -> Bool {
        psl_is_public_suffix2(psl_builtin(), label, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) != 0
    }
}
