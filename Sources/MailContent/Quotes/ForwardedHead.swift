/// The line above the text of a message that is forwarded within another.
package enum ForwardedHead {
    package static let line = "---------- Forwarded message ----------"

    package static func begins(_ line: some StringProtocol) -> Bool { line.hasPrefix("---------- Forwarded message") }
}
