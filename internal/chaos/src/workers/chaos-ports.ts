import { PortFailure } from '../faults/injected-errors.js'
import { never } from '../time/gate.js'
import type { Process } from './process.js'

/** Delay of a late response in seconds. Longer than any timeout of a port. */
const LATE_SECONDS = 200

/**
 * Seconds during which no port responds. One value is a database fail-over, the other an outage
 * that is longer than the cleanup of a call waits.
 */
const AWAY_SECONDS = new Map([
  ['failOverAfter', 5],
  ['outageAfter', 45],
])

type Method = (...given: unknown[]) => Promise<unknown>

/**
 * Wraps a port, so that faults can be injected into its calls. The wrapped port is not a class of
 * the library, because the library expects its own classes to respond immediately.
 */
export function chaosPort<P extends object>(name: string, port: P, process: Process): P {
  const target = {}
  return new Proxy(target, {
    get(_target, property) {
      const value: unknown = Reflect.get(port, property)
      if (typeof value !== 'function') return value
      const method = value as Method // safe cast: ports have only asynchronous methods
      return (...given: unknown[]) =>
        callPort(`${name}.${String(property)}`, () => method.apply(port, given), process)
    },
    has: (_target, property) => Reflect.has(port, property),
  }) as P // safe cast: the object has every method of the port
}

/** Calls a method of a port and injects the planned fault. `effect` makes the real call. */
export async function callPort(
  name: string,
  effect: () => Promise<unknown>,
  process: Process,
): Promise<unknown> {
  const { gate } = process
  if (!gate.isRunning) await gate.pass()
  if (process.world.arePortsAway) throw new PortFailure(`${name} failed: the database is unreachable.`)
  const fault = process.meet({ kind: 'PORT', name, hasBody: false })
  if (fault === null) return gate.deliver(effect())
  if (fault.endsWith('Before')) await before(fault, name, process)
  const done = await gate.deliver(effect())
  return fault.endsWith('After') ? after(fault, name, process, done) : done
}

async function before(fault: string, name: string, process: Process): Promise<void> {
  if (fault === 'throwBefore') throw new PortFailure(`${name} failed by an injected fault.`)
  if (fault === 'hangBefore') return never()
  return process.stop(fault)
}

async function after(fault: string, name: string, process: Process, done: unknown): Promise<unknown> {
  if (fault === 'throwAfter') throw new PortFailure(`${name} failed by an injected fault after its effect.`)
  if (fault === 'hangAfter') return never()
  const awaySeconds = AWAY_SECONDS.get(fault)
  if (awaySeconds !== undefined) {
    process.world.takePortsAway(awaySeconds)
    throw new PortFailure(`${name} failed by an injected fault after its effect.`)
  }
  if (fault === 'lateAfter') await process.clock.sleep(LATE_SECONDS)
  else await process.stop(fault)
  return done
}
