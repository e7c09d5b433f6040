public struct Box { public let cost: Int }

public func wrap(_ cost: Int) -> Box { return Box(cost: cost) }

private func hidden() {}
