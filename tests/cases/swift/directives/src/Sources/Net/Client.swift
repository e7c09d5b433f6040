final class Client {
    #if canImport(Darwin) && !os(Linux)
    func platform() -> String { "darwin" }
    #else
    func platform() -> String { "other" }
    #endif

    func connect() {
        #if DEBUG
        trace()
        #endif
        open()
    }

    func open() {}
}
