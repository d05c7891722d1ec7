import { AuthError, ClosedError, ConfigError } from '../errors/index.js'
import { assertSignal } from '../models/values/assert-kind.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import type { TokenKeeper } from './token-keeper.js'

/** Result of `renewDue` for one connection. */
export interface RenewalOutcome {
  readonly connectionId: string
  /** `UNREACHABLE` is a temporary failure. `SIGN_IN_AGAIN` means that the person must sign in again. */
  readonly outcome: 'RENEWED' | 'NOT_DUE' | 'SIGN_IN_AGAIN' | 'UNREACHABLE'
  /** The error of the renewal. Null if no error occurred. */
  readonly error: unknown
}

/** Options of `renewDue`. */
export interface RenewDueOptions {
  /** Renews tokens that expire within this number of seconds. Default: the platform's own margin. */
  readonly withinSeconds?: number | undefined
  /** Maximum number of concurrent renewals. Default: 8. */
  readonly concurrency?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const OPTION_NAMES: readonly string[] = ['withinSeconds', 'concurrency', 'signal']

/**
 * Reads the options of `renewDue`.
 *
 * @throws ConfigError for ids that are not a list, an unknown name, or a number out of range.
 */
export function readRenewDueOptions(connectionIds: unknown, options: RenewDueOptions): RenewDueOptions {
  const isList = typeof connectionIds === 'object' && connectionIds !== null
  if (!isList || !(Symbol.iterator in connectionIds || Symbol.asyncIterator in connectionIds))
    throw new ConfigError('renewDue requires a list of connection ids, or another iterable for `for await`.')
  const given: unknown = options
  if (typeof given !== 'object' || given === null)
    throw new ConfigError('renewDue requires its options as an object such as { withinSeconds: 3600 }.')
  refuseUnknownNames(options, OPTION_NAMES, 'renewDue')
  const { withinSeconds = 0, concurrency = 1 } = options
  if (typeof withinSeconds !== 'number' || !(withinSeconds >= 0))
    throw new ConfigError('renewDue: withinSeconds must be a number of seconds, 0 or more.')
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new ConfigError('renewDue: concurrency must be a whole number above zero.')
  assertSignal(options.signal, 'renewDue')
  return options
}

/** The method of the token keeper that `renewDue` uses. */
export type SweepKeeper = Pick<TokenKeeper, 'renewIfDue'>

/**
 * Renews tokens that expire soon, for accounts that are seldom used.
 *
 * @param connectionIds - Ids of the accounts, which are read one by one. A database cursor works.
 * @returns One outcome per id, in the order of completion. If the signal aborts, rejects with its reason. Renewals
 * that have started are completed and saved.
 * @throws ClosedError if the client is closed.
 */
export async function* renewDue(
  keeper: SweepKeeper,
  connectionIds: Iterable<string> | AsyncIterable<string>,
  options: RenewDueOptions = {},
): AsyncGenerator<RenewalOutcome, void, undefined> {
  const { concurrency = 8, signal } = options
  const running = new Map<string, Promise<RenewalOutcome>>()
  const next = async (): Promise<RenewalOutcome> => {
    const outcome = await Promise.race(running.values())
    running.delete(outcome.connectionId)
    return outcome
  }
  signal?.throwIfAborted()
  for await (const connectionId of connectionIds) {
    if (running.has(connectionId)) continue
    const one = renewOne(keeper, connectionId, options)
    // The race below handles errors. After an abort no code waits for this promise, so its rejection is ignored
    // here.
    one.catch(() => {})
    running.set(connectionId, one)
    if (running.size >= concurrency) yield await next()
    signal?.throwIfAborted()
  }
  while (running.size > 0) yield await next()
}

async function renewOne(
  keeper: SweepKeeper,
  connectionId: string,
  { withinSeconds = 0, signal }: RenewDueOptions,
): Promise<RenewalOutcome> {
  try {
    const { renewed } = await keeper.renewIfDue(connectionId, { withinSeconds, ...(signal && { signal }) })
    return { connectionId, outcome: renewed ? 'RENEWED' : 'NOT_DUE', error: null }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (ClosedError.is(error)) throw error
    return { connectionId, outcome: AuthError.is(error) ? 'SIGN_IN_AGAIN' : 'UNREACHABLE', error }
  }
}
