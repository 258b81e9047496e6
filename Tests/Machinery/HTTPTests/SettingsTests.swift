import Testing

@testable import HTTP

@Suite struct SettingsTests {
    @Test(arguments: [
        (1_048_576, 8192), (20_000, 8192), (8320, 8192), (8319, 8191), (1024, 896), (100, 1),
    ])
    func `connections leave descriptors for other files`(openFilesMax: Int, connections: Int) {
        #expect(Settings().connections(openFilesMax: openFilesMax) == connections)
    }

    @Test(arguments: [(8192, 1, 6000), (4096, 2, 3000), (896, 1, 672), (100, 200, 30), (1, 1, 1)])
    func `streams leave connections for requests`(connections: Int, loops: Int, streams: Int) {
        let settings = Settings.with { $0.loops = loops }
        #expect(settings.streams(connectionsMax: connections) == streams)
    }

    @Test func `the default connection limit is above the library's own`() {
        #expect(Settings().connectionsMax > 1020)
    }
}
