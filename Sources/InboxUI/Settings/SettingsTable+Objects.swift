import MailContent

/// Settings that hold objects: each entry is taken, or reported, by itself.
extension SettingsTable {
    static var aliases: SettingDefinition {
        .nested("aliases", "an object of names and their addresses", \.aliases) { _, value throws(SettingFlaw) in
            guard let texts = value.texts else { throw SettingFlaw("must be an address or a list of addresses") }
            guard !texts.isEmpty else { throw SettingFlaw("must contain an address, such as ann@example.org") }
            for (index, text) in texts.enumerated() {
                let (addresses, rest) = AddressList.parse(text)
                guard addresses.isEmpty || !rest.isEmpty else { continue }
                let flaw = SettingFlaw("must be an address, such as ann@example.org or Ann <ann@example.org>")
                if case .text = value { throw flaw }
                throw flaw.inside("[\(index)]")
            }
            return texts
        } value: {
            .list($0.map { .text($0) })
        }
    }

    /// The addresses match in any case.
    static var authenticationServers: SettingDefinition {
        .nested("authenticationServers", "an object of addresses and names of servers", \.authenticationServers) {
            address, value throws(SettingFlaw) in
            guard address.contains("@") else {
                throw SettingFlaw("must be named after an account's address, such as ann@example.org")
            }
            let name = try value.filledText("the name of a server, such as mx.example.org")
            guard !name.contains(where: \.isWhitespace) else {
                throw SettingFlaw("must be the name of one server, without spaces")
            }
            return name
        } value: {
            .text($0)
        }
        .inAnyCase(\.authenticationServers)
    }

    static var headers: SettingDefinition {
        let expects = "a list of names of headers such as X-Mailer, at most 10"
        return SettingDefinition(nested: "headers", expects: expects) { settings, value in
            var flaws: [SettingFlaw] = []
            let names = value.items(expects, &flaws) { item throws(SettingFlaw) in
                // RFC 5322 §3.6.8.
                guard case .text(let name) = item, (1...76).contains(name.utf8.count),
                    name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") })
                else { throw SettingFlaw("must be the name of a header, such as X-Mailer, without a colon") }
                return name
            }
            guard let names else { return flaws }
            guard names.count <= 10 else { return [SettingFlaw("must be \(expects)")] }
            settings.headers = names
            return flaws
        } value: {
            .list($0.headers.map { .text($0) })
        }
    }

    static var oauthClients: SettingDefinition {
        .nested("oauthClients", "an object of sign-in servers' names and client ids", \.oauthClients) {
            _, value throws(SettingFlaw) in
            try value.filledText("a client id")
        } value: {
            .text($0)
        }
        .inAnyCase(\.oauthClients)
    }

    static var openers: SettingDefinition {
        .nested("openers", "an object of file types and programs", \.openers) { type, value throws(SettingFlaw) in
            guard type.contains("/") || type.hasPrefix(".") else {
                throw SettingFlaw(
                    "must be named after a type such as application/pdf or image/*, or an ending such as .pdf")
            }
            return try value.filledText("a program")
        } value: {
            .text($0)
        }
        .inAnyCase(\.openers)
    }

    static var trimDays: SettingDefinition {
        .nested("trimDays", "an object of addresses and whole numbers", \.trimDays) {
            _, value throws(SettingFlaw) in
            try value.whole(1...36_500)
        } value: {
            .number(Double($0))
        }
    }

    static var keys: SettingDefinition {
        .nested("keys", "an object of commands and their keys", \.keys) { _, value throws(SettingFlaw) in
            guard let texts = value.texts else { throw SettingFlaw("must be a key or a list of keys, such as e") }
            return texts
        } value: {
            .list($0.map { .text($0) })
        }
    }

    /// Runs a reader, and prefixes the path of its flaw with a name.
    static func inside<Part>(_ name: String, _ read: () throws(SettingFlaw) -> Part) throws(SettingFlaw) -> Part {
        do throws(SettingFlaw) { return try read() } catch { throw error.inside(name) }
    }
}

extension SettingDefinition {
    /// Returns a setting that is an object whose entries are all of one kind.
    fileprivate static func nested<Part: Sendable>(
        _ name: String, _ expects: String, _ path: any WritableKeyPath<Settings, [String: Part]> & Sendable,
        read: @escaping @Sendable (String, SettingValue) throws(SettingFlaw) -> Part,
        value: @escaping @Sendable (Part) -> SettingValue
    ) -> SettingDefinition {
        SettingDefinition(nested: name, expects: expects) { settings, given in
            var flaws: [SettingFlaw] = []
            if let parts = given.entries(expects, &flaws, read) { settings[keyPath: path] = parts }
            return flaws
        } value: {
            .object($0[keyPath: path].mapValues(value))
        }
    }

    /// Returns the same setting with its names in lower case.
    fileprivate func inAnyCase(_ path: any WritableKeyPath<Settings, [String: String]> & Sendable) -> SettingDefinition
    {
        var definition = self
        definition.takeParts = { [takeParts] settings, value in
            let flaws = takeParts(&settings, value)
            settings[keyPath: path] = Dictionary(
                settings[keyPath: path].map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first }
            )
            return flaws
        }
        return definition
    }
}
