import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import type { ProgressInfo } from '../../shared/posts.js'
import type { TraceStep } from '../../shared/trouble.js'
import type { DoingInfo, WorkerInfo } from '../../shared/workers.js'
import { BadRequest } from '../refusals.js'
import type { Trace } from '../trouble/trace.js'
import type { WorkerMessage, WorkerSetup } from './worker-messages.js'

const WORKERS = 2
/** Milliseconds until a worker that failed to start is restarted. */
const PAUSE_MS = 1000

/** Path of the worker program, and arguments for Node. */
export interface WorkerProgram {
  readonly path: string
  /** Default: the Node arguments of the current process. */
  readonly nodeArguments?: readonly string[]
}

/** Dependencies of a worker pool. */
export interface WorkerPoolParts {
  readonly program: WorkerProgram
  readonly setup: WorkerSetup
  readonly trace: Trace
  /** Called when the state of a job or of a worker changed. */
  readonly onNews: () => void
  readonly onRenewed: (accountId: string) => void
  readonly onProgress: (progress: ProgressInfo) => void
}

interface Place {
  readonly place: number
  readonly child: ChildProcess
  readonly since: Date
  readonly ended: Promise<unknown>
  readonly running: Map<number, DoingInfo>
  readonly died: number
  isReady: boolean
  published: number
}

/** Manages the worker processes. Starts a new process for each worker that exits. */
export class WorkerPool {
  readonly #parts: WorkerPoolParts
  readonly #places = new Map<number, Place>()
  #isStopping = false

  constructor(parts: WorkerPoolParts) {
    this.#parts = parts
  }

  /** Starts the worker processes. Returns before the workers are ready. */
  start(): void {
    for (let place = 1; place <= WORKERS; place += 1) this.#start(place, 0)
  }

  /**
   * Kills a worker with SIGKILL, which the kernel also sends when memory is exhausted.
   *
   * @throws BadRequest for an unknown worker.
   */
  kill(place: number): void {
    const { child } = this.#places.get(place) ?? {}
    if (child === undefined || !child.kill('SIGKILL'))
      throw new BadRequest('This worker has already exited. Another one replaces it.')
  }

  describe(): readonly WorkerInfo[] {
    return [...this.#places.values()].map(({ place, child, isReady, since, running, published, died }) => ({
      place,
      pid: child.pid ?? null,
      isReady,
      since: since.toISOString(),
      doing: [...running.values()],
      published,
      died,
    }))
  }

  /**
   * Stops the workers and waits until all processes have exited. A worker first completes short
   * operations in progress.
   */
  async stop(): Promise<void> {
    this.#isStopping = true
    const places = [...this.#places.values()]
    for (const { child } of places) child.kill('SIGTERM')
    await Promise.all(places.map(({ ended }) => ended))
  }

  #start(place: number, died: number): void {
    const { program, setup } = this.#parts
    const { path, nodeArguments } = program
    const child = fork(path, { ...(nodeArguments && { execArgv: [...nodeArguments] }) })
    const one: Place = {
      place,
      child,
      since: new Date(),
      ended: once(child, 'exit'),
      running: new Map(),
      died,
      isReady: false,
      published: 0,
    }
    this.#places.set(place, one)
    child.on('message', (message) => this.#handle(one, message as WorkerMessage)) // safe cast: only the worker program sends messages to this process
    child.on('error', () => undefined) // Ignored because the exit event handles the dead worker.
    child.once('exit', () => this.#replace(one))
    child.send(setup, () => undefined)
  }

  #replace({ place, child, died, isReady }: Place): void {
    const { trace, onNews } = this.#parts
    trace.abandon(place, `Worker ${place} (process ${child.pid ?? 0}) exited.`)
    if (this.#isStopping) return
    const restart = (): void => {
      if (!this.#isStopping) this.#start(place, died + 1)
      onNews()
    }
    if (isReady) restart()
    else setTimeout(restart, PAUSE_MS).unref()
  }

  #handle(one: Place, message: WorkerMessage): void {
    const { trace, onNews, onRenewed, onProgress } = this.#parts
    if (message.type === 'STEP') {
      trace.adopt(one.place, message.step)
      this.#noteStep(one, message.step)
      return
    }
    if (message.type === 'RENEWED') return onRenewed(message.accountId)
    if (message.type === 'PROGRESS') return onProgress(message.progress)
    if (message.type === 'READY') one.isReady = true
    else if (message.isPublished) one.published += 1
    onNews()
  }

  #noteStep({ running }: Place, { id, kind, state, operation, accountId, isBackground }: TraceStep): void {
    if (kind !== 'OPERATION' || isBackground) return
    if (state === 'RUNNING') running.set(id, { operation, accountId })
    else running.delete(id)
    this.#parts.onNews()
  }
}
