import { setTimeout as sleep } from 'node:timers/promises'

import { type Job, Worker } from 'bullmq'

/** Backoff: milliseconds between two tries to take a job while the server refuses, at first. Our choice. */
const FIRST_PAUSE_MS = 100
/** And at most. Our choice. */
const MAX_PAUSE_MS = 1_000

/**
 * A worker that waits before it asks again for a job that it could not be given. BullMQ 6.7 asks again at once: a server
 * that refuses is asked thousands of times a second, and an error that comes without any answer leaves the process no time
 * for anything else. https://github.com/taskforcesh/bullmq/issues/389 (read 2026-11-22) has the same of an older one.
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
   * Lets go of what `close` still holds while it waits for a server that does not answer: it would keep the process. The
   * client itself is told: a worker that was connecting anew when it was closed connects once more after BullMQ 6.7 has
   * noted that its connection is over, and is then never asked to stop (`disconnectBlocking` looks at that note).
   */
  async letGo(): Promise<void> {
    await this.lockManager.close()
    const blocking = await this.backend.blockingClient
    blocking?.disconnect()
  }
}

/**
 * Makes a worker whose connections are open. One whose line is cut while they are opened would fail for ever, so another is
 * made in its place.
 *
 * @param signal - Fires when nobody waits for it any more.
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

/** Waits as long as somebody waits: a connection to a server that is away is opened for as long as it is away. */
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
