import type { FiredFault } from './director.js'
import type { Point } from './faults.js'
import type { Operation } from './network.js'
import type { Plan } from './plan.js'
import { type Finding, hasSettled, isUnknown, judge, type Try, type TryEnd } from './verdict.js'
import type { Worker } from './worker.js'
import { World } from './world.js'

/** When the same key is called again for the first time: at once, after a lease, after the session, after the key. */
export const RETRIES = ['NOW', 'MINUTE', 'SESSION_OVER', 'KEY_OVER'] as const
export type RetryAt = (typeof RETRIES)[number]

/** What came of a run. */
export interface RunReport {
  readonly points: readonly Point[]
  readonly fired: readonly FiredFault[]
  readonly tries: readonly Try[]
  /** Names of the requests in which something came out. */
  readonly madeBy: ReadonlySet<string>
  readonly findings: readonly Finding[]
  readonly end: 'RESULT' | 'UNKNOWN' | 'OTHER'
}

/** Longest virtual time of one try: deadline, clean-up, silence of uploads and documented waits together. */
const TRY_SECONDS = 2 * 3600
/** Longer than any lease. */
const PAUSE_SECONDS = 130
/** Seconds longer than a lease, so that what a dead worker held is free. */
const LEASE_SECONDS = 61
/** Seconds before each further call of the same key, whatever happened. */
const LATER_WAITS = [0, LEASE_SECONDS, 3700, 7300, 86_400 + LEASE_SECONDS, 8 * 86_400]

const KEY = 'chaos-1'
const NOBODY_KNOWS: ReadonlySet<string> = new Set()

/** Carries a plan out: the faults, then the same key again and again until it settles. */
export async function run(plan: Plan, visible: ReadonlySet<string> = NOBODY_KNOWS): Promise<RunReport> {
  const world = new World(plan, visible)
  const tries: Try[] = []
  const caller = new Caller(world, tries)
  world.director.arm()
  await caller.call()
  for (const wait of [firstWait(plan), ...LATER_WAITS]) {
    if (tries.at(-1)?.end.kind === 'RESULT') break
    await world.pass(wait)
    await caller.call()
  }
  if (hasSettled(tries)) {
    // Once more: the same result, and nothing new.
    world.director.disarm()
    await world.pass(LEASE_SECONDS)
    await caller.call()
  }
  const ids = caller.made().map(({ id }) => id)
  const { points, fired } = world.director
  const end = hasSettled(tries) ? 'RESULT' : isUnknown(tries) ? 'UNKNOWN' : 'OTHER'
  return { points, fired, tries, madeBy: world.madeBy, findings: judge(tries, ids), end }
}

function firstWait({ retryAt, network }: Plan): number {
  if (retryAt === 'NOW') return 0
  if (retryAt === 'MINUTE') return LEASE_SECONDS
  return (retryAt === 'SESSION_OVER' ? network.sessionSeconds : network.repeatableSeconds) + LEASE_SECONDS
}

/** The application: it calls the same thing under the same key, with a new process after each that died. */
class Caller {
  readonly #world: World
  readonly #operation: Operation
  readonly #tries: Try[]
  #worker: Worker

  constructor(world: World, tries: Try[]) {
    this.#world = world
    this.#operation = world.opened.operation
    this.#tries = tries
    this.#worker = world.startWorker()
  }

  /** What people can see by now. */
  made() {
    const { makes } = this.#operation
    return this.#world.opened.network.effects.list().filter(({ kind }) => makes.includes(kind))
  }

  /** One call, in the process there is. */
  async call(): Promise<void> {
    const end = await this.#callIn(this.#worker)
    if (end.kind === 'DIED' || end.kind === 'HANGS') this.#worker = this.#world.startWorker()
  }

  /** One call, and those of the processes that take over while it is paused. */
  async #callIn(worker: Worker): Promise<TryEnd> {
    const world = this.#world
    const madeBefore = worker.made
    const firedBefore = world.director.fired.length
    const work = this.#operation.run(worker.account, { idempotencyKey: KEY, signal: worker.startTry() })
    let end: TryEnd = { kind: 'DIED' }
    work.then(
      (id) => (end = { kind: 'RESULT', id }),
      (error: unknown) => (end = { kind: 'ERROR', error }),
    )
    for (;;) {
      const progress = await world.drive(work, worker, TRY_SECONDS)
      if (progress === 'DIED' || progress === 'HANGS') end = { kind: progress }
      if (progress !== 'PAUSED') break
      await world.pass(PAUSE_SECONDS)
      await this.#callIn(world.startWorker())
      worker.gate.wake()
    }
    this.#tries.push({
      end,
      madeHere: worker.made - madeBefore,
      madeInAll: this.made().length,
      wasSent: world.wasSent,
      fired: world.director.fired.slice(firedBefore),
    })
    return end
  }
}
