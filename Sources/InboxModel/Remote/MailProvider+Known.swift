extension MailProvider {
    /// As their help pages say (December 2026). The first that fits is meant.
    package static let known = [
        MailProvider(
            name: "Google", imapHost: "imap.gmail.com", smtp: "smtps://smtp.gmail.com",
            secret: .appPassword(page: "https://myaccount.google.com/apppasswords"),
            domains: ["gmail.com", "googlemail.com"], exchanges: ["google.com", "googlemail.com"]),
        MailProvider(
            name: "Outlook", imapHost: "outlook.office365.com", smtp: "smtp://smtp-mail.outlook.com",
            secret: .accessToken, domains: ["msn.com"], families: ["outlook", "hotmail", "live"],
            exchanges: ["olc.protection.outlook.com"]),
        MailProvider(
            name: "Microsoft", imapHost: "outlook.office365.com", smtp: "smtp://smtp.office365.com",
            secret: .accessToken, exchanges: ["mail.protection.outlook.com", "mx.microsoft"]),
        MailProvider(
            name: "Yahoo", imapHost: "imap.mail.yahoo.com", smtp: "smtps://smtp.mail.yahoo.com",
            secret: .appPassword(page: "https://login.yahoo.com/account/security"),
            domains: ["ymail.com", "rocketmail.com"], families: ["yahoo"], exchanges: ["yahoodns.net"]),
        MailProvider(
            name: "AOL", imapHost: "imap.aol.com", smtp: "smtps://smtp.aol.com",
            secret: .appPassword(page: "https://login.aol.com/account/security"), domains: ["aol.com"]),
        MailProvider(
            name: "Apple", imapHost: "imap.mail.me.com", smtp: "smtp://smtp.mail.me.com",
            secret: .appPassword(page: "https://account.apple.com"), domains: ["icloud.com", "me.com", "mac.com"],
            exchanges: ["mail.icloud.com"]),
        MailProvider(
            name: "GMX", imapHost: "imap.gmx.net", smtp: "smtps://mail.gmx.net", isOffAtFirst: true,
            families: ["gmx"], exchanges: ["gmx.net"]),
        MailProvider(
            name: "WEB.DE", imapHost: "imap.web.de", smtp: "smtp://smtp.web.de", isOffAtFirst: true,
            domains: ["web.de"], exchanges: ["web.de"]),
        MailProvider(
            name: "T-Online", imapHost: "secureimap.t-online.de", smtp: "smtps://securesmtp.t-online.de",
            domains: ["t-online.de"]),
        MailProvider(
            name: "freenet", imapHost: "mx.freenet.de", smtp: "smtp://mx.freenet.de", domains: ["freenet.de"]),
        MailProvider(
            name: "Zoho", imapHost: "imap.zoho.com", smtp: "smtps://smtp.zoho.com", isOffAtFirst: true,
            exchanges: ["zoho.com", "zoho.eu"]),
        MailProvider(
            name: "Yandex", imapHost: "imap.yandex.com", smtp: "smtps://smtp.yandex.com",
            secret: .appPassword(page: "https://id.yandex.com/security/app-passwords"),
            exchanges: ["yandex.ru", "yandex.net"]),
        MailProvider(
            name: "Fastmail", imapHost: "imap.fastmail.com", smtp: "smtps://smtp.fastmail.com",
            secret: .appPassword(page: "https://app.fastmail.com/settings/security"),
            exchanges: ["messagingengine.com"], jmapURL: "https://api.fastmail.com"),
    ]
}
