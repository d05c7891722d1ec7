import {
  ClosedError,
  ConfigError,
  NetworkError,
  OutcomeUnknownError,
  PlatformError,
  PublishBusyError,
  RateLimitError,
  SocialBaseError,
} from '../../errors/index.js'
import type { Finish } from '../../models/index.js'
import { assertFunction, assertMethods } from '../../models/values/assert-kind.js'
import type { HttpMethod } from '../types.js'

/**
 * Outcome of one attempt of the request that makes a post visible.
 *
 * - `NOT_SENT`: no byte was sent, or the network reported that it did not process the request.
 * - `REFUSED`: the network refused the request, and the post is not visible.
 * - `DONE`: the network returned a readable success.
 * - `OPEN`: it is unknown whether the post is visible.
 */
export type Fate = 'NOT_SENT' | 'REFUSED' | 'DONE' | 'OPEN'

/**
 * Records the requests of a publish in its receipt. The HTTP client of the call calls these
 * methods.
 */
export interface PublishRecorder {
  /**
   * Records that the request which makes the post visible is about to be sent. An error prevents
   * the request. Returns null if there is no promise to wait for.
   */
  begin(finish: Finish): Promise<void> | null
  /**
   * Called immediately before the first byte of the request that makes the post visible. An error
   * thrown here prevents the request.
   */
  readonly assertHeld?: (() => void) | undefined
  /**
   * Records the outcome of the attempt. Never rejects. Returns null if there is no promise to wait
   * for.
   */
  end(fate: Fate): Promise<void> | null
  /** Records any other request that may have an effect when it is repeated. */
  noteWrite(method: HttpMethod): void
  /**
   * Called before each request that may change something at the network. An error thrown here
   * prevents the request.
   */
  readonly mayWrite?: (() => void) | undefined
}

/**
 * Returns the recorder of the call. @throws ConfigError if a request has `finish` in a call that
 * does not publish, because such a call has no receipt.
 */
export function assertRecorder(
  publish: PublishRecorder | null | undefined,
  platform: string,
): PublishRecorder {
  if (publish) return publish
  throw new ConfigError(
    `${platform} marked a request as the visible one of a publish, in a call that does not publish. This is a bug in the platform.`,
    { platform },
  )
}

/** Returns true for an error of the library that prevents the request. */
function isBeforeRequest(error: unknown): boolean {
  return PublishBusyError.is(error) || ClosedError.is(error)
}

/** Returns the outcome of an attempt that got no response. */
export function fateOfLoss(error: unknown): Fate {
  // undici and the address guard throw a `ConfigError` only before the request is sent.
  if (ConfigError.is(error) || isBeforeRequest(error)) return 'NOT_SENT'
  return NetworkError.is(error) && error.delivery === 'NOT_SENT' ? 'NOT_SENT' : 'OPEN'
}

/**
 * Returns the outcome of an attempt that got an error response.
 *
 * The class of the error decides, because a platform can map a 5xx to a refusal or a 4xx to an
 * outage. A `PlatformError` does not state whether the request was refused, so its status decides.
 */
export function fateOfRefusal(error: unknown): Fate {
  if (!SocialBaseError.is(error) || error.mayHaveTakenEffect) return 'OPEN'
  if (RateLimitError.is(error)) return 'NOT_SENT'
  if (OutcomeUnknownError.is(error)) return 'OPEN'
  if (NetworkError.is(error) || isBeforeRequest(error)) return fateOfLoss(error)
  // A 503 with `Retry-After` counts as `OPEN` too, because a gateway may send it after the network
  // processed the request.
  return PlatformError.is(error) && error.isOutage ? 'OPEN' : 'REFUSED'
}

/**
 * Returns the outcome of a failed action that made no HTTP request of the library, based on its
 * error.
 */
function fateOfError(error: unknown): Fate {
  return ConfigError.is(error) ? 'NOT_SENT' : fateOfRefusal(error)
}

/** Recorders of calls whose `finishWith` is running. */
const finishing = new WeakSet<PublishRecorder>()

/**
 * Checks that no `finishWith` of the call is running. @throws ConfigError for a request of
 * `call.http` inside `call.finish`, because this request would not be recorded.
 */
export function assertNotInFinish(recorder: PublishRecorder, platform: string): void {
  if (finishing.has(recorder))
    throw new ConfigError(
      `${platform} sent a request of call.http inside call.finish. This is a bug in the platform. Pass finish with the request: call.http.post(path, schema, { finish: { data } }).`,
      { platform },
    )
}

/**
 * Runs an action that makes a post visible without a request of `call.http`, and records its
 * outcome. `send` must not use `call.http`.
 */
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
