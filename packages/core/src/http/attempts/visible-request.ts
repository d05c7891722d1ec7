import {
  ConfigError,
  NetworkError,
  PlatformError,
  RateLimitError,
  SocialBaseError,
} from '../../errors/index.js'
import type { Finish } from '../../models/index.js'
import { assertFunction, assertMethods } from '../../models/values/assert-kind.js'
import type { HttpMethod } from '../types.js'

/**
 * What became of one attempt of the visible request of a publish.
 *
 * `NOT_SENT`: no byte left, or the network said that it did not process it. `REFUSED`: a definite refusal of this very
 * request. `DONE`: an answer that was understood. `OPEN`: everything else.
 */
export type Fate = 'NOT_SENT' | 'REFUSED' | 'DONE' | 'OPEN'

/** What records the requests of a publish; told by the HTTP of its call. */
export interface PublishRecorder {
  /** Writes down that the visible request is about to leave. Rejects, or throws, when it must not. Null = nothing to wait for. */
  begin(finish: Finish): Promise<void> | null
  /** Called right before the first byte of the visible request leaves; an error it throws keeps the request from being sent. */
  readonly assertHeld?: (() => void) | undefined
  /** Tells what became of the attempt. Null = nothing to wait for. Never rejects. */
  end(fate: Fate): Promise<void> | null
  /** Another request is sent, one that is not said to be harmless to repeat. */
  noteWrite(method: HttpMethod): void
  /** A request is about to be made that does not only read; what this throws keeps it from being sent. */
  readonly mayWrite?: (() => void) | undefined
}

/** @throws ConfigError where nothing is published: the platform marked a request that can have no receipt. */
export function assertRecorder(
  publish: PublishRecorder | null | undefined,
  platform: string,
): PublishRecorder {
  if (publish) return publish
  throw new ConfigError(
    `${platform} marked a request as the visible one of a publish, in a call that publishes nothing: the platform itself is wrong.`,
    { platform },
  )
}

/** The fate of an attempt that brought no reply. */
export function fateOfLoss(error: unknown): Fate {
  // A `ConfigError` is what undici, or the address guard, refused to send.
  if (ConfigError.is(error)) return 'NOT_SENT'
  return NetworkError.is(error) && error.delivery === 'NOT_SENT' ? 'NOT_SENT' : 'OPEN'
}

/**
 * The fate of an attempt whose reply is an error, as the platform or the status named it.
 *
 * A platform that reads a refusal out of a 5xx, or an outage out of a 4xx, says so by the class of the error; a
 * `PlatformError` is judged by its status, because it only says that something went wrong.
 */
export function fateOfRefusal(error: unknown): Fate {
  if (!SocialBaseError.is(error) || error.mayHaveTakenEffect) return 'OPEN'
  if (RateLimitError.is(error)) return 'NOT_SENT'
  if (NetworkError.is(error)) return fateOfLoss(error)
  // 503 with `Retry-After` included: a gateway may send it after the effect.
  return PlatformError.is(error) && error.isOutage ? 'OPEN' : 'REFUSED'
}

/** The fate of something visible that was not sent over HTTP, by the error it ended in. */
function fateOfError(error: unknown): Fate {
  return ConfigError.is(error) ? 'NOT_SENT' : fateOfRefusal(error)
}

/** Recorders of calls that are inside `finishWith`. */
const finishing = new WeakSet<PublishRecorder>()

/** @throws ConfigError for a request of `call.http` inside `call.finish`: it would escape the rules of the visible request. */
export function assertNotInFinish(recorder: PublishRecorder, platform: string): void {
  if (finishing.has(recorder))
    throw new ConfigError(
      `${platform} sent a request of call.http inside call.finish: the platform itself is wrong. Pass finish with the request: call.http.post(path, schema, { finish: { data } }).`,
      { platform },
    )
}

/** Does something visible that is no request of `call.http`, recorded in the same way. `send` cannot use `call.http`. */
export async function finishWith<T>(
  recorder: PublishRecorder,
  finish: Finish,
  send: () => Promise<T>,
): Promise<T> {
  assertMethods(recorder, ['begin', 'end'], 'finishWith: recorder')
  assertFunction(send, 'finishWith: send')
  await recorder.begin(finish)
  finishing.add(recorder)
  try {
    const result = await send()
    await recorder.end('DONE')
    return result
  } catch (error) {
    await recorder.end(fateOfError(error))
    throw error
  } finally {
    finishing.delete(recorder)
  }
}
