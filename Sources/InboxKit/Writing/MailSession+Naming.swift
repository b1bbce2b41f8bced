package import InboxModel
import MailContent

extension MailSession {
    /// Returns the files of a message, each with the name under which it is shown, saved and passed on. An attached mail without a
    /// name is named after its own subject, so it is fetched, unless it is large or unavailable now.
    /// - Parameter first: the number of the first file, for names of which nothing usable is left.
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
