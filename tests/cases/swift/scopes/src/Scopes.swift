let limit = 10

class Shape {
    var size: Int?
    var name = ""

    func shadows(limit: Int) -> Int { limit }

    func binds() {
        guard let size else { return }
        if let name = name as? Label, name.isEmpty { use(name) }
        let limit = limit
        use(limit, size)
    }

    func patterns(_ value: Value) {
        if case let .failure(error, code) = value { use(error, code) }
        switch value {
        case .success(let name): use(name)
        case let .failure(error, _) where error == limit: use(error)
        case is Shape: break
        default: use(name)
        }
        do { try run() } catch { use(error) }
        do { try run() } catch let problem as Problem { use(problem) }
    }

    func closures(list: [Shape]) {
        list.map { $0.size }.filter { [weak self, limit] item in item == limit || self == nil }
        for (index, name) in list.enumerated() { use(index, name) }
        outer: while true { break outer }
        name = "a\(limit)"
        self.name += name
        list[0].name = Shape(kind: .round).name
        let made: Shape = .init()
        use(made.size as! Shape.Inner)
    }
}

func use(_ values: Any...) {}
