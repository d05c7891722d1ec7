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
 * Fate of one attempt of the visible request of a publish.
 *
 * - `NOT_SENT`: no byte was sent, or the network reported that it did not process the request.
 * - `REFUSED`: a definite refusal of this request.
 * - `DONE`: a readable response.
 * - `OPEN`: any other outcome.
 */
export type Fate = 'NOT_SENT' | 'REFUSED' | 'DONE' | 'OPEN'

/** Records the requests of a publish. The HTTP client of the call calls its methods. */
export interface PublishRecorder {
  /**
   * Records that the visible request is about to be sent. Rejects or throws to prevent it. Null = nothing to wait for.
   */
  begin(finish: Finish): Promise<void> | null
  /** Called immediately before the first byte of the visible request. An error thrown here prevents the request. */
  readonly assertHeld?: (() => void) | undefined
  /** Records the fate of the attempt. Returns null if there is nothing to wait for. Never rejects. */
  end(fate: Fate): Promise<void> | null
  /** Records a request, other than the visible one, whose repetition may have an effect. */
  noteWrite(method: HttpMethod): void
  /** Called before each request that may write. An error thrown here prevents the request. */
  readonly mayWrite?: (() => void) | undefined
}

/** @throws ConfigError for a request marked as visible in a call that does not publish and therefore has no receipt. */
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

/** Returns the fate of an attempt without a response. */
export function fateOfLoss(error: unknown): Fate {
  // undici and the address guard throw a `ConfigError` only before sending.
  if (ConfigError.is(error)) return 'NOT_SENT'
  return NetworkError.is(error) && error.delivery === 'NOT_SENT' ? 'NOT_SENT' : 'OPEN'
}

/**
 * Fate of an attempt with an error response, as mapped by the platform or by the status.
 *
 * A platform can map a 5xx to a refusal or a 4xx to an outage with the class of the error. A `PlatformError` is judged
 * by its status, because it only reports that something failed.
 */
export function fateOfRefusal(error: unknown): Fate {
  if (!SocialBaseError.is(error) || error.mayHaveTakenEffect) return 'OPEN'
  if (RateLimitError.is(error)) return 'NOT_SENT'
  if (NetworkError.is(error)) return fateOfLoss(error)
  // `OPEN` includes a 503 with `Retry-After`, because a gateway may send this status after the request took effect.
  return PlatformError.is(error) && error.isOutage ? 'OPEN' : 'REFUSED'
}

/** Returns the fate of a visible action without HTTP, based on its error. */
function fateOfError(error: unknown): Fate {
  return ConfigError.is(error) ? 'NOT_SENT' : fateOfRefusal(error)
}

/** Recorders of calls that are currently inside `finishWith`. */
const finishing = new WeakSet<PublishRecorder>()

/**
 * @throws ConfigError for a request of `call.http` inside `call.finish`: it would bypass the rules of the visible
 * request.
 */
export function assertNotInFinish(recorder: PublishRecorder, platform: string): void {
  if (finishing.has(recorder))
    throw new ConfigError(
      `${platform} sent a request of call.http inside call.finish. This is a bug in the platform. Pass finish with the request: call.http.post(path, schema, { finish: { data } }).`,
      { platform },
    )
}

/**
 * Runs a visible action that is not a request of `call.http`, with the same records. `send` must not use `call.http`.
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
