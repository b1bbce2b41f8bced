/// Decodes the numbers of a mouse report, SGR (mode 1006) or old (mode 1000).
enum MouseReport {
    /// - Parameters:
    ///   - code: button, modifiers and kind of movement.
    ///   - x: the column, from 1.
    ///   - y: the row, from 1.
    static func event(code: Int, x: Int, y: Int, isRelease: Bool) -> Mouse? {
        guard x >= 1, y >= 1, let action = action(code, isRelease) else { return nil }
        var modifiers: Key.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        return Mouse(action, at: Point(x: x - 1, y: y - 1), modifiers)
    }

    /// Decodes three bytes, each 32 above its number; a release does not name its button.
    static func old(_ bytes: [UInt8]) -> Mouse? {
        guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
        let code = Int(bytes[0]) - 32
        let isRelease = code & 0x63 == 3
        return event(
            code: isRelease ? code & ~3 : code, x: Int(bytes[1]) - 32, y: Int(bytes[2]) - 32, isRelease: isRelease)
    }

    private static func action(_ code: Int, _ isRelease: Bool) -> Mouse.Action? {
        if code & 128 != 0 { return nil }
        if code & 64 != 0 {
            return [Mouse.Action.wheelUp, .wheelDown, .wheelLeft, .wheelRight][code & 3]
        }
        let button: Mouse.Button? = [.left, .middle, .right, nil][code & 3]
        if code & 32 != 0 { return button.map(Mouse.Action.drag) ?? .move }
        guard let button else { return nil }
        return isRelease ? .release(button) : .press(button)
    }
}
