import InboxModel
import MailContent

/// Reads and writes the setting `identities`.
enum IdentitySetting {
    static let expects =
        "a list of objects with “email”, and “name”, “account”, “signature”, “template”, “replyTo”, “bcc” if wanted"
    private static let names = ["email", "name", "account", "signature", "template", "replyTo", "bcc"]

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
                entry["replyTo"] = identity.replyTo.map(people)
                entry["bcc"] = identity.bcc.map(people)
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
            template: texts["template"] ?? "", replyTo: try people(texts["replyTo"], "replyTo"),
            bcc: try people(texts["bcc"], "bcc"))
    }

    private static func people(_ text: String?, _ name: String) throws(SettingFlaw) -> [MailAddress]? {
        guard let text else { return nil }
        let (people, rest) = AddressList.parse(text)
        guard rest.allSatisfy(\.isWhitespace), people.allSatisfy({ EmailAddress.isWritable($0.email) }) else {
            throw SettingFlaw("must be addresses, separated by commas", at: name)
        }
        return people
    }

    private static func people(_ people: [MailAddress]) -> SettingValue {
        .text(people.map(AddressList.text(of:)).joined(separator: ", "))
    }
}
