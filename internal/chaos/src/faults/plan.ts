import type { ChaosNetwork } from '../networks/network.js'
import type { PlannedFault } from './director.js'
import { faultsFor, type Point } from './faults.js'

/**
 * Time of the first repeat of a call: immediately, after the lease, after the session, or after the key has expired.
 */
export const RETRIES = ['NOW', 'MINUTE', 'SESSION_OVER', 'KEY_OVER'] as const
export type RetryAt = (typeof RETRIES)[number]

/** One run: the faults of an operation, and the time of the repeat. */
export interface Plan {
  readonly network: ChaosNetwork
  readonly operation: string
  readonly faults: readonly PlannedFault[]
  readonly retryAt: RetryAt
}

/** Interactions of an operation without faults. Each is a position at which a fault can be injected. */
export interface Recording {
  readonly network: ChaosNetwork
  readonly operation: string
  readonly points: readonly Point[]
  /** Names of the visible requests. */
  readonly visible: ReadonlySet<string>
}

/** Maximum distance of a second fault from the first, in interactions. */
const MAX_DISTANCE = 9

/** Returns the name with which a run can be repeated: `youtube/video/5.lostAfter+2.answer403@MINUTE`. */
export function nameOfPlan({ network, operation, faults, retryAt }: Plan): string {
  const list = faults.map(({ at, fault }) => `${at}.${fault}`).join('+')
  return `${network.name}/${operation}/${list}@${retryAt}`
}

/** Parses such a name. @throws Error for an unknown network. */
export function readPlan(name: string, networks: readonly ChaosNetwork[]): Plan {
  const [, networkName, operation = '', list = '', retryAt] =
    /^([^/]+)\/([^/]+)\/(.*)@(\w+)$/.exec(name) ?? []
  const network = networks.find((one) => one.name === networkName)
  const retry = RETRIES.find((one) => one === retryAt)
  if (network === undefined || retry === undefined)
    throw new Error(
      `"${name}" is not the name of a run. Use the format network/operation/place.fault+place.fault@${RETRIES.join('|')}.`,
    )
  const faults = list.split('+').map((one): PlannedFault => {
    const [at = '', fault = ''] = one.split('.')
    return { at: at === 'NEXT_REQUEST' ? at : Number(at), fault }
  })
  return { network, operation, faults, retryAt: retry }
}

/** Every single fault at every position. */
export function singles(recordings: readonly Recording[], fraction: () => number): Plan[] {
  return recordings.flatMap(({ network, operation, points }) =>
    points.flatMap((point, at) =>
      faultsFor(point).map((fault) => ({
        network,
        operation,
        faults: [{ at, fault }],
        retryAt: pick(RETRIES, fraction),
      })),
    ),
  )
}

/** Two faults in sequence, at any positions. */
export function pair(recordings: readonly Recording[], fraction: () => number): Plan {
  const { network, operation, points } = pick(recordings, fraction)
  const at = Math.floor(fraction() * points.length)
  const first = pick(faultsFor(points[at] ?? ANY_POINT), fraction)
  const second = pick(faultsFor(ANY_POINT), fraction)
  const faults = [
    { at, fault: first },
    { at: Math.floor(fraction() * MAX_DISTANCE), fault: second },
  ]
  return { network, operation, faults, retryAt: pick(RETRIES, fraction) }
}

const ANY_POINT: Point = { kind: 'REQUEST', name: 'any', hasBody: true }

function pick<T>(list: readonly T[], fraction: () => number): T {
  const one = list[Math.floor(fraction() * list.length)]
  if (one === undefined) throw new Error('The list is empty.')
  return one
}

/** The same list, shuffled. */
export function shuffled<T>(list: readonly T[], fraction: () => number): T[] {
  const order = list.map((one) => ({ one, by: fraction() }))
  return order.toSorted((left, right) => left.by - right.by).map(({ one }) => one)
}
