import { fakeRandom } from '@social/testkit/application'

import { nameOfPlan, pair, type Plan, type Recording, shuffled, singles } from '../faults/plan.js'
import type { ChaosNetwork } from '../networks/network.js'
import type { MakeStores } from '../stores/stores.js'
import { type Failure, FAILURES, type Finding } from '../verdict/verdict.js'
import { record } from './record.js'
import { run } from './run.js'

/** What came of all runs of one network. */
export interface Tally {
  readonly network: string
  runs: number
  /** Faults that came about. */
  faults: number
  /** Runs at whose end the caller had a result. */
  results: number
  /** Runs at whose end nobody could say, and the caller was told so. */
  unknowns: number
  /** Runs that lost the answer with the only new token, so that the account has to be signed in again. */
  lost: number
  readonly failures: Record<Failure, number>
}

/** A run that failed, and how it is repeated. */
export interface Failed {
  readonly plan: string
  readonly findings: readonly Finding[]
}

/** What came of a suite. */
export interface SuiteReport {
  readonly tallies: readonly Tally[]
  readonly failed: readonly Failed[]
  readonly faults: number
}

/** How much of a suite is run. */
export interface SuiteOptions {
  readonly networks: readonly ChaosNetwork[]
  /** How many faults are injected, at least. */
  readonly faults: number
  /** Another seed gives other pairs, and another order. */
  readonly seed: number
  /** Where connections, journal and the rest are kept; in memory unless given. */
  readonly makeStores?: MakeStores
  /** Which operations, as `network/operation`; all unless given. */
  readonly isChosen?: (name: string) => boolean
}

function newTally(network: string): Tally {
  const failures = Object.fromEntries(FAILURES.map((failure) => [failure, 0])) as Record<Failure, number> // every name of the list
  return { network, runs: 0, faults: 0, results: 0, unknowns: 0, lost: 0, failures }
}

/** Runs single faults and pairs, half and half, until so many faults were injected; all single faults where they fit. */
export async function runSuite({
  networks,
  faults,
  seed,
  isChosen,
  makeStores,
}: SuiteOptions): Promise<SuiteReport> {
  const random = fakeRandom(seed)
  const fraction = (): number => random.fraction()
  const recordings: Recording[] = []
  for (const network of networks) recordings.push(...(await record(network, isChosen)))
  const tallies = new Map(recordings.map(({ network: { name } }) => [name, newTally(name)]))
  const visible = new Map(recordings.map((each) => [`${each.network.name}/${each.operation}`, each.visible]))
  const failed: Failed[] = []
  /** @returns How many faults came about. */
  const carryOut = async (plan: Plan): Promise<number> => {
    const report = await run(plan, visible.get(`${plan.network.name}/${plan.operation}`), makeStores)
    const tally = tallies.get(plan.network.name)
    if (tally !== undefined) count(tally, report)
    if (report.findings.length > 0) failed.push({ plan: nameOfPlan(plan), findings: report.findings })
    return report.fired.length
  }
  let injected = 0
  for (const plan of shuffled(singles(recordings, fraction), fraction)) {
    if (injected >= faults / 2) break
    injected += await carryOut(plan)
  }
  while (injected < faults) injected += await carryOut(pair(recordings, fraction))
  return { tallies: [...tallies.values()], failed, faults: injected }
}

function count(tally: Tally, { fired, end, findings }: Awaited<ReturnType<typeof run>>): void {
  tally.runs += 1
  tally.faults += fired.length
  if (end === 'RESULT') tally.results += 1
  if (end === 'UNKNOWN') tally.unknowns += 1
  if (end === 'LOST') tally.lost += 1
  for (const failure of new Set(findings.map((finding) => finding.failure))) tally.failures[failure] += 1
}
