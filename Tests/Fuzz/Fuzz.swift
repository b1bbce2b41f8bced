import Foundation
import InboxModel
import MailContent

// The entry point of libFuzzer. MARACA_FUZZ names the target: mime, html, header or calendar.

private let target = ProcessInfo.processInfo.environment["MARACA_FUZZ"] ?? "mime"

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    switch target {
    case "html": readHTML(String(decoding: bytes, as: UTF8.self))
    case "header": readHeaders(bytes)
    case "calendar": readFiles(bytes)
    default: readMail(bytes)
    }
    return 0
}

private func readMail(_ bytes: [UInt8]) {
    let message = ParsedMessage.parse(bytes)
    check(BodyChoice.preferred(message.body))
    for problem in message.problems { check(CleanText.line(problem)) }
    for part in ParsedMessage.outline(of: bytes) where part.size != nil {
        _ = ParsedMessage.fileContents(of: bytes, partID: part.partID)
    }
    check(FileText.source(of: bytes))
    for file in message.files {
        _ = ParsedMessage.fileContents(of: bytes, partID: file.partID)
        let name = SafeFileName.of(file.fileName, number: 1)
        precondition(!name.isEmpty && !name.contains("/") && name.utf8.count <= 255 && name.first != ".")
    }
}

private func readHTML(_ html: String) {
    let text = StyledText(html: html)
    check(text)
    for width in [1, 40, 80] { _ = text.wrapped(to: width) { _ in 1 } }
    precondition(text.lines.allSatisfy { $0.runs.allSatisfy { $0.link.map(text.links.indices.contains) ?? true } })
    precondition(text.links.allSatisfy { LinkCheck.target(of: $0.target) != nil })
    _ = SafeHTML.cleaned(html)
    _ = text.typedLines(quotedDeeper: 1)
}

private func readHeaders(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let message = ParsedMessage.parse(Array("From: ".utf8) + bytes + Array("\nSubject: ".utf8) + bytes)
    check(CleanText.line(message.subject))
    for address in message.from + AddressList.parse(text).addresses {
        check(CleanText.line(AddressList.text(of: address)))
    }
    if let link = MailtoLink("mailto:" + text) {
        precondition(!(link.to + link.cc).contains { $0.email.contains { $0.isNewline } })
    }
}

private func readFiles(_ bytes: [UInt8]) {
    for type in ["text/calendar", "text/vcard"] {
        if let text = FileText.read(bytes, type: type, name: "", zone: .gmt) { check(text) }
    }
    if let invitation = Invitation(bytes) { answer(invitation) }
    for person in VCard.read(bytes) { check(person.name) }
}

/// RFC 5545 §3.1: lines of at most 75 bytes that end in CRLF, without other control characters.
private func answer(_ invitation: Invitation) {
    check(invitation.when(zone: .gmt))
    check(invitation.whenThere)
    let guest = invitation.guests.first ?? MailAddress(email: "a@b.test")
    let answer = invitation.answer(.accept, as: guest, comment: invitation.title, at: Date(timeIntervalSince1970: 0))
    let lines = String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n")
    precondition(lines.last == "" && lines.allSatisfy { $0.utf8.count <= 75 })
    precondition(lines.allSatisfy { !$0.utf8.contains { $0 < 0x20 || $0 == 0x7F } })
}

/// T-1: nothing may control a terminal.
private func check(_ text: StyledText) {
    for line in text.lines { check(line.text) }
}

private func check(_ text: String) {
    precondition(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
}
