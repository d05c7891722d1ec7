import { channel, tracingChannel } from 'node:diagnostics_channel'

import { type OperationEvent, type RequestEvent, userMessageOf, type WarningEvent } from '@social/core'

import type { TraceStep } from '../../shared/trouble.js'

const KEPT = 300
/** Names of operations that run in the background, such as polling. */
const BACKGROUND =
  /^(fetchUpdates|fetchUpdatesAfter|readUpdates|markSeen|checkPost|limits|measureText|checkState)/

/** Data of a step without the fields that `Trace` sets. */
type StepData = Omit<TraceStep, 'id' | 'at' | 'worker' | 'accountId'> &
  Partial<Pick<TraceStep, 'worker' | 'accountId'>>
type Change = (change: Partial<StepData>) => void

function toMillis(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 1000)
}

function problemOf({ error }: { readonly error?: unknown }): string | null {
  return error === undefined ? null : userMessageOf(error)
}

/** Event of the library's diagnostics channels, for operations or for requests. */
type TracedEvent = OperationEvent & Partial<RequestEvent>

function toStep(event: TracedEvent): StepData {
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

/** Subscribes to the library's diagnostics channels and keeps the newest events as steps. */
export class Trace {
  readonly #steps: TraceStep[] = []
  readonly #notify: (step: TraceStep) => void
  readonly #stops: (() => void)[] = []
  /** Unfinished steps of workers. The key contains the worker and the worker's id of the step. */
  readonly #adopted = new Map<string, Change>()
  /**
   * Id of the newest step. The ids start at the current time, so that they also increase after a
   * restart.
   */
  #last = Date.now()

  /** @param notify - Called when a step starts, and again when it ends. */
  constructor(notify: (step: TraceStep) => void) {
    this.#notify = notify
    this.#follow('social.operation')
    this.#follow('social.request')
    const warnings = channel('social.warning')
    const onWarning = (message: unknown) => {
      const { platform: network, message: text } = message as WarningEvent // safe cast: the library publishes only this type on the channel
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

  /** Returns the steps, oldest first. */
  get steps(): readonly TraceStep[] {
    return this.#steps
  }

  /** Adds a step. @returns The function that changes the step. */
  add(reported: StepData): Change {
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

  /** Adds a step that a worker reported. A second message about the same step updates the step. */
  adopt(worker: number, { id, at: _at, ...reported }: TraceStep): void {
    const key = `${worker} ${id}`
    const change = this.#adopted.get(key)
    if (change === undefined) this.#adopted.set(key, this.add({ ...reported, worker }))
    else change({ ...reported, worker })
    if (reported.state !== 'RUNNING') this.#adopted.delete(key)
  }

  /** Marks the unfinished steps of a dead worker as failed. */
  abandon(worker: number, problem: string): void {
    for (const [key, change] of this.#adopted) {
      if (!key.startsWith(`${worker} `)) continue
      change({ state: 'FAILED', problem })
      this.#adopted.delete(key)
    }
  }

  /** Removes the oldest steps, background steps first. */
  #forget(): void {
    if (this.#steps.length <= KEPT) return
    const background = this.#steps.findIndex((step) => step.isBackground)
    this.#steps.splice(Math.max(background, 0), 1)
  }

  clear(): void {
    this.#steps.length = 0
  }

  /** Unsubscribes from the diagnostics channels. */
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
