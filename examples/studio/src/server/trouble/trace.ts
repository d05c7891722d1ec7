import { channel, tracingChannel } from 'node:diagnostics_channel'

import type { OperationEvent, RequestEvent, WarningEvent } from '@social/core'

import type { TraceStep } from '../../shared/trouble.js'

const KEPT = 300
/** Operations that run by themselves, over and over. */
const BACKGROUND =
  /^(fetchUpdates|fetchUpdatesAfter|readUpdates|markSeen|checkPost|limits|measureText|checkState)/

/** A step as whoever sees it tells of it. */
type Told = Omit<TraceStep, 'id' | 'at' | 'worker' | 'accountId'> &
  Partial<Pick<TraceStep, 'worker' | 'accountId'>>
type Change = (change: Partial<Told>) => void

function toMillis(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 1000)
}

function problemOf({ error }: { readonly error?: unknown }): string | null {
  if (error === undefined) return null
  return error instanceof Error ? error.message : 'It failed without words.'
}

/** What both tracing channels publish. */
type TracedEvent = OperationEvent & Partial<RequestEvent>

function toStep(event: TracedEvent): Told {
  const { platform: network, connectionId: accountId, operation, method, path, attempt = 1 } = event
  const isRequest = method !== undefined
  return {
    kind: isRequest ? 'REQUEST' : 'OPERATION',
    network,
    accountId,
    operation,
    text: isRequest ? `${method} ${path}` : '',
    state: 'RUNNING',
    status: null,
    attempt,
    millis: null,
    problem: null,
    isBackground: BACKGROUND.test(operation),
  }
}

const nothing = () => undefined

/** Hears what the library tells on its diagnostics channels, and keeps the newest of it. */
export class Trace {
  readonly #steps: TraceStep[] = []
  readonly #notify: (step: TraceStep) => void
  readonly #stops: (() => void)[] = []
  /** Steps of workers that have not ended yet, by worker and the worker's own number of them. */
  readonly #adopted = new Map<string, Change>()
  /** Goes on from the clock, so that the steps of a later process come after those of an earlier one. */
  #last = Date.now()

  /** @param tell - Told of each step, and again when it has ended. */
  constructor(notify: (step: TraceStep) => void) {
    this.#notify = notify
    this.#follow('social.operation')
    this.#follow('social.request')
    const warnings = channel('social.warning')
    const onWarning = (message: unknown) => {
      const { platform: network, message: text } = message as WarningEvent // what the library publishes there
      this.add({
        ...toStep({ platform: network ?? '', connectionId: null, operation: '' }),
        network,
        kind: 'WARNING',
        text,
        state: 'DONE',
      })
    }
    warnings.subscribe(onWarning)
    this.#stops.push(() => warnings.unsubscribe(onWarning))
  }

  /** Oldest first. */
  get steps(): readonly TraceStep[] {
    return this.#steps
  }

  /** Adds a step. @returns What changes it. */
  add(reported: Told): Change {
    this.#last += 1
    let step: TraceStep = {
      worker: null,
      accountId: null,
      ...reported,
      id: this.#last,
      at: new Date().toISOString(),
    }
    this.#steps.push(step)
    this.#forget()
    this.#notify(step)
    return (change) => {
      const at = this.#steps.indexOf(step)
      step = { ...step, ...change }
      if (at >= 0) this.#steps[at] = step
      this.#notify(step)
    }
  }

  /** Takes over what a worker tells: a step, and the same again when it has ended. */
  adopt(worker: number, { id, at: _at, ...reported }: TraceStep): void {
    const key = `${worker} ${id}`
    const change = this.#adopted.get(key)
    if (change === undefined) this.#adopted.set(key, this.add({ ...reported, worker }))
    else change({ ...reported, worker })
    if (reported.state !== 'RUNNING') this.#adopted.delete(key)
  }

  /** A worker died: nobody will ever hear how its steps would have ended. */
  abandon(worker: number, problem: string): void {
    for (const [key, change] of this.#adopted) {
      if (!key.startsWith(`${worker} `)) continue
      change({ state: 'FAILED', problem })
      this.#adopted.delete(key)
    }
  }

  /** What runs by itself goes first: it must not push out what somebody looks for. */
  #forget(): void {
    if (this.#steps.length <= KEPT) return
    const background = this.#steps.findIndex((step) => step.isBackground)
    this.#steps.splice(Math.max(background, 0), 1)
  }

  clear(): void {
    this.#steps.length = 0
  }

  /** Stops listening. */
  close(): void {
    for (const stop of this.#stops) stop()
  }

  #follow(name: string): void {
    const running = new WeakMap<object, Change>()
    const subscribers = {
      start: (event: TracedEvent) => void running.set(event, this.add(toStep(event))),
      end: nothing,
      asyncStart: nothing,
      error: nothing,
      asyncEnd: (event: TracedEvent) => {
        const { status = null, durationSeconds } = event
        const problem = problemOf(event)
        const isFailed = problem !== null || (status !== null && status >= 400)
        running.get(event)?.({
          state: isFailed ? 'FAILED' : 'DONE',
          status,
          millis: toMillis(durationSeconds),
          problem,
        })
      },
    }
    const tracing = tracingChannel<TracedEvent>(name)
    tracing.subscribe(subscribers)
    this.#stops.push(() => tracing.unsubscribe(subscribers))
  }
}
