import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import type { TraceStep } from '../../shared/trouble.js'
import type { DoingInfo, WorkerInfo } from '../../shared/workers.js'
import { BadRequest } from '../refusals.js'
import type { Trace } from '../trouble/trace.js'
import type { WorkerMessage, WorkerSetup } from './worker-messages.js'

const WORKERS = 2
/** A worker that cannot even start is not started again and again without a pause. */
const PAUSE_MS = 1000

/** The program of a worker, and how Node runs it. */
export interface WorkerProgram {
  readonly path: string
  /** What this process was started with, unless given. */
  readonly nodeArguments?: readonly string[]
}

/** What a pool needs. */
export interface WorkerPoolParts {
  readonly program: WorkerProgram
  readonly setup: WorkerSetup
  readonly trace: Trace
  /** Something became of a job, or of a worker. */
  readonly onNews: () => void
  readonly onRenewed: (accountId: string) => void
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

/** The workers: processes of their own, each of which is replaced when it dies. */
export class WorkerPool {
  readonly #parts: WorkerPoolParts
  readonly #places = new Map<number, Place>()
  #isStopping = false

  constructor(parts: WorkerPoolParts) {
    this.#parts = parts
  }

  /** Starts them. They take posts as soon as they are ready; nobody has to wait for that. */
  start(): void {
    for (let place = 1; place <= WORKERS; place += 1) this.#start(place, 0)
  }

  /** Kills one as the kernel does when memory runs out. @throws BadRequest for one that is not there. */
  kill(place: number): void {
    const { child } = this.#places.get(place) ?? {}
    if (child === undefined || !child.kill('SIGKILL'))
      throw new BadRequest('That worker is dead already. Another one takes its place.')
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

  /** Lets them finish what they have in hand, as far as that is quick, and waits until they are gone. */
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
    child.on('message', (message) => this.#hear(one, message as WorkerMessage)) // only the worker's program sends here
    child.on('error', () => undefined) // it is gone then, and that is heard
    child.once('exit', () => this.#replace(one))
    child.send(setup, () => undefined)
  }

  #replace({ place, child, died, isReady }: Place): void {
    const { trace, onNews } = this.#parts
    trace.abandon(place, `Worker ${place} (process ${child.pid ?? 0}) died.`)
    if (this.#isStopping) return
    const restart = (): void => {
      if (!this.#isStopping) this.#start(place, died + 1)
      onNews()
    }
    if (isReady) restart()
    else setTimeout(restart, PAUSE_MS).unref()
  }

  #hear(one: Place, message: WorkerMessage): void {
    const { trace, onNews, onRenewed } = this.#parts
    if (message.type === 'STEP') {
      trace.adopt(one.place, message.step)
      this.#noteStep(one, message.step)
      return
    }
    if (message.type === 'RENEWED') return onRenewed(message.accountId)
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
