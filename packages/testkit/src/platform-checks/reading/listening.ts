import type { UpdateListener } from '@social/core/platform'

/** Turns of the event loop until a stream that has not opened is aborted. Our choice. */
const TURNS_TO_OPEN = 500
/** Turns of the event loop in which a stream must end after the abort. Our choice. */
const TURNS_TO_END = 100

/** Abort reason, by which the check recognizes its own abort. */
const ENOUGH = new Error('The check has heard enough.')

/** Result of listening until the stream is open. */
export interface Listened {
  /** False if the stream did not end after the abort. */
  readonly hasEnded: boolean
  /** Error of the stream, if it is not the abort reason. Null otherwise. */
  readonly error: unknown
}

/** Creates a listener that ignores all updates. */
export function aListener(onOpened: () => void = () => undefined): UpdateListener {
  return {
    silenceSeconds: null,
    opened: onOpened,
    happened: () => undefined,
    missed: () => undefined,
  }
}

/** Opens a stream and then aborts the stream, because a stream only ends after an abort. */
export async function listenForMoment(
  listen: (...given: readonly unknown[]) => unknown,
  call: object,
): Promise<Listened> {
  const stop = new AbortController()
  const listener = aListener(() => void setImmediate(() => stop.abort(ENOUGH)))
  let listened: Listened | null = null
  const end = (error: unknown): void => void (listened ??= { hasEnded: true, error })
  const work = async (): Promise<unknown> => listen(listener, withSignal(call, stop.signal))
  work().then(
    () => end(null),
    (error: unknown) => end(error === ENOUGH ? null : error),
  )
  await turns(TURNS_TO_OPEN, () => listened !== null || stop.signal.aborted)
  stop.abort(ENOUGH)
  await turns(TURNS_TO_END, () => listened !== null)
  return listened ?? { hasEnded: false, error: null }
}

/**
 * Calls a method of a platform. `listen` is aborted as soon as its stream is open.
 *
 * @param given - Arguments of the method. The last argument is the call.
 */
export async function callAs(
  method: string,
  work: (...given: readonly unknown[]) => unknown,
  given: readonly unknown[],
): Promise<unknown> {
  const call = given.at(-1)
  if (method !== 'listen' || typeof call !== 'object' || call === null) return work(...given)
  const { error } = await listenForMoment(work, call)
  if (error !== null) throw error
  return undefined
}

async function turns(most: number, isOver: () => boolean): Promise<void> {
  for (let turn = 0; turn < most && !isOver(); turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

/** Returns a copy of the call with another signal. */
function withSignal(call: object, signal: AbortSignal): object {
  return new Proxy(call, {
    get(target, name) {
      if (name === 'signal') return signal
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
