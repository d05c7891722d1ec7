import type { UpdateListener } from '@social/core/platform'

/** Turns of the event loop after which a stream that never opened is aborted. Our choice. */
const TURNS_TO_OPEN = 500
/** Maximum turns between the abort and the end of a stream. Our choice. */
const TURNS_TO_END = 100

/** Abort reason of a check. */
const ENOUGH = new Error('The check has heard enough.')

/** Result of a short listen. */
export interface Listened {
  /** False if the stream did not end after the abort. */
  readonly hasEnded: boolean
  /** Rejection other than the abort reason. Null if the stream did not reject otherwise. */
  readonly error: unknown
}

/** A listener that ignores all updates. */
export function aListener(onOpened: () => void = () => undefined): UpdateListener {
  return {
    silenceSeconds: null,
    opened: onOpened,
    happened: () => undefined,
    missed: () => undefined,
  }
}

/** Listens until the stream is open, then aborts, because a stream never ends without an abort. */
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
 * Calls a method of a platform. `listen` is aborted after its stream is open.
 *
 * @param given - Its arguments, followed by the call.
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

/** A copy of the call with another signal. */
function withSignal(call: object, signal: AbortSignal): object {
  return new Proxy(call, {
    get(target, name) {
      if (name === 'signal') return signal
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
