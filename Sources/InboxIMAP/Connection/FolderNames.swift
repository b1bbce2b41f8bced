import Foundation
import InboxModel

/// The names that mail programs and servers give to folders with a role, in many languages.
enum FolderNames {
    /// - Returns: the role for a folder's name, and how usual the name is for it: lower is better.
    static func role(of name: String) -> (role: MailboxRole, rank: Int)? {
        var name = name.lowercased().precomposedStringWithCanonicalMapping
        // Some servers have all folders in the inbox; Gmail has its own in one of its own.
        for parent in ["inbox/", "[gmail]/", "[google mail]/"] where name.hasPrefix(parent) {
            name.removeFirst(parent.count)
            break
        }
        return byName[name]
    }

    private static let byName: [String: (role: MailboxRole, rank: Int)] = {
        var byName: [String: (role: MailboxRole, rank: Int)] = [:]
        for (role, names) in names {
            for (rank, name) in names.split(separator: ",").enumerated() {
                byName[name.trimmingCharacters(in: .whitespacesAndNewlines)] = (role, rank)
            }
        }
        return byName
    }()

    /// Without names that mean something else in another language.
    private static let names: [MailboxRole: String] = [
        .drafts: """
        drafts, draft, draft messages, entwürfe, entwurf, brouillons, brouillon, borradores, borrador, bozze, bozza, rascunhos,
        rascunho, concepten, concept, utkast, kladder, luonnokset, drög, szkice, wersje robocze, kopie robocze, koncepty,
        rozepsané, rozpísané, piszkozatok, ciorne, schițe, чернетки, черновики, черновик, чернови, nacrti, osnutki,
        juodraščiai, melnraksti, mustandid, taslaklar, πρόχειρα, esborranys, borradors, zirriborroak, 下書き, 草稿, 草稿箱,
        草稿夹, 草稿匣, 임시 보관함, 임시보관함, טיוטות, المسودات, مسودات, پیش‌نویس‌ها, bản nháp, thư nháp, draf, konsep, ร่าง,
        ร่างจดหมาย, ड्राफ़्ट
        """,
        .sent: """
        sent, sent items, sent messages, sent mail, sent-mail, sentmail, sent-messages, gesendet, gesendete elemente,
        gesendete objekte, gesendete nachrichten, gesendete, gesendete mails, envoyés, envoyé, éléments envoyés,
        messages envoyés, objets envoyés, courrier envoyé, enviados, enviado, elementos enviados, mensajes enviados,
        correo enviado, inviata, inviati, inviate, posta inviata, elementi inviati, messaggi inviati, enviadas, itens enviados,
        e-mails enviados, mensagens enviadas, verzonden, verzonden items, verzonden berichten, verzonden objecten, skickat,
        skickade, skickade objekt, skickade meddelanden, sendt, sendte elementer, sendt post, sendte meldinger, sendte,
        lähetetyt, lähetetyt viestit, sendir hlutir, wysłane, elementy wysłane, odeslaná pošta, odeslané, odoslané,
        odoslaná pošta, elküldött, elküldött elemek, elküldött üzenetek, trimise, elemente trimise, отправленные,
        отправленное, надіслані, відправлені, изпратени, poslano, poslane, poslata pošta, išsiųsti, išsiųsti laiškai,
        nosūtītie, saadetud, gönderilmiş öğeler, gönderilenler, gönderilmiş postalar, απεσταλμένα, enviats, bidalitakoak,
        送信済み, 送信済みアイテム, 送信済みメール, 送信済みトレイ, 已发送, 已发送邮件, 已发送消息, 已發送, 寄件備份,
        已傳送郵件, 寄件匣, 보낸 편지함, 보낸편지함, 보낸메일함, 보낸 메일함, נשלח, פריטים שנשלחו, العناصر المرسلة,
        الرسائل المرسلة, đã gửi, thư đã gửi, terkirim, item terkirim, ส่งแล้ว, รายการที่ส่ง
        """,
        .trash: """
        trash, deleted, deleted items, deleted messages, bin, rubbish, wastebasket, papierkorb, gelöscht,
        gelöschte elemente, gelöschte objekte, gelöschte nachrichten, corbeille, éléments supprimés, messages supprimés,
        papelera, papelera de reciclaje, elementos eliminados, mensajes eliminados, eliminados, cestino, posta eliminata,
        elementi eliminati, messaggi eliminati, lixo, lixeira, itens excluídos, itens eliminados, prullenbak, prullenmand,
        verwijderde items, verwijderde berichten, papperskorg, papperskorgen, borttaget, slettet, slettede elementer,
        papirkurv, papirkurven, søppel, roskakori, poistetut, ruslafata, kosz, elementy usunięte, usunięte, koš, kôš,
        odstraněná pošta, odstránená pošta, smazané, kuka, törölt elemek, lomtár, coș de gunoi, gunoi, elemente șterse,
        корзина, удалённые, удаленные, кошик, видалені, кошче, smeće, smetnjak, koš za smeti, šiukšliadėžė, miskaste,
        atkritne, prügikast, çöp kutusu, çöp, silinmiş öğeler, κάδος απορριμμάτων, διαγραμμένα, απορρίμματα, paperera,
        zakarrontzia, ゴミ箱, ごみ箱, 削除済みアイテム, 已删除, 已删除邮件, 已删除消息, 垃圾箱, 废件箱, 已刪除的郵件,
        刪除的郵件, 垃圾桶, 휴지통, 지운 편지함, 지운편지함, אשפה, פריטים שנמחקו, العناصر المحذوفة, المهملات, thùng rác,
        sampah, ถังขยะ
        """,
        .junk: """
        junk, spam, junk e-mail, junk email, junk mail, junkmail, bulk mail, bulk, spamverdacht, spam-verdacht,
        unerwünscht, unerwünschte werbung, junk-e-mail, werbung, courrier indésirable, indésirables, pourriel, correo no deseado,
        correo basura, no deseado, posta indesiderata, indesiderata, lixo eletrônico, lixo eletrónico, correio de lixo,
        ongewenst, ongewenste e-mail, ongewenste post, skräppost, skräp, søppelpost, uønsket e-post, uønsket mail,
        uønsket post, roskaposti, ruslpóstur, wiadomości-śmieci, niechciane, nevyžádaná pošta, nevyžiadaná pošta,
        levélszemét, mesaje nedorite, спам, нежелательная почта, нежелані, небажана пошта, нежелана поща,
        neželjena pošta, neželena pošta, brukalas, mēstules, surämpost, rämpspost, önemsiz, gereksiz, istenmeyen,
        ανεπιθύμητα, ανεπιθύμητη αλληλογραφία, brossa, correu brossa, zaborra, 迷惑メール, スパム, 垃圾邮件, 垃圾郵件,
        广告邮件, 스팸, 스팸메일함, 스팸 메일함, 정크 메일, דואר זבל, ספאם, البريد غير الهام, البريد العشوائي, thư rác, จดหมายขยะ
        """,
        .archive: """
        archive, archives, archived, all archive, archiv, archiviert, archivées, archivo, archivados, archivio, arquivo, arquivo morto,
        arquivados, archief, arkiv, arkisto, archiwum, archív, archívum, arhivă, arhiva, архив, архів, arhiiv, archyvas,
        arhīvs, arşiv, αρχείο, arxiu, artxiboa, アーカイブ, 存档, 归档, 封存, 보관함, ארכיון, الأرشيف, أرشيف, lưu trữ, arsip
        """,
        .all: "all mail",
    ]
}
