import { AuthError, ConfigError } from '../errors/index.js'
import { assertSignal } from '../models/values/assert-kind.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import type { TokenKeeper } from './token-keeper.js'

/** How the sweep left one connection. */
export interface RenewalOutcome {
  readonly connectionId: string
  /** `UNREACHABLE` is whatever may go better later; `SIGN_IN_AGAIN` needs the person. */
  readonly outcome: 'RENEWED' | 'NOT_DUE' | 'SIGN_IN_AGAIN' | 'UNREACHABLE'
  /** What went wrong; null when nothing did. */
  readonly error: unknown
}

/** How a sweep is run. */
export interface RenewDueOptions {
  /** Renews tokens that run out within so many seconds; the platform's own margin unless given. */
  readonly withinSeconds?: number | undefined
  /** How many are asked about at once; 8 unless given. */
  readonly concurrency?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const OPTION_NAMES: readonly string[] = ['withinSeconds', 'concurrency', 'signal']

/**
 * Reads how a sweep is to be run.
 *
 * @throws ConfigError for ids that are no list, an unknown name, or a number out of range.
 */
export function readRenewDueOptions(connectionIds: unknown, options: RenewDueOptions): RenewDueOptions {
  const isList = typeof connectionIds === 'object' && connectionIds !== null
  if (!isList || !(Symbol.iterator in connectionIds || Symbol.asyncIterator in connectionIds))
    throw new ConfigError(
      'renewDue takes a list of connection ids, or anything that for await can walk through.',
    )
  const given: unknown = options
  if (typeof given !== 'object' || given === null)
    throw new ConfigError('renewDue takes its options as an object such as { withinSeconds: 3600 }.')
  refuseUnknownNames(options, OPTION_NAMES, 'renewDue')
  const { withinSeconds = 0, concurrency = 1 } = options
  if (typeof withinSeconds !== 'number' || !(withinSeconds >= 0))
    throw new ConfigError('renewDue: withinSeconds must be a number of seconds, 0 or more.')
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new ConfigError('renewDue: concurrency must be a whole number above zero.')
  assertSignal(options.signal, 'renewDue')
  return options
}

/** The part of the keeper that a sweep uses. */
export type SweepKeeper = Pick<TokenKeeper, 'renewIfDue'>

/**
 * Renews what runs out soon, for accounts that are seldom used.
 *
 * @param connectionIds - The accounts to look at; read as the sweep goes on, so a database cursor will do.
 * @returns One outcome for each, as they come in. An abort rejects with its reason; what was begun is finished and saved.
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
    // Heard of through the race; after an abort nobody listens any more.
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
    return { connectionId, outcome: AuthError.is(error) ? 'SIGN_IN_AGAIN' : 'UNREACHABLE', error }
  }
}
