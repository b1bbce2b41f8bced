/// Where the user does something: what was done on a screen is taken back there, and not what a command did meanwhile.
public enum DeedOrigin: Sendable {
    case screen, command
}
