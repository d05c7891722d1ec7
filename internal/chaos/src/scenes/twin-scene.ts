import { InvalidPostError, SocialBaseError, whatNext } from '@social/core'

import { GaveUp } from '../faults/injected-errors.js'
import type { PostText } from '../networks/network.js'
import { describeEnd, type Finding, isUnknownEnd, type Attempt, type AttemptEnd } from '../verdict/verdict.js'
import { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'
import type { Scene } from './scene.js'

const TEXT = 'The same text'
/** Number of the second process, from which its random numbers are derived. */
const SECOND_PROCESS = 99

/** One of the two posts. */
interface Twin {
  readonly key: string
  end: AttemptEnd | null
  /** Results for which the library recommends no retry. */
  readonly stops: AttemptEnd[]
  isRunning: boolean
}

/**
 * Publishes the same text under two keys in two processes that share the stores. Calls both until
 * each has its result. Both keys must not return the same post.
 */
export class TwinScene implements Scene {
  readonly maxSeconds = 300
  readonly canBeTakenOver = false
  readonly #world: World
  readonly #post: PostText
  readonly #twins: readonly [Twin, Twin] = [newTwin('twin-a'), newTwin('twin-b')]
  #second: Worker | null = null

  constructor(world: World, post: PostText) {
    this.#world = world
    this.#post = post
  }

  async prepare(): Promise<void> {
    // Nothing to prepare.
  }

  async call(worker: Worker, signal: AbortSignal): Promise<string | null> {
    const [first, second] = this.#twins
    // A call in a stopped process never ends, so it no longer counts as running.
    first.isRunning = false
    if (this.#second === null || this.#second.gate.isDead) {
      this.#second = this.#startSecond()
      second.isRunning = false
    }
    const process = this.#second
    await Promise.all([
      this.#callTwin(first, worker, signal),
      this.#callTwin(second, process, process.startAttempt()),
    ])
    const open = this.#twins.find((twin) => !isOver(twin))
    if (open === undefined) return null
    throw open.end?.kind === 'ERROR' ? open.end.error : new GaveUp('The second process died.')
  }

  made(): number {
    return this.#world.opened.network.effects.list().length
  }

  isOver(last: Attempt): boolean {
    return last.end.kind === 'RESULT'
  }

  async judge(attempts: readonly Attempt[]): Promise<readonly Finding[]> {
    const ids = this.#world.opened.network.effects.list().map(({ id }) => id)
    const findings: Finding[] = []
    if (ids.length > 2)
      findings.push({ failure: 'DOUBLE', why: `${ids.length} posts were published under two keys` })
    if (attempts.some(({ end }) => end.kind === 'HANGS'))
      findings.push({ failure: 'HANG', why: 'a call never ended' })
    const reported = this.#twins.flatMap(({ end }) => (end?.kind === 'RESULT' ? [end.id] : []))
    if (new Set(reported).size < reported.length || !reported.every((id) => id !== null && ids.includes(id)))
      findings.push({
        failure: 'MISREPORT',
        why: `reported as ${reported.join()}, but the published ids are ${ids.join()}`,
      })
    const isRefused = attempts.some(({ fired }) =>
      fired.some(({ fault }) => /^answer4(?!29)|^clock/.test(fault)),
    )
    for (const twin of this.#twins) findings.push(...this.#judgeTwin(twin, isRefused))
    return findings
  }

  #judgeTwin(twin: Twin, isRefused: boolean): readonly Finding[] {
    if (this.#world.mayBeSignedOut) return []
    const [stop] = twin.stops
    if (twin.end?.kind === 'RESULT' && stop !== undefined && !isRefused)
      return [{ failure: 'GAVE_UP', why: `${twin.key}: ${describeEnd(stop)}` }]
    if (twin.end === null || isOver(twin) || isUnknownEnd(twin.end)) return []
    return [{ failure: 'LOSS', why: `${twin.key}: ${describeEnd(twin.end)}` }]
  }

  async #callTwin(twin: Twin, worker: Worker, signal: AbortSignal): Promise<void> {
    if (twin.isRunning || isOver(twin)) return
    twin.isRunning = true
    const stopped = new Promise<AttemptEnd>((resolve) => {
      if (worker === this.#second) worker.gate.onStop(() => worker.gate.isDead && resolve({ kind: 'DIED' }))
    })
    const called = this.#post(worker.account, TEXT, { signal, idempotencyKey: twin.key }).then(
      ({ id }): AttemptEnd => ({ kind: 'RESULT', id }),
      (error: unknown): AttemptEnd => ({ kind: 'ERROR', error }),
    )
    twin.end = await Promise.race([called, stopped])
    twin.isRunning = false
    if (twin.end.kind !== 'ERROR' || !SocialBaseError.is(twin.end.error)) return
    if (whatNext(twin.end.error).todo !== 'RETRY') twin.stops.push(twin.end)
  }

  /**
   * Creates the second process. It wakes immediately after each pause, because the run controls
   * only the pauses of the first process.
   */
  #startSecond(): Worker {
    const worker = new Worker(this.#world, SECOND_PROCESS)
    worker.gate.onStop(() => {
      if (worker.gate.isPaused) setImmediate(() => worker.gate.wake())
    })
    return worker
  }
}

const newTwin = (key: string): Twin => ({ key, end: null, stops: [], isRunning: false })

/**
 * Returns true if the post has a result, or if the network refused it as a duplicate of the other
 * post.
 */
function isOver({ end }: Twin): boolean {
  return end?.kind === 'RESULT' || (end?.kind === 'ERROR' && InvalidPostError.is(end.error))
}
