/// Where lines of Chinese and Japanese may break: between any two characters, but not before a closing or continuing one, and not after
/// an opening one (UAX #14, classes ID, CL, NS and OP). Korean has blanks between its words.
package enum IdeographBreak {
    static func isAllowed(_ before: UInt32, _ after: UInt32) -> Bool {
        guard isIdeograph(before) || isIdeograph(after) else { return false }
        return before > 0x20 && after > 0x20 && !closing.contains(after) && !opening.contains(before)
    }

    /// Whether a line break between the two characters stands for nothing, where elsewhere it stands for a blank (CSS Text 3 §4.1.3).
    package static func isInvisible(between before: Character?, and after: Character?) -> Bool {
        guard let before = before?.unicodeScalars.last, let after = after?.unicodeScalars.first else { return false }
        return isIdeograph(before.value) && isIdeograph(after.value)
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
