import { systemClock } from '@social/core/platform'

/**
 * Waits so long for something that may never end, as closing a connection to a server that does not answer.
 *
 * @returns False when it has not ended by then; nobody hears what becomes of it later.
 * @throws What it rejects with in time.
 */
export async function endsWithin(work: Promise<unknown>, seconds: number): Promise<boolean> {
  const ended = new AbortController()
  const late = systemClock.sleep(seconds, { signal: ended.signal }).then(
    () => false,
    () => true,
  )
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    ended.abort()
    work.catch(() => undefined)
  }
}
