import type { ListenOptions } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { LiveUpdates } from '../../events/following/live-updates.js'
import { FirstPolls } from '../../events/polling/first-polls.js'
import { checkSeconds } from '../../events/polling/poller-options.js'
import { reportToListener } from '../../events/polling/report-to-listener.js'
import type { Update } from '../../models/index.js'
import { assertFunction, assertText, readCallOptions } from '../arguments.js'
import { supporting } from './abilities.js'
import type { AccountRunner } from './account-runner.js'

const LISTEN_NAMES: readonly string[] = [
  'marker',
  'saveMarker',
  'checkEverySeconds',
  'silenceSeconds',
  'onInterruption',
]

/** Seconds between two polls for updates that the open stream may have missed. */
const CHECK_EVERY_SECONDS = 600

/** Abort reason when the application closes the iterator during a wait. It is never thrown to the application. */
const GIVEN_UP = new Error('The iterator was closed.')

/** Iterates over the live updates of one account. Sends nothing until the first update is requested. */
class Listening implements AsyncIterableIterator<Update, undefined> {
  readonly #stop = new AbortController()
  readonly #updates: AsyncGenerator<Update, void>

  constructor(runner: AccountRunner, options: ListenOptions | undefined) {
    this.#updates = listen(runner, options, this.#stop)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Update, undefined>> {
    try {
      const { value, done } = await this.#updates.next()
      return done === true || value === undefined ? OVER : { done: false, value }
    } catch (error) {
      if (error === GIVEN_UP) return OVER
      throw error
    }
  }

  /** Closes the stream, even during a wait for the next update. */
  async return(): Promise<IteratorResult<Update, undefined>> {
    this.#stop.abort(GIVEN_UP)
    try {
      await this.#updates.return()
    } catch (error) {
      if (error !== GIVEN_UP) throw error
    }
    return OVER
  }
}

const OVER = { done: true, value: undefined } as const

async function* listen(
  runner: AccountRunner,
  given: ListenOptions | undefined,
  stop: AbortController,
): AsyncGenerator<Update, void> {
  supporting(runner.platform, 'listen')
  supporting(runner.platform, 'fetchUpdatesAfter')
  const options = readListenOptions(given)
  const { signal: caller, deadlineSeconds } = options
  caller?.throwIfAborted()
  const callOff = (): void => stop.abort(caller?.reason)
  caller?.addEventListener('abort', callOff, { once: true })
  const { clock, callParts } = runner.client
  const canAskByTime = runner.platform.fetchUpdates !== undefined
  const first = new FirstPolls({
    clock,
    fetchAfter: (marker, { signal }) =>
      runner.run('fetchUpdatesAfter', { signal, deadlineSeconds }, (platform, call) =>
        platform.fetchUpdatesAfter(marker, { limit: null }, call),
      ),
    fetchSince: canAskByTime
      ? (since, { signal }) =>
          runner.run('fetchUpdates', { signal, deadlineSeconds }, (platform, call) =>
            platform.fetchUpdates(since, call),
          )
      : null,
  })
  const live = new LiveUpdates({
    platform: runner.platform.name,
    marker: options.marker,
    saveMarker: options.saveMarker,
    checkEverySeconds: options.checkEverySeconds ?? CHECK_EVERY_SECONDS,
    silenceSeconds: options.silenceSeconds ?? null,
    onInterruption: (error) => {
      if (options.onInterruption) reportToListener(options.onInterruption, error)
    },
    clock,
    random: callParts.random,
    signal: stop.signal,
    fetchAfter: (marker, context) => first.fetchAfter(marker, context),
    hold: (listener, { signal }) =>
      runner.run('listen', { signal, deadlineSeconds: Infinity }, (platform, call) =>
        platform.listen(listener, call),
      ),
  })
  try {
    yield* live.run()
  } finally {
    caller?.removeEventListener('abort', callOff)
  }
}

/** @throws ConfigError for an unknown name or a value of the wrong type. */
function readListenOptions(given: ListenOptions | undefined): Partial<ListenOptions> {
  const options = readCallOptions(given, 'listen', LISTEN_NAMES)
  const { marker, saveMarker, onInterruption, checkEverySeconds, silenceSeconds } = options
  if (marker !== undefined && marker !== null) assertText(marker, 'marker')
  if (saveMarker !== undefined) assertFunction(saveMarker, 'saveMarker takes a function of a marker.')
  if (onInterruption !== undefined)
    assertFunction(onInterruption, 'onInterruption takes a function of an error.')
  for (const [name, seconds] of Object.entries({ checkEverySeconds, silenceSeconds }))
    if (seconds !== undefined && typeof seconds !== 'number')
      throw new ConfigError(`account.listen: ${name} must be a number above 0.`)
    else if (seconds !== undefined) checkSeconds(name, seconds)
  return options
}

/**
 * Makes the iterable of live updates. The connection to the network starts when the first update is requested. If
 * the operation is refused, this first request rejects.
 */
export function listening(runner: AccountRunner, options?: ListenOptions): AsyncIterableIterator<Update> {
  return new Listening(runner, options)
}
