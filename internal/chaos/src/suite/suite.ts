import { fakeRandom } from '@social/testkit/application'

import { nameOfPlan, pair, type Plan, type Recording, shuffled, singles } from '../faults/plan.js'
import type { ChaosNetwork } from '../networks/network.js'
import type { MakeStores } from '../stores/stores.js'
import { type Failure, FAILURES, type Finding } from '../verdict/verdict.js'
import { record } from './record.js'
import { run } from './run.js'

/** Counts of all runs of one network. */
export interface Tally {
  readonly network: string
  runs: number
  /** Number of injected faults. */
  faults: number
  /** Number of runs after which the caller had a result. */
  results: number
  /**
   * Number of runs that ended with an unknown outcome, which the library reported to the caller.
   */
  unknowns: number
  /**
   * Number of runs that lost the response with the only new token. The account must then sign in
   * again.
   */
  lost: number
  readonly failures: Record<Failure, number>
}

/** Failed run, with the command that repeats the run. */
export interface Failed {
  readonly plan: string
  readonly findings: readonly Finding[]
}

/** Result of a whole suite. */
export interface SuiteReport {
  readonly tallies: readonly Tally[]
  readonly failed: readonly Failed[]
  readonly faults: number
}

/** Options of a suite. */
export interface SuiteOptions {
  readonly networks: readonly ChaosNetwork[]
  /** Minimum number of faults to inject. */
  readonly faults: number
  /** Seed for the random pairs of faults and for the order of the runs. */
  readonly seed: number
  /** Creates the stores of each run. Default: stores in memory. */
  readonly makeStores?: MakeStores
  /** Selects operations by name, as `network/operation`. Default: all operations. */
  readonly isChosen?: (name: string) => boolean
}

function newTally(network: string): Tally {
  const failures = Object.fromEntries(FAILURES.map((failure) => [failure, 0])) as Record<Failure, number> // safe cast: the entries are created from the list of all names
  return { network, runs: 0, faults: 0, results: 0, unknowns: 0, lost: 0, failures }
}

/**
 * Runs plans with one fault and plans with two faults, half each, until this number of faults was
 * injected. If the number is large enough, all plans with one fault run.
 */
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
  /** Runs one plan. @returns The number of injected faults. */
  const runPlan = async (plan: Plan): Promise<number> => {
    const report = await run(plan, visible.get(`${plan.network.name}/${plan.operation}`), makeStores)
    const tally = tallies.get(plan.network.name)
    if (tally !== undefined) count(tally, report)
    if (report.findings.length > 0) failed.push({ plan: nameOfPlan(plan), findings: report.findings })
    return report.fired.length
  }
  let injected = 0
  for (const plan of shuffled(singles(recordings, fraction), fraction)) {
    if (injected >= faults / 2) break
    injected += await runPlan(plan)
  }
  while (injected < faults) injected += await runPlan(pair(recordings, fraction))
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
