import { PortFailure } from '../faults/injected-errors.js'
import { never } from '../time/gate.js'
import type { Process } from './process.js'

/** Seconds of a late response; longer than any wait for a port. */
const LATE_SECONDS = 200

/**
 * Seconds during which no port responds: a database fail-over, and an outage longer than the cleanup of a call waits.
 */
const AWAY_SECONDS = new Map([
  ['failOverAfter', 5],
  ['outageAfter', 45],
])

type Method = (...given: unknown[]) => Promise<unknown>

/**
 * A port whose calls go through the process and can fail there. It is not one of the library's own classes, which
 * the library trusts to respond immediately.
 */
export function chaosPort<P extends object>(name: string, port: P, process: Process): P {
  const target = {}
  return new Proxy(target, {
    get(_target, property) {
      const value: unknown = Reflect.get(port, property)
      if (typeof value !== 'function') return value
      const method = value as Method // ports have only asynchronous methods
      return (...given: unknown[]) =>
        callPort(`${name}.${String(property)}`, () => method.apply(port, given), process)
    },
    has: (_target, property) => Reflect.has(port, property),
  }) as P // it has every method of the port
}

/** One call of a port, by name; `effect` performs it. */
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
