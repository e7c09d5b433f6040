extension Gift {
    func total(of count: Int) -> Int { return price * count }
    func named(_ suffix: String) -> String { return name + suffix }
    func named(prefix: String) -> String { return prefix + name }
}

extension String {
    func shout() -> String { return self }
}
