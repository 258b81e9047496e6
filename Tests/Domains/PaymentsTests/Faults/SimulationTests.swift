import CartSupport
import Foundation
import TestSupport
import Testing

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Random sequences of calls and faults, compared with a model of the money.
///
/// `PAYSHEET_SIMULATION_SEED=7` repeats the sequence of one seed; `PAYSHEET_SIMULATION_ROUNDS=500`
/// runs 500 random seeds.
@Suite(.timeLimit(.minutes(30)))
struct SimulationTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    static let seeds: [UInt64] =
        if let seed = number("PAYSHEET_SIMULATION_SEED") {
            [seed]
        } else if let rounds = number("PAYSHEET_SIMULATION_ROUNDS") {
            (0..<rounds).map { _ in UInt64.random(in: 0..<1_000_000_000) }
        } else {
            Array(1...12)
        }

    @Test func `payments match the model in any order of events`() async throws {
        print("simulation seeds:", Self.seeds.map(String.init).joined(separator: " "))
        var seeds = Self.seeds[...]
        while !seeds.isEmpty {
            let some = seeds.prefix(4)
            seeds = seeds.dropFirst(4)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seed in some {
                    group.addTask {
                        try await SimulatedWorld.open { world in
                            var simulation = Simulation(world: world, seed: seed)
                            try await simulation.run(steps: 120)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
