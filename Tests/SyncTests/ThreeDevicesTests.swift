import Domain
import Testing

@testable import Sync

@Suite("Three devices")
struct ThreeDevicesTests {
  @Test("end equal after 5,000 random histories of any order, doubling, delay and partition")
  func anyOrder() {
    let seed = UInt64.random(in: 0...UInt64.max)
    for history in 0..<5000 {
      var world = ThreeDevices(seed: seed &+ UInt64(history), isOrdered: false)
      world.run()
      check(world, seed &+ UInt64(history))
    }
  }

  @Test("lose no unseen edit in 5,000 random histories in which each sender's order is kept")
  func senderOrder() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var aliveCount = 0
    var deadCount = 0
    for history in 0..<5000 {
      var world = ThreeDevices(seed: seed &+ UInt64(history), isOrdered: true)
      world.run()
      check(world, seed &+ UInt64(history))
      for entity in 0..<ThreeDevices.entityCount {
        let isAlive = world.devices[0].states[entity].isAlive
        if isAlive { aliveCount += 1 } else { deadCount += 1 }
        if isAlive != world.isExpectedAlive(entity) {
          Issue.record("entity \(entity) alive: \(isAlive), seed \(seed &+ UInt64(history))")
        }
      }
    }
    #expect(aliveCount > 1000 && deadCount > 1000, "no fair mixture, seed \(seed)")
  }

  private func check(_ world: ThreeDevices, _ seed: UInt64) {
    for entity in 0..<ThreeDevices.entityCount {
      let state = world.devices[0].states[entity]
      if world.devices[1].states[entity] != state || world.devices[2].states[entity] != state {
        Issue.record("the devices differ, seed \(seed)")
      }
      let expected = world.expectedValues(entity)
      let isSame = state.properties.elementsEqual(expected) {
        $0.name == $1.name && $0.value == $1.value && $0.stamp == $1.stamp
      }
      if !isSame { Issue.record("not the latest writes, seed \(seed)") }
    }
  }
}
