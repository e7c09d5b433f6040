enum Outcome { case done(Void), failed(Fault) }

struct Fault: Error { let code: Int }

final class Store {
    func save(_ row: sending Fault) throws(Fault) -> Outcome {
        if row.code > 0 { throw row }
        return .done(())
    }

    func again() -> Outcome {
        let first = Fault(code: 1)
        return .failed(consume first)
    }
}
