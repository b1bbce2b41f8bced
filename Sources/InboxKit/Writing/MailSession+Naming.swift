package import InboxModel
import MailContent

extension MailSession {
    /// The files of a message, each by the name under which it is shown, saved and passed on. Mail without a name is called by
    /// its own subject, which stands in it: it is fetched for that, unless it is large or can't be had now.
    /// - Parameter first: the number of the first of them, for names that leave nothing.
    package func namedFiles(of message: Message, from first: Int = 1) async -> [MessageFile] {
        var files = message.files
        var fetched = 0
        for index in files.indices {
            var start: [UInt8] = []
            if SafeFileName.isNamelessMail(files[index]), files[index].size <= largestNamed, fetched < mostNamed {
                fetched += 1
                start = (try? await download(files[index], of: message)) ?? []
            }
            files[index].fileName = SafeFileName.of(files[index], number: first + index, start: start)
        }
        return files
    }
}

private let largestNamed = 1 << 20
private let mostNamed = 10
