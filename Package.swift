// swift-tools-version: 6.2
import PackageDescription

/// The same for every target of ours: strict, explicit, and free of warnings.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// What the program exports by name nobody asks for: three megabytes that the loader would read at each start.
let linking: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld", "-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
]

let package = Package(
    name: "maraca",
    products: [
        // Its calls name types of the parts below it: what they throw, stores and dialects of one's own, what was read in a mail.
        .library(
            name: "InboxKit", targets: ["InboxKit", "InboxModel", "InboxStore", "InboxRemote", "MailContent"]),
        .library(name: "InboxUI", targets: ["InboxUI", "TerminalUI"]),
        .executable(name: "maraca", targets: ["maraca"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        // What hummingbird is made of and the embedded server speaks to by name.
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.20.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        // Debian's C libraries, and what Swift cannot call of them by itself.
        .systemLibrary(
            name: "CGMimeSystem", path: "Sources/CGMime/System", pkgConfig: "gobject-2.0",
            providers: [.apt(["libgmime-3.0-dev"])]),
        .target(
            name: "CGMime", dependencies: ["CGMimeSystem"], path: "Sources/CGMime/Shim", exclude: ["forward/README.md"],
            cSettings: [.headerSearchPath("forward")], linkerSettings: [.linkedLibrary("gmime-3.0")]),
        .systemLibrary(
            name: "CLibXML2System", path: "Sources/CLibXML2/System", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]),
        .target(name: "CLibXML2", dependencies: ["CLibXML2System"], path: "Sources/CLibXML2/Shim"),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(
            name: "CMark", pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .target(name: "CCurl"),
        .target(name: "CPictures"),
        .target(name: "CNcurses"),
        .target(name: "CProcess"),
        .target(name: "CResolver", linkerSettings: [.linkedLibrary("resolv")]),
        .target(name: "CSQLiteSetup", linkerSettings: [.linkedLibrary("sqlite3")]),

        // From the values up to the command; a target imports only what stands above it here.
        .target(name: "Programs", dependencies: ["CProcess"], swiftSettings: settings),
        .target(name: "InboxModel", swiftSettings: settings),
        .target(
            name: "MailContent", dependencies: ["InboxModel", "CGMime", "CLibXML2", "CPSL", "CMark", "CPictures"],
            swiftSettings: settings),
        .target(
            name: "InboxStore",
            dependencies: [
                "CSQLiteSetup", "InboxModel", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "InboxRemote", dependencies: ["InboxModel", "MailContent", "CCurl", "CResolver"],
            swiftSettings: settings),
        .target(
            name: "InboxIMAP",
            dependencies: [
                "InboxModel", "MailContent", "InboxRemote", .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: settings),
        .target(
            name: "InboxKit",
            dependencies: ["Programs", "InboxModel", "MailContent", "InboxStore", "InboxRemote", "InboxIMAP"],
            swiftSettings: settings),
        .target(
            name: "InboxServer",
            dependencies: [
                "Programs", "InboxModel", "MailContent", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
        .target(name: "TerminalUI", dependencies: ["CNcurses", "Programs"], swiftSettings: settings),
        .target(
            name: "InboxUI",
            dependencies: [
                "Programs", "InboxModel", "InboxKit", "InboxStore", "MailContent", "TerminalUI",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "maraca",
            dependencies: [
                "CProcess", "InboxModel", "InboxKit", "InboxServer", "InboxUI", "MailContent", "TerminalUI",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: settings, linkerSettings: linking),

        .executableTarget(
            name: "EightBall", dependencies: ["InboxKit", "InboxUI", "InboxModel", "TerminalUI"],
            path: "Examples/EightBall", swiftSettings: settings),
        .executableTarget(
            name: "Unread", dependencies: ["InboxKit", "InboxModel", "MailContent"], path: "Examples/Unread",
            swiftSettings: settings),

        .executableTarget(
            name: "StoreBench",
            dependencies: [
                "InboxUI", "TerminalUI", "InboxKit", "InboxStore", "InboxModel", "MailContent",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Benchmarks/StoreBench", swiftSettings: settings),

        .target(
            name: "TestSupport",
            dependencies: ["InboxModel", "InboxStore", "InboxRemote", "InboxKit", "TerminalUI"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(name: "TreeTests", swiftSettings: settings),
        .testTarget(
            name: "InboxModelTests", dependencies: ["InboxModel", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "MailContentTests", dependencies: ["MailContent", "InboxModel", "TestSupport"],
            exclude: ["Newsletters"], swiftSettings: settings),
        .testTarget(
            name: "InboxStoreTests",
            dependencies: ["InboxStore", "InboxModel", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .testTarget(
            name: "InboxRemoteTests", dependencies: ["InboxRemote", "InboxModel", "MailContent", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "InboxIMAPTests",
            dependencies: [
                "InboxIMAP", "InboxRemote", "InboxModel", "MailContent", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: settings),
        .testTarget(
            name: "InboxKitTests",
            dependencies: ["InboxKit", "InboxStore", "InboxRemote", "InboxModel", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "InboxServerTests",
            dependencies: [
                "InboxServer", "InboxKit", "InboxStore", "InboxModel", "InboxRemote", "MailContent", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TerminalUITests", dependencies: ["TerminalUI", "Programs", "TestSupport"], exclude: ["Goldens"],
            swiftSettings: settings),
        .testTarget(
            name: "EightBallTests",
            dependencies: [
                "EightBall", "InboxKit", "InboxStore", "InboxRemote", "InboxModel", "TerminalUI", "TestSupport",
            ], swiftSettings: settings),
        .testTarget(
            name: "InboxUITests",
            dependencies: [
                "InboxUI", "InboxKit", "InboxStore", "InboxRemote", "InboxModel", "MailContent", "TerminalUI",
                "Programs", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ], exclude: ["Goldens"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
