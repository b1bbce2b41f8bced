import InboxModel
import MailContent

/// A body read into lines, in the wanted form.
struct BodyReading: Sendable {
    let state: MessageBodyState

    init(_ body: MessageBody, _ form: BodyForm, isSecret: Bool) {
        let html = BodyChoice.html(body)
        let plain = BodyChoice.plain(body)
        let shown =
            switch form {
            case .preferred: BodyChoice.preferred(body)
            case .html: html
            case .plain: plain
            case .revealed: BodyChoice.revealed(body) ?? html
            }
        let hasOther = html != plain
        state = .here(
            isSecret ? shown.withoutRemotePictures : shown, isHTML: hasOther && (shown == html || form == .revealed),
            hasOther: hasOther,
            problems: body.problems)
    }
}
