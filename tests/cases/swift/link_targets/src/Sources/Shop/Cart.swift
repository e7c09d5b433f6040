import Foundation
import Tools

protocol Priced {
    var price: Int { get }
    func total(of count: Int) -> Int
}

class Item {
    let name: String
    init(name: String) { self.name = name }
    func copy() -> Self { return self }
}

final class Gift: Item, Priced {
    var price: Int { return wrap(1).cost }

    override func copy() -> Self {
        _ = super.copy().name
        return self
    }
}

struct Cart {
    static let empty = Cart(items: [])
    var items: [Gift]
    var state: State = .open

    init(items: [Gift]) { self.items = items }
    init(only item: Gift) { items = [item] }

    func first() -> Gift? { return items.first }

    func use(_ url: URL, state other: State) {
        first()?.total(of: 2)
        for item in items { item.copy().price.description }
        items.map { $0.name }
        items[0].named("x")
        items[0].named(prefix: "x")
        Cart(only: items[0]).first()
        Cart.empty.use(url, state: .closed(reason: Reason()))
        url.absoluteString.shout()
        unknown.total(of: 1)
        if let gift = items.first, state == .open { gift.price }
        switch state {
        case .closed(let reason): reason.text
        case .open: hidden()
        }
    }
}

enum State {
    case open
    case closed(reason: Reason)
}

struct Reason { let text = "" }
