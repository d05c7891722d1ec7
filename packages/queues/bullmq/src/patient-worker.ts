import { setTimeout as sleep } from 'node:timers/promises'

import { type Job, Worker } from 'bullmq'

/**
 * Milliseconds before the first retry after a failed fetch. Later pauses are longer (backoff). Our
 * choice.
 */
const FIRST_PAUSE_MS = 100
/** Maximum pause before a retry in milliseconds. Our choice. */
const MAX_PAUSE_MS = 1_000

/**
 * A BullMQ worker that pauses after it failed to fetch a job. BullMQ 6.7 retries immediately: it
 * sends thousands of requests a second to a server that refuses them, and blocks the process
 * completely if the error needs no response.
 * https://github.com/taskforcesh/bullmq/issues/389 (read 2026-11-22) describes the same problem
 * for an older version.
 */
export class PatientWorker<D, R> extends Worker<D, R> {
  #pauseMs = FIRST_PAUSE_MS

  protected override async moveToActive(token: string, name?: string): Promise<Job<D, R>> {
    try {
      const job = await super.moveToActive(token, name)
      this.#pauseMs = FIRST_PAUSE_MS
      return job
    } catch (error) {
      const pauseMs = this.#pauseMs
      this.#pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      await sleep(pauseMs)
      throw error
    }
  }

  /**
   * Closes the connections that `close` keeps open while it waits for an unresponsive server. They
   * would keep the process alive.
   *
   * This method disconnects the client itself. If a worker is closed while it reconnects, BullMQ
   * 6.7 records the connection as closed but connects again. `disconnectBlocking` checks only that
   * record, so the worker would never stop.
   */
  async letGo(): Promise<void> {
    await this.lockManager.close()
    const blocking = await this.backend.blockingClient
    blocking?.disconnect()
  }
}

/**
 * Creates a worker and waits until its connections are open. If a connection is cut while it
 * opens, the worker would fail forever, so another worker replaces it.
 *
 * @param signal - Fires when no caller waits for the worker any more.
 */
export async function openWorker<D, R>(
  make: () => PatientWorker<D, R>,
  signal: AbortSignal,
): Promise<PatientWorker<D, R>> {
  for (;;) {
    const worker = make()
    try {
      await untilReady(worker, signal)
      return worker
    } catch (error) {
      void worker.close(true)
      if (signal.aborted) throw error
    }
    await sleep(FIRST_PAUSE_MS, undefined, { signal })
  }
}

/**
 * Waits until the worker is connected. Rejects when the signal fires, because BullMQ waits for an
 * unreachable server without a timeout.
 */
async function untilReady<D, R>(worker: PatientWorker<D, R>, signal: AbortSignal): Promise<void> {
  const given = Promise.withResolvers<never>()
  const giveUp = (): void => given.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  try {
    await Promise.race([worker.waitUntilReady(), given.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
