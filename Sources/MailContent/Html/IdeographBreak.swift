/// Where lines of Chinese and Japanese may break: between any two characters, but not before a closing or continuing one, and not after
/// an opening one (UAX #14, classes ID, CL, NS and OP). Korean has blanks between its words.
enum IdeographBreak {
    static func isAllowed(_ before: UInt32, _ after: UInt32) -> Bool {
        guard isIdeograph(before) || isIdeograph(after) else { return false }
        return before > 0x20 && after > 0x20 && !closing.contains(after) && !opening.contains(before)
    }

    /// Han, kana and full-width forms.
    private static func isIdeograph(_ letter: UInt32) -> Bool {
        switch letter {
        case 0x2E80...0x312F, 0x3190...0xA4CF, 0xF900...0xFAFF, 0xFF01...0xFF9F: true
        default: false
        }
    }

    private static let opening = points("（［｛「『【〔〈《〖｢(“‘[{")
    private static let closing = points("、。，．！？：；）］｝」』】〕〉》〗｣｡､・ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％…‥)”’]},.!?:;%")

    private static func points(_ text: String) -> Set<UInt32> { Set(text.unicodeScalars.map(\.value)) }
}
