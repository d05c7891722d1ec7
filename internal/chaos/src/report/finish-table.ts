import { faultsFor } from '../faults/faults.js'
import type { Plan, Recording, RetryAt } from '../faults/plan.js'
import type { ChaosNetwork } from '../networks/network.js'
import { record } from '../suite/record.js'
import { run } from '../suite/run.js'

/** Faults that are injected into the publishing request. */
const LOSSES = [
  { fault: 'lostAfter', name: 'took effect, response lost' },
  { fault: 'dieAfter', name: 'took effect, process died' },
  { fault: 'lostBefore', name: 'request lost' },
] as const

/** Times of the repeated call under the same key. */
const MOMENTS: readonly { readonly retryAt: RetryAt; readonly name: string }[] = [
  { retryAt: 'NOW', name: 'now' },
  { retryAt: 'SESSION_OVER', name: 'after the session' },
  { retryAt: 'KEY_OVER', name: 'after the key' },
]

/**
 * Faults that are injected into the next request: wrong responses of the network, and failed
 * connections.
 */
export const ANSWERS: readonly string[] = faultsFor({ kind: 'REQUEST', name: '', hasBody: false }).filter(
  (fault) => !/^(abort|die|pause|suspend|clock)/.test(fault),
)

/** Counts the results of runs, as text: `7 published, 1 unknown`. */
function countEnds(ends: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1)
  return Array.from(counts, ([end, count]) => `${count} ${end}`)
    .toSorted()
    .join(', ')
}

async function endOf(plan: Plan, visible: ReadonlySet<string>): Promise<string> {
  const { findings, end } = await run(plan, visible)
  const [worst] = findings
  if (worst !== undefined) return `**${worst.failure}**`
  if (end === 'RESULT') return 'published'
  return end === 'UNKNOWN' ? 'unknown' : 'account lost'
}

/** Returns the position of the publishing request, or null if the operation has none. */
function placeOf({ points, visible }: Recording): number | null {
  const at = points.findLastIndex(({ kind, name }) => kind === 'REQUEST' && visible.has(name))
  return at === -1 ? null : at
}

/** Groups the injected faults by the results of their runs. The most common result comes last. */
function byEnd(endsOf: ReadonlyMap<string, readonly string[]>): readonly (readonly [string, string])[] {
  const groups = new Map<string, string[]>()
  for (const [answer, ends] of endsOf) {
    const end = countEnds(ends)
    groups.set(end, [...(groups.get(end) ?? []), answer])
  }
  const sorted = [...groups].toSorted(([, left], [, right]) => left.length - right.length)
  return sorted.map(([end, answers], at) => {
    const isRest = at === sorted.length - 1
    return [isRest ? (at === 0 ? 'any' : 'any other') : answers.join(', '), end]
  })
}

/**
 * Tests all operations of a network with a lost publishing request. Shows the result by the
 * response to the next request and the time of the repeated call.
 *
 * @returns Rows of cells, with the heading first.
 */
export async function finishTable(network: ChaosNetwork): Promise<readonly (readonly string[])[]> {
  const recordings = await record(network)
  const rows = [['visible request', 'key called again', 'fault of the next request', 'operations']]
  for (const loss of LOSSES)
    for (const moment of MOMENTS) {
      const endsOf = new Map(ANSWERS.map((answer): [string, string[]] => [answer, []]))
      for (const recording of recordings) {
        const { operation, visible } = recording
        const at = placeOf(recording)
        if (at === null) continue
        for (const [answer, ends] of endsOf) {
          const next = { at: 'NEXT_REQUEST', fault: answer } as const
          const faults = [{ at, fault: loss.fault }, next]
          ends.push(await endOf({ network, operation, faults, retryAt: moment.retryAt }, visible))
        }
      }
      for (const [answers, end] of byEnd(endsOf)) rows.push([loss.name, moment.name, answers, end])
    }
  return rows
}
