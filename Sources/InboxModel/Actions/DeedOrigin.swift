/// Where the user does something: a screen's undo takes back what was done on screens, not what commands did meanwhile.
public enum DeedOrigin: Sendable {
    case screen, command
}
