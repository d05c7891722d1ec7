import { setTimeout as sleep } from 'node:timers/promises'

import { type Job, Worker } from 'bullmq'

/** Backoff: milliseconds before the first retry of a refused fetch. Later pauses are longer. Our choice. */
const FIRST_PAUSE_MS = 100
/** Maximum pause in milliseconds. Our choice. */
const MAX_PAUSE_MS = 1_000

/**
 * A worker that pauses after a failed fetch of a job. BullMQ 6.7 retries immediately: a server that refuses gets thousands
 * of requests a second, and an error without any response blocks the process completely.
 * https://github.com/taskforcesh/bullmq/issues/389 (read 2026-11-22) describes the same for an older version.
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
   * Releases connections that `close` holds while it waits for an unresponsive server: they would keep the process alive.
   * The client itself is closed. A worker that was reconnecting when it was closed connects again after BullMQ 6.7
   * has recorded its connection as closed, and then never stops (`disconnectBlocking` checks that record).
   */
  async letGo(): Promise<void> {
    await this.lockManager.close()
    const blocking = await this.backend.blockingClient
    blocking?.disconnect()
  }
}

/**
 * Creates a worker whose connections are open. A worker whose connection is cut while it opens would fail forever, so it
 * is replaced by another one.
 *
 * @param signal - Fires when no caller waits any more.
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

/** Waits until the signal fires: BullMQ opens a connection to an unreachable server without a timeout. */
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
