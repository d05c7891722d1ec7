import type { Clock } from '../../contract/index.js'
import { ClosedError } from '../../errors/index.js'
import { MARKER_FEED } from '../feeds/make-feed.js'
import { handledWithin, workWithin } from '../handling/handled-within.js'
import type { PollContext } from '../polling/poll-context.js'
import type { AccountListenedTo, FollowingParts, PolledAccount } from '../polling/polled-account.js'
import { isTransient } from './reconnect-backoff.js'

/**
 * Seconds for which an account is only polled after its stream was unavailable. Then the stream is
 * tried again.
 */
export const POLL_INSTEAD_SECONDS = 3600
/** Maximum number of seconds that an aborted stream gets to close. Our choice. */
const CLOSE_SECONDS = 5

/** Objects and settings of a live delivery. */
export interface LiveDelivery extends FollowingParts {
  readonly clock: Clock
  /** Timeout in seconds of each step: handling one update, or loading or saving a marker. */
  readonly deadlineSeconds: number
  readonly checkEverySeconds: number | undefined
  readonly onInterruption: ((error: unknown) => void) | undefined
}

/** Returns the account with its stream. Null if the network or the client does not support streams. */
export function withStream(account: PolledAccount): AccountListenedTo | null {
  if (!('listen' in account)) return null
  return account.can('listen') && account.can('fetchUpdatesAfter') ? account : null
}

/**
 * Delivers the live updates of one account until its stream is unavailable.
 *
 * @param context - Its signal is read before each step, and ends the delivery.
 * @returns The refusal of the stream, so that the account must be polled instead. Null if the stream ended.
 * @throws The reason of an aborted signal, every temporary error, and the error of a handler.
 */
export async function deliverLive(
  account: AccountListenedTo,
  { clock, deadlineSeconds: seconds, markers, dispatcher, checkEverySeconds, onInterruption }: LiveDelivery,
  context: PollContext,
): Promise<{ readonly error: unknown } | null> {
  const { id } = account
  const { signal } = context
  const limit = { clock, seconds, signal }
  const bounded = <T>(what: string, pending: Promise<T>) =>
    handledWithin(pending, { ...limit, who: `${what} the marker of ${id}` })
  const loading = bounded('Loading', Promise.resolve(markers.load(id, MARKER_FEED)))
  const marker = (await orAbort(loading, signal)) ?? null
  const updates = account.listen({
    marker,
    saveMarker: (next) => {
      context.signal.throwIfAborted()
      return bounded('Saving', Promise.resolve(markers.save(id, MARKER_FEED, next)))
    },
    signal,
    ...(checkEverySeconds !== undefined && { checkEverySeconds }),
    ...(onInterruption && { onInterruption }),
  })
  const iterator = updates[Symbol.asyncIterator]()
  let failure: { readonly error: unknown } | null = null
  try {
    for (;;) {
      const { done, value: update } = await orAbort(iterator.next(), signal)
      if (done === true) return null
      context.signal.throwIfAborted()
      const handle = async (own: AbortSignal) => dispatcher.deliver(update, { signal: own })
      await workWithin(handle, { ...limit, who: `Handling update ${update.id} of ${id}` }).catch(
        (error: unknown) => {
          failure = { error }
          throw error
        },
      )
    }
  } catch (error) {
    const closing = Promise.resolve(iterator.return?.())
    const closeLimit = { clock, seconds: CLOSE_SECONDS, who: `Closing the stream of ${id}` }
    await handledWithin(closing, closeLimit).catch(() => undefined)
    if (failure !== null || signal.aborted || ClosedError.is(error) || isTransient(error)) throw error
    // The server has no stream, or the stream refuses the token. A poll then shows whether the token is valid.
    return { error }
  }
}

/** Waits for a promise that may stay pending forever. Rejects when the signal aborts. */
async function orAbort<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const stop = (): void => stopped.reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([pending, stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
