import { AuthError, SignatureError } from './auth.js'
import { InvalidPostError } from './invalid-post.js'
import { NetworkError } from './network.js'
import { NotAllowedError } from './not-allowed.js'
import { NotFoundError } from './not-found.js'
import { NotSupportedError } from './not-supported.js'
import { PlatformError } from './platform.js'
import { PortError } from './port.js'
import { RateLimitError } from './rate-limit.js'
import { UpdateBusyError } from './update-busy.js'

/** First match wins, so a class with a status of its own stands above the class it derives from. */
const ROWS: readonly (readonly [{ is(value: unknown): boolean }, number])[] = [
  [SignatureError, 401],
  [AuthError, 401],
  [NotAllowedError, 403],
  [NotFoundError, 404],
  [RateLimitError, 429],
  [InvalidPostError, 400],
  [NotSupportedError, 400],
  [UpdateBusyError, 503],
  [PortError, 503],
  [NetworkError, 502],
  [PlatformError, 502],
]

/**
 * The HTTP status that tells a visitor about an error.
 *
 * @param error - Anything that was thrown.
 * @returns The status of its row; 500 for a mistake in the program, which is all the rest.
 */
export function statusFor(error: unknown): number {
  return ROWS.find(([kind]) => kind.is(error))?.[1] ?? 500
}
