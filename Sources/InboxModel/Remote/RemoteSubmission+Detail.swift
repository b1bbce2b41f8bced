import Foundation

/// The form stored in an action's `detail`.
extension RemoteSubmission {
    package init?(detail: String?) {
        guard let detail, let read = try? JSONDecoder().decode(RemoteSubmission.self, from: Data(detail.utf8)) else {
            return nil
        }
        self = read
    }

    package var detail: String? {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}
