/// The line above the text of a message that is forwarded within another.
public enum ForwardedHead {
    public static let line = "---------- Forwarded message ----------"

    public static func begins(_ line: some StringProtocol) -> Bool { line.hasPrefix("---------- Forwarded message") }
}
