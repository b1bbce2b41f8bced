/// One mail of a story.
struct DemoLetter: Sendable {
    let from: DemoPerson
    /// The hours since the previous letter; 0 for the first.
    let after: Double
    let text: String
    var html: String?
    var invitation: String?
    var files: [DemoFile] = []
    /// The letter of the story that this one answers; nil for the previous letter.
    var answers: Int?
    /// Replaces the story's subject; a reply to this letter keeps `Re: ` and the story's subject.
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

    /// Creates the first letter of a thread.
    init(
        _ from: DemoPerson, subject: String? = nil, files: [DemoFile] = [], html: String? = nil,
        invitation: String? = nil, isDraft: Bool = false, _ text: String
    ) {
        self.init(from, 0, subject: subject, files: files, html: html, invitation: invitation, isDraft: isDraft, text)
    }
}
