import InboxModel

extension Wording {
    /// Says why a remote picture was not fetched.
    static func sentence(_ problem: PictureFetchProblem) -> String {
        switch problem {
        case .notAllowed: "Pictures are fetched over https only, or over http after asking."
        case .notPublic: "Its server can't be reached safely, or is not on the public internet."
        case .tooLarge: "It is larger than 5 MiB."
        case .tooSlow: "Its server took longer than 10 seconds."
        case .noPicture: "What its server sent is not a picture."
        case .refused(let status): "Its server refused it (\(status))."
        case .unreachable: "Its server can't be reached."
        }
    }

    /// Says why a request to unsubscribe did not succeed.
    static func sentence(_ problem: UnsubscribeProblem) -> String {
        switch problem {
        case .notAllowed: "Requests to unsubscribe go out over https only."
        case .notPublic: "Its server can't be reached safely, or is not on the public internet."
        case .sentOn: "Its server sends the request elsewhere."
        case .refused(let status): "Its server refused it (\(status))."
        case .unreachable: "Its server can't be reached."
        case .noAnswer: "Its server gave no answer; it may have accepted the request."
        }
    }
}
