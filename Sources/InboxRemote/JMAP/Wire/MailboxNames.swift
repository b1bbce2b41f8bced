import Foundation
import InboxModel

/// The names of mailboxes that have no role.
extension MailboxTree {
    /// The names that mail programs and web mail give to such mailboxes, in lower case: the most common first, then those of other
    /// languages. No name stands for two roles.
    static let names: [MailboxRole: [String]] = [
        .inbox: [
            "inbox", "posteingang", "eingang", "boîte de réception", "bandeja de entrada", "recibidos",
            "posta in arrivo", "in arrivo", "postvak in", "caixa de entrada", "inkorgen", "inkorg", "indbakke",
            "innboks", "saapuneet", "skrzynka odbiorcza", "odebrane", "doručená pošta", "beérkezett üzenetek",
            "beérkező levelek", "gelen kutusu", "входящие", "вхідні", "受信トレイ", "受信箱", "收件箱", "收件匣",
            "받은편지함", "받은 편지함",
        ],
        .drafts: [
            "drafts", "draft", "entwürfe", "brouillons", "borradores", "bozze", "concepten", "rascunhos", "utkast",
            "kladder", "luonnokset", "kopie robocze", "robocze", "szkice", "koncepty", "piszkozatok", "taslaklar",
            "черновики", "чернетки", "下書き", "草稿", "草稿箱", "草稿夹", "임시보관함", "임시 보관함",
        ],
        .sent: [
            "sent", "sent items", "sent messages", "sent mail", "gesendet", "gesendete objekte", "gesendete elemente",
            "envoyés", "éléments envoyés", "messages envoyés", "enviados", "elementos enviados", "itens enviados",
            "inviati", "posta inviata", "verzonden", "verzonden items", "skickat", "skickade objekt", "sendt",
            "sendt post", "lähetetyt", "wysłane", "elementy wysłane", "odeslané", "odeslaná pošta", "elküldött",
            "elküldött elemek", "gönderilenler", "gönderilmiş öğeler", "отправленные", "надіслані", "送信済み",
            "送信済みアイテム", "已发送", "已发送邮件", "已发邮件", "寄件備份", "보낸편지함", "보낸 편지함",
        ],
        .trash: [
            "trash", "deleted items", "deleted messages", "bin", "papierkorb", "gelöschte objekte",
            "gelöschte elemente", "corbeille", "éléments supprimés", "papelera", "elementos eliminados", "cestino",
            "posta eliminata", "prullenbak", "verwijderde items", "lixeira", "itens excluídos", "itens eliminados",
            "papperskorgen", "borttagna objekt", "papirkurv", "slettet post", "slettede elementer", "roskakori",
            "poistetut", "kosz", "elementy usunięte", "koš", "odstraněná pošta", "kuka", "törölt elemek",
            "çöp kutusu", "silinmiş öğeler", "корзина", "удаленные", "удалённые", "кошик", "видалені", "ゴミ箱",
            "削除済みアイテム", "已删除", "已删除邮件", "废纸篓", "垃圾桶", "휴지통", "지운 편지함",
        ],
        .archive: [
            "archive", "archives", "archiv", "archivo", "archivados", "archivio", "archief", "arquivo", "arquivados",
            "arkiv", "arkisto", "archiwum", "archívum", "arşiv", "архив", "архів", "アーカイブ", "归档", "存档", "封存",
            "보관함",
        ],
        .junk: [
            "junk", "spam", "junk e-mail", "junk email", "junk mail", "bulk mail", "junk-e-mail",
            "unerwünschte werbung", "courrier indésirable", "indésirables", "pourriel", "correo no deseado",
            "posta indesiderata", "ongewenste e-mail", "lixo eletrônico", "lixo eletrónico", "skräppost",
            "uønsket post", "søppelpost", "roskaposti", "wiadomości-śmieci", "nevyžádaná pošta", "levélszemét",
            "önemsiz e-posta", "спам", "нежелательная почта", "迷惑メール", "垃圾邮件", "垃圾郵件", "스팸메일함",
            "정크 메일",
        ],
    ]

    /// Gives each role that no mailbox has to the mailbox with a usual name. If one mailbox holds all mail, the archive is not needed, and
    /// a label of that name is the user's own.
    static func byName(_ mailboxes: [WireMailboxNode]) -> [WireMailboxNode] {
        let given = Set(mailboxes.compactMap(\.role))
        let tops = mailboxes.filter { $0.parentID == nil && !$0.isForSomething }
        let inbox =
            mailboxes.first { $0.role == .inbox }
            ?? names[.inbox]?.lazy.compactMap { name in tops.first { $0.calls == name } }.first
        var named = mailboxes
        for (role, names) in names where !given.contains(role) && !(role == .archive && given.contains(.all)) {
            // At the top, or below the inbox, where some servers have all other mailboxes.
            let known = mailboxes.filter { mailbox in
                !mailbox.isForSomething && mailbox.rights.contains(.addItems)
                    && (mailbox.parentID == nil || role != .inbox && mailbox.parentID == inbox?.id)
            }
            guard let found = names.lazy.compactMap({ name in known.first { $0.calls == name } }).first else {
                continue
            }
            for index in named.indices where named[index].id == found.id { named[index].role = role }
        }
        return named
    }

    /// Returns the role of a new top-level mailbox of that name, if still unassigned.
    func missingRole(called name: String) -> MailboxRole? {
        let role = Self.names.keys.first { $0.rawValue == name.lowercased() }
        return role.flatMap { mailbox(for: $0) == nil ? $0 : nil }
    }
}

extension WireMailboxNode {
    /// The name in the form in which names are compared.
    fileprivate var calls: String { name.precomposedStringWithCanonicalMapping.lowercased() }
}
