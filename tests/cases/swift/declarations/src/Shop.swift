import Foundation
import struct Money.Amount

/// A cart.
@available(iOS 13, *)
public final class Cart<Item: Hashable>: Base, Codable {
    public private(set) var items: [Item] = [], count = 0
    static let shared = Cart()
    var isEmpty: Bool { items.isEmpty }
    @Published var state: State { didSet { log(oldValue) } }

    init(items: [Item], _ limit: Int = 10, rest: Int...) throws { self.items = items }
    deinit {}

    override func add<T>(with item: T, to list: inout [T]) async throws -> [String: T] where T: Priced { [:] }
    class func make() -> Cart { Cart() }
    subscript(index: Int) -> Item { return items[index] }
    static func == (left: Cart, right: Cart) -> Bool { left.count == right.count }

    typealias Key = String
    enum State: String { case open, closed = "c"; case failed(Error, code: Int) }
}

// no documentation: two slashes
public protocol Priced: Equatable {
    associatedtype Currency: Sendable
    var price: Int { get set }
    func total(_ count: Int) -> Currency
}

public extension Cart {
    func clear() { count = 0 }
    private func hidden() {}
}

actor Counter { nonisolated func peek() {} }

struct Point { let x: Int; var y: Int? }

let limit = 3
fileprivate func helper() {}
