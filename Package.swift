// swift-tools-version: 6.2
import PackageDescription

/// Modules that also run in the browser: the Embedded subset, checked natively where it can be.
let pure: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatWarning("EmbeddedRestrictions", as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let hosted: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "Omena",
  products: [.executable(name: "omena", targets: ["omena"])],
  targets: [
    .target(name: "Domain", swiftSettings: pure),
    .target(name: "Sync", dependencies: ["Domain"], swiftSettings: pure),
    .target(name: "Exchange", dependencies: ["Domain", "Sync"], swiftSettings: pure),
    .target(name: "HTML", swiftSettings: pure),
    .target(
      name: "App", dependencies: ["Domain", "Sync", "Exchange", "HTML"], swiftSettings: pure),
    .target(
      name: "Web", dependencies: ["App", "Domain", "Sync", "HTML"],
      swiftSettings: pure + [.enableExperimentalFeature("Extern")]),

    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(
      name: "Store", dependencies: ["Domain", "Sync", "Exchange", "CSQLite"],
      swiftSettings: hosted),
    .target(
      name: "Server",
      dependencies: ["Domain", "Sync", "Exchange", "Store", "CMicrohttpd", "CSodium"],
      swiftSettings: hosted),
    .executableTarget(
      name: "omena", dependencies: ["Domain", "Sync", "Exchange", "Store", "Server"],
      swiftSettings: hosted),
    .executableTarget(name: "sampler", dependencies: ["Domain", "Sync"], swiftSettings: hosted),

    .testTarget(name: "DomainTests", dependencies: ["Domain"]),
    .testTarget(name: "SyncTests", dependencies: ["Sync", "Domain"]),
    .testTarget(name: "ExchangeTests", dependencies: ["Exchange", "Sync", "Domain"]),
    .testTarget(name: "HTMLTests", dependencies: ["HTML"]),
    .testTarget(name: "AppTests", dependencies: ["App", "Domain", "Sync", "HTML"]),
    .target(
      name: "StoreSupport", dependencies: ["Store", "Sync", "Domain"], path: "Tests/StoreSupport",
      swiftSettings: hosted),
    .testTarget(name: "StoreTests", dependencies: ["Store", "StoreSupport", "Sync", "Domain"]),
    .testTarget(name: "SamplerTests", dependencies: ["sampler", "Sync", "Domain"]),
    .testTarget(
      name: "ServerTests", dependencies: ["Server", "Store", "StoreSupport", "Sync", "Domain"]),
  ]
)
