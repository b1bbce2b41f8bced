private import CPSL

/// What the public suffix list says of hosts (publicsuffix.org), as Debian's libpsl carries it: nothing is asked of the network.
enum PublicSuffix {
    /// The part of a host that somebody has registered: `shop.co.uk` for `www.shop.co.uk`; the host itself when there is none.
    /// - Parameter host: lower case.
    static func registrable(_ host: String) -> String {
        // No name is longer (RFC 1035 §2.3.4), and looking up one of thousands of labels takes its time.
        guard host.utf8.count <= 253 else { return host }
        // What it returns lies within what it was given.
        return host.withCString { start in
            psl_registrable_domain(psl_builtin(), start).map { String(cString: $0) } ?? host
        }
    }

    /// Whether names end so in the DNS: `com`, `museum`, not `pdf`.
    static func isTopDomain(_ label: String) -> Bool {
        psl_is_public_suffix2(psl_builtin(), label, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) != 0
    }
}
