import Foundation
import InboxModel
import InboxStore
import TerminalUI
import TestSupport

@testable import InboxKit
@testable import InboxUI

/// Mail in all scripts: wide, joined, combining and invisible characters, and text from right to left, in rows that are cut.
extension ScreenState {
    static let scripts: [ScreenState] = [
        .foreign("scripts-list", shows: "김민준"),
        .foreign("scripts-list-two-lines", "L", shows: "김민준"),
        .foreign("scripts-drawer", "d G k k k k", shows: "会計"),
        .foreign("scripts-thread", "Enter", shows: "見積書"),
        .foreign("scripts-file", "Enter Tab Enter", shows: "김민준"),
        .foreign("scripts-deck", "S", shows: "of 10"),
        .foreign("scripts-reply", "a", shows: "第三四"),
        .foreign("scripts-completing", "c 山", shows: "山田"),
        .foreign("scripts-contacts", "gc j j", shows: "김민준"),
        .foreign("scripts-outbox", "e e o", shows: "회의"),
    ]

    private static func foreign(_ name: String, _ keys: String = "", shows: String) -> ScreenState {
        .init(name, keys, shows: shows, hasMail: false, isBeforeFirstScreen: true, before: fill)
    }

    /// Each in its own way of leaving the columns.
    private static let letters: [(name: String, subject: String, text: String)] = [
        (
            "山田 太郎", "👩🏽‍💻 第三四半期の見積書について、ご確認をお願いいたします",
            "お世話になっております。見積書をお送りしますので、来週の金曜日までにご返事ください。"
        ),
        ("김민준", "회의 일정 변경 👍🏿 3️⃣시에서 4️⃣시로, 장소는 같습니다", "내일 오후 세 시로 옮겼습니다"),
        ("דנה לוי (Dana)", "שלום, הזמנה ORDER-4711 נשלחה ב־3.2.2026 בבוקר", "ניפגש ב־14:30 ליד התחנה, Gate B"),
        ("أحمد منصور", "موعد الاجتماع 12 مارس ٢٠٢٦ في مكتب Berlin الجديد", "السلام عليكم ورحمة الله، see you there"),
        ("👨‍👩‍👧‍👦 Familie", "🇩🇪🇫🇷 Urlaub 🏖️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈 #️⃣1️⃣ wir fahren ❤️ los", "🧑🏻‍🤝‍🧑🏿 alle zusammen, 🤷🏼‍♀️ wohin auch immer"),
        (
            "Z̸̰͉a̷͎l̶͙g̵̱o̴͚", "H̷̛̖e̶̪͝ ̵̼͌c̴̣͐o̷̜͆m̸̰̈e̵̙͒s and is longer than the row in which he is shown",
            "c̶l̷o̸s̴e̵r̶ and closer"
        ),
        (
            "Soft\u{AD}Hyphen\u{AD}ated",
            "Auto\u{AD}bahn\u{AD}zu\u{AD}brin\u{AD}ger mit zero\u{200B}width\u{200C}signs\u{FEFF}",
            "un\u{200B}sicht\u{2060}bar, und lang genug, um ge\u{AD}kürzt zu werden"
        ),
        (
            "Z\u{30C}eljka C\u{301}wikła", "Cafe\u{301} na\u{308}her am A\u{30A}ngstro\u{308}m, zusammengesetzt",
            "ǅ ﬁ ﬀ ½ ① Ｆｕｌｌ"
        ),
        ("ผู้ใหญ่บ้าน", "नमस्ते दुनिया, क्षत्रिय और தமிழ் வணக்கம் side by side", "ภาษาไทยไม่มีช่องว่างระหว่างคำ"),
        ("محمد and דוד", "Mixed: עברית English عربي 123 עברית", "\u{200F}left mark and \u{200E}right mark"),
    ]

    private static let fill: @UI @Sendable (ShellClient) async throws -> Void = { client in
        let file = "見積書 2026 🧾 最終版.txt"
        for (number, odd) in letters.enumerated() {
            var message = RemoteMessage.remote(
                id: "odd\(number)", subject: odd.subject, snippet: odd.text, unread: true, starred: number % 3 == 0,
                at: FakeSurroundings.noon - number * 5_000, files: number == 0 ? [file] : [],
                body: number == 0 ? letters.map { "\($0.name): \($0.text)" }.joined(separator: "\n\n") : odd.text)
            message.from = [MailAddress(name: odd.name, email: "p\(number)@example.test")]
            if number == 0 {
                message.to += letters.indices.dropFirst().map {
                    MailAddress(name: letters[$0].name, email: "p\($0)@example.test")
                }
            }
            try client.receive(message)
        }
        try client.keep(Data(letters.map { "\($0.name)\t\($0.subject)" }.joined(separator: "\n").utf8), as: "f-\(file)")
        let account = client.account
        try client.store.writeNow { transaction in
            for (number, name) in ["会計 2026 年度の請求書と領収書の控え", "משפחה", "🎉 Feste 🥳", "E\u{301}te\u{301}"].enumerated() {
                try transaction.save(
                    RemoteMailbox(id: RemoteID("o\(number)"), name: name, role: nil), account: account)
            }
        }
    }
}
