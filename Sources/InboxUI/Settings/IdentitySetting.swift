import InboxModel

/// Reads and writes the setting `identities`.
enum IdentitySetting {
    static let expects = "a list of objects with “email”, and “name”, “account”, “signature”, “template” where wanted"
    private static let names = ["email", "name", "account", "signature", "template"]

    @Sendable static func take(_ settings: inout Settings, _ value: SettingValue) -> Bool {
        guard case .list(let entries) = value else { return false }
        var identities: [Identity] = []
        for entry in entries {
            guard let identity = identity(entry) else { return false }
            identities.append(identity)
        }
        settings.identities = identities
        return true
    }

    @Sendable static func value(_ settings: Settings) -> SettingValue {
        .list(
            settings.identities.map { identity in
                var entry: [String: SettingValue] = ["email": .text(identity.email)]
                if !identity.name.isEmpty { entry["name"] = .text(identity.name) }
                if !identity.account.isEmpty { entry["account"] = .text(identity.account) }
                if !identity.template.isEmpty { entry["template"] = .text(identity.template) }
                if let signature = identity.signature { entry["signature"] = .text(signature) }
                return .object(entry)
            })
    }

    private static func identity(_ value: SettingValue) -> Identity? {
        guard case .object(let entry) = value else { return nil }
        var texts: [String: String] = [:]
        for (name, value) in entry {
            guard names.contains(name), case .text(let text) = value else { return nil }
            texts[name] = text
        }
        guard let email = texts["email"], email.contains("@") else { return nil }
        return Identity(
            name: texts["name"] ?? "", email: email, account: texts["account"] ?? "", signature: texts["signature"],
            template: texts["template"] ?? "")
    }
}
