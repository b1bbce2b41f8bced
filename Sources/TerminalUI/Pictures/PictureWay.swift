/// The protocol for pictures. Only a protocol known to the terminal is used: others would show the bytes as text.
enum PictureWay: Hashable, Sendable {
    /// kitty's graphics protocol, which Ghostty also supports.
    case kitty
    /// iTerm2's inline images, which WezTerm also supports.
    case iTerm
    /// DEC's sixels.
    case sixel

    /// Chooses the protocol by the environment. Within tmux or screen the environment does not describe the actual terminal.
    init?(environment: [String: String]) {
        func value(_ name: String) -> String { environment[name] ?? "" }
        guard value("TMUX").isEmpty, value("STY").isEmpty, !value("TERM").hasPrefix("screen"),
            !value("TERM").hasPrefix("tmux")
        else { return nil }
        if ["xterm-kitty", "xterm-ghostty"].contains(value("TERM")) || value("TERM_PROGRAM") == "ghostty" {
            self = .kitty
        } else if ["iTerm.app", "WezTerm"].contains(value("TERM_PROGRAM")) || value("LC_TERMINAL") == "iTerm2" {
            self = .iTerm
        } else {
            return nil
        }
    }

    /// More pixels are not worth the bytes to transmit.
    private static let mostPixels = 500_000

    /// Returns the bytes that draw a picture in its place and restore the cursor.
    /// - Parameter cell: the size of a cell in pixels, which sixels need.
    func bytes(_ placed: PlacedPicture, cell: Size) -> String {
        let (place, picture) = (placed.place, placed.picture.atMost(pixels: Self.mostPixels))
        let move = "\u{1B}7\u{1B}[\(place.y + 1);\(place.x + 1)H"
        let drawing =
            switch self {
            case .kitty: Self.kitty(picture, place.size)
            case .iTerm: Self.iTerm(picture, place.size)
            case .sixel:
                Sixels.bytes(
                    placed.picture.scaled(
                        width: max(1, min(2_000, place.width * cell.width)),
                        // A sixel band in the last rows would scroll the screen.
                        height: max(1, min(2_000, place.height * cell.height - 6))))
            }
        return move + drawing + "\u{1B}8"
    }

    /// The bytes that remove all pictures; nil where clearing the cells is enough.
    var removal: String? { self == .kitty ? "\u{1B}_Ga=d,q=2\u{1B}\\" : nil }

    /// Transmits in pieces of at most 4,096 bytes, as the protocol requires, and asks for no answer (`q=2`).
    private static func kitty(_ picture: Picture, _ size: Size) -> String {
        let text = Array(Base64.text(picture.rgb).utf8)
        var result = ""
        for start in stride(from: 0, to: text.count, by: 4_096) {
            let piece = text[start..<min(text.count, start + 4_096)]
            let more = piece.endIndex < text.count ? 1 : 0
            let head =
                start == 0
                ? "a=T,f=24,s=\(picture.width),v=\(picture.height),c=\(size.width),r=\(size.height),C=1,q=2,m=\(more)"
                : "m=\(more)"
            result += "\u{1B}_G\(head);\(String(decoding: piece, as: UTF8.self))\u{1B}\\"
        }
        return result
    }

    private static func iTerm(_ picture: Picture, _ size: Size) -> String {
        let file = picture.png
        return
            "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(size.width);height=\(size.height);"
            + "preserveAspectRatio=0;doNotMoveCursor=1:\(Base64.text(file))\u{07}"
    }
}
