import InboxModel
import MailContent

/// Reads and writes the setting `identities`.
enum IdentitySetting {
    static let expects = "a list of objects with “email”, and “name”, “account”, “signature”, “template” if wanted"
    private static let names = ["email", "name", "account", "signature", "template"]

    @Sendable static func take(_ settings: inout Settings, _ value: SettingValue) -> [SettingFlaw] {
        var flaws: [SettingFlaw] = []
        if let identities = value.items(expects, &flaws, identity) { settings.identities = identities }
        return flaws
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

    private static func identity(_ value: SettingValue) throws(SettingFlaw) -> Identity {
        guard case .object(let entry) = value else { throw SettingFlaw("must be an object with “email”") }
        var texts: [String: String] = [:]
        for (name, value) in entry.sorted(by: { $0.key < $1.key }) {
            guard names.contains(name) else { throw .unknown(name, among: names) }
            guard case .text(let text) = value else { throw SettingFlaw("must be a text in quotes", at: name) }
            texts[name] = text
        }
        guard let email = texts["email"] else { throw SettingFlaw("needs “email”: the address to write from") }
        // `*@example.org` stands for all of a domain.
        guard EmailAddress.isWritable(email) else {
            throw SettingFlaw("must be an address, such as ann@example.org or *@example.org", at: "email")
        }
        if let account = texts["account"], !account.isEmpty, !account.contains("@") {
            throw SettingFlaw("must be the address of an account", at: "account")
        }
        return Identity(
            name: texts["name"] ?? "", email: email, account: texts["account"] ?? "", signature: texts["signature"],
            template: texts["template"] ?? "")
    }
}
