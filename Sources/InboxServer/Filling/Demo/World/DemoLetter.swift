/// One mail of a story.
struct DemoLetter: Sendable {
    let from: DemoPerson
    /// Hours since the one before it; nothing for the first.
    let after: Double
    let text: String
    var html: String?
    var invitation: String?
    var files: [DemoFile] = []
    /// The letter of the story that this one answers; nil: the one before.
    var answers: Int?
    /// In place of the story's subject; a reply to it keeps `Re: ` and the story's.
    var subject: String?
    var isDraft = false

    init(
        _ from: DemoPerson, _ after: Double, answers: Int? = nil, subject: String? = nil, files: [DemoFile] = [],
        html: String? = nil, invitation: String? = nil, isDraft: Bool = false, _ text: String
    ) {
        self.from = from
        self.after = after
        self.text = text
        self.html = html
        self.invitation = invitation
        self.files = files
        self.answers = answers
        self.subject = subject
        self.isDraft = isDraft
    }

    /// The first of a thread.
    init(
        _ from: DemoPerson, subject: String? = nil, files: [DemoFile] = [], html: String? = nil,
        invitation: String? = nil, isDraft: Bool = false, _ text: String
    ) {
        self.init(from, 0, subject: subject, files: files, html: html, invitation: invitation, isDraft: isDraft, text)
    }
}
