/// How this program is called where a server is told.
package enum ClientName {
    package static let name = "Maraca"
    package static let version = "0.1.0"
}
