import type { ChaosNetwork } from '../networks/network.js'
import type { PlannedFault } from './director.js'
import { faultsFor, type Point } from './faults.js'

/**
 * Time of the first repeated call: immediately, after the lease has expired, after the upload
 * session has expired, or after the network's idempotency key has expired.
 */
export const RETRIES = ['NOW', 'MINUTE', 'SESSION_OVER', 'KEY_OVER'] as const
export type RetryAt = (typeof RETRIES)[number]

/** Plan of one run: an operation, its faults, and the time of the first repeated call. */
export interface Plan {
  readonly network: ChaosNetwork
  readonly operation: string
  readonly faults: readonly PlannedFault[]
  readonly retryAt: RetryAt
}

/**
 * Interactions that an operation makes without faults. A fault can be injected into each of them.
 */
export interface Recording {
  readonly network: ChaosNetwork
  readonly operation: string
  readonly points: readonly Point[]
  /** Names of the requests that create a visible object, such as a post. */
  readonly visible: ReadonlySet<string>
}

/** Maximum number of interactions between the first and the second fault. */
const MAX_DISTANCE = 9

/**
 * Returns the name of a plan, with which the command line repeats the run:
 * `youtube/video/5.lostAfter+2.answer403@MINUTE`.
 */
export function nameOfPlan({ network, operation, faults, retryAt }: Plan): string {
  const list = faults.map(({ at, fault }) => `${at}.${fault}`).join('+')
  return `${network.name}/${operation}/${list}@${retryAt}`
}

/**
 * Parses the name of a plan.
 * @throws Error for an unknown network.
 */
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

/** Returns one plan for each possible fault at each interaction. */
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

/** Returns a random plan with two faults in sequence. */
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

/** Returns the list in random order. */
export function shuffled<T>(list: readonly T[], fraction: () => number): T[] {
  const order = list.map((one) => ({ one, by: fraction() }))
  return order.toSorted((left, right) => left.by - right.by).map(({ one }) => one)
}
