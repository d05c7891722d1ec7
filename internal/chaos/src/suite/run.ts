import type { FiredFault } from '../faults/director.js'
import type { Point } from '../faults/faults.js'
import type { Plan } from '../faults/plan.js'
import { CROWD, FOLLOWING, PUSHING, SIGN_IN, TWINS } from '../networks/network.js'
import { CrowdScene } from '../scenes/crowd-scene.js'
import { FollowScene } from '../scenes/follow-scene.js'
import { PublishScene } from '../scenes/publish-scene.js'
import { PushScene } from '../scenes/push-scene.js'
import type { Scene } from '../scenes/scene.js'
import { SignInScene } from '../scenes/sign-in-scene.js'
import { TwinScene } from '../scenes/twin-scene.js'
import type { MakeStores } from '../stores/stores.js'
import { type Finding, hasResult, isUnknown, type Attempt, type AttemptEnd } from '../verdict/verdict.js'
import { Worker } from '../workers/worker.js'
import { World } from '../workers/world.js'

/** Result of a run. */
export interface RunReport {
  readonly points: readonly Point[]
  readonly fired: readonly FiredFault[]
  readonly attempts: readonly Attempt[]
  /** Names of the requests that had a visible effect. */
  readonly createdBy: ReadonlySet<string>
  readonly findings: readonly Finding[]
  /**
   * `LOST` means that the response with the only new token was lost. The account must then sign in
   * again.
   */
  readonly end: 'RESULT' | 'UNKNOWN' | 'LOST' | 'OTHER'
}

/** Duration of a pause in seconds. Longer than any lease. */
const PAUSE_SECONDS = 130
/**
 * Duration of a suspension in seconds. Longer than a lease, than the deadline of a call, and than
 * the period after which a missing post proves failure. Shorter than the networks' sessions,
 * because an expired session would stop a late request.
 */
const SUSPEND_SECONDS = 310
/**
 * Seconds between the end of the second worker and the wake-up of the paused worker. Longer than
 * these networks take to create and show a post.
 */
const WAKING_SECONDS = 10
/** One second longer than a lease, so that the lease of a killed worker has expired. */
const LEASE_SECONDS = 61
/** Seconds to wait before each repeated call. */
const WAITS_SECONDS = [0, LEASE_SECONDS, 3700, 7300, 86_400 + LEASE_SECONDS, 8 * 86_400]

const NO_NAMES: ReadonlySet<string> = new Set()

/** Runs a plan: injects its faults, then repeats the same call until the call completes. */
export async function run(
  plan: Plan,
  visible: ReadonlySet<string> = NO_NAMES,
  makeStores?: MakeStores,
): Promise<RunReport> {
  const world = new World(plan, visible, makeStores)
  try {
    return await runIn(world, plan)
  } finally {
    world.close()
  }
}

async function runIn(world: World, plan: Plan): Promise<RunReport> {
  await world.fill()
  const scene = sceneOf(world, plan)
  const attempts: Attempt[] = []
  const caller = new Caller(world, scene, attempts)
  await scene.prepare(caller.worker)
  await world.pass(WAKING_SECONDS)
  world.director.arm()
  for (const wait of [0, firstWaitSeconds(plan), ...WAITS_SECONDS]) {
    await world.pass(wait)
    if (scene.isOver(await caller.call())) break
  }
  world.director.disarm()
  await world.pass(LEASE_SECONDS)
  const findings = await scene.judge(attempts, caller.worker)
  const { points, fired } = world.director
  return { points, fired, attempts, createdBy: world.createdBy, findings, end: endOf(attempts, world) }
}

function sceneOf(world: World, { network, operation: name }: Plan): Scene {
  const { operations, following, pushing, postText, signingIn } = world.opened
  if (name === FOLLOWING && following) return new FollowScene(world, following)
  if (name === PUSHING && pushing) return new PushScene(world, pushing)
  if (name === CROWD && postText) return new CrowdScene(world, postText)
  if (name === TWINS && postText) return new TwinScene(world, postText)
  if (name === SIGN_IN && signingIn) return new SignInScene(world, signingIn)
  const operation = operations[name]
  if (operation !== undefined) return new PublishScene(world, operation)
  throw new Error(
    `${network.name} has no operation "${name}". It has: ${Object.keys(operations).join(', ')}.`,
  )
}

function firstWaitSeconds({ retryAt, network }: Plan): number {
  if (retryAt === 'NOW') return 0
  if (retryAt === 'MINUTE') return LEASE_SECONDS
  return (retryAt === 'SESSION_OVER' ? network.sessionSeconds : network.repeatableSeconds) + LEASE_SECONDS
}

function endOf(attempts: readonly Attempt[], world: World): RunReport['end'] {
  if (hasResult(attempts)) return 'RESULT'
  if (isUnknown(attempts)) return 'UNKNOWN'
  return world.mayBeSignedOut ? 'LOST' : 'OTHER'
}

/**
 * Acts as the application. Repeats the same call, in a new process after each death of a process.
 */
class Caller {
  readonly #world: World
  readonly #scene: Scene
  readonly #attempts: Attempt[]
  #worker: Worker
  #workers = 0

  constructor(world: World, scene: Scene, attempts: Attempt[]) {
    this.#world = world
    this.#scene = scene
    this.#attempts = attempts
    this.#worker = this.#startWorker()
  }

  /** Returns the current process. */
  get worker(): Worker {
    return this.#worker
  }

  /** One call. */
  async call(): Promise<Attempt> {
    const one = await this.#callIn(this.#worker)
    if (one.end.kind === 'DIED' || one.end.kind === 'HANGS') this.#worker = this.#startWorker()
    return one
  }

  /**
   * Makes one call in a process. If the process is paused, other processes make the same call
   * meanwhile.
   */
  async #callIn(worker: Worker): Promise<Attempt> {
    const world = this.#world
    const createdBefore = worker.made
    const firedBefore = world.director.fired.length
    const outagesBefore = world.outages
    const work = this.#scene.call(worker, worker.startAttempt())
    let end: AttemptEnd = { kind: 'DIED' }
    work.then(
      (id) => (end = { kind: 'RESULT', id }),
      (error: unknown) => (end = { kind: 'ERROR', error }),
    )
    for (;;) {
      const progress = await world.drive(work, worker, this.#scene.maxSeconds)
      if (progress === 'DIED' || progress === 'HANGS') end = { kind: progress }
      if (progress !== 'PAUSED') break
      await world.pass(worker.gate.isSuspended ? SUSPEND_SECONDS : PAUSE_SECONDS)
      if (this.#scene.canBeTakenOver) await this.#takeOver()
      worker.gate.wake()
    }
    const one: Attempt = {
      end,
      createdHere: worker.made - createdBefore,
      metOutage: world.outages > outagesBefore,
      createdInTotal: this.#scene.made(),
      wasSent: world.wasSent,
      mayBeSignedOut: world.mayBeSignedOut,
      fired: world.director.fired.slice(firedBefore),
    }
    this.#attempts.push(one)
    return one
  }

  /** Creates an additional process. */
  #startWorker(): Worker {
    this.#workers += 1
    return new Worker(this.#world, this.#workers)
  }

  async #takeOver(): Promise<void> {
    const other = this.#startWorker()
    await this.#callIn(other)
    // The state of this process is lost before another call, including the knowledge that no
    // request was sent.
    if (this.#world.ledger.isFinishing) this.#world.wasSent = true
    other.recordLost()
    if (this.#world.ledger.isFinishing) this.#world.wasSent = true
    other.gate.die()
    await this.#world.pass(WAKING_SECONDS)
  }
}
