import { AuthError, SignatureError } from '../auth.js'
import { ClosedError } from '../closed.js'
import { InvalidHostError } from '../invalid-host.js'
import { InvalidPostError } from '../invalid-post.js'
import { NetworkError } from '../network.js'
import { NotAllowedError } from '../not-allowed.js'
import { NotFoundError } from '../not-found.js'
import { NotSupportedError } from '../not-supported.js'
import { PlatformError } from '../platform.js'
import { PortError } from '../port.js'
import { OutcomeUnknownError, PublishBusyError } from '../publishing.js'
import { RateLimitError } from '../rate-limit.js'
import { UpdateBusyError } from '../update-busy.js'

/**
 * HTTP status of each error class. The first matching class decides, so subclasses come before
 * their base class.
 */
const ROWS: readonly (readonly [{ is(value: unknown): boolean }, number])[] = [
  [SignatureError, 401],
  [AuthError, 401],
  [NotAllowedError, 403],
  [NotFoundError, 404],
  [RateLimitError, 429],
  [InvalidPostError, 400],
  [NotSupportedError, 400],
  [PublishBusyError, 503],
  [UpdateBusyError, 503],
  [PortError, 503],
  [ClosedError, 503],
  [InvalidHostError, 400],
  [OutcomeUnknownError, 502],
  [NetworkError, 502],
  [PlatformError, 502],
]

/**
 * Returns the HTTP status with which a route should respond to an error.
 *
 * @param error - Any thrown value.
 * @returns The status for the error's class. 500 for a value that is not an error of the library,
 * because it is a mistake in the program.
 */
export function statusFor(error: unknown): number {
  return ROWS.find(([kind]) => kind.is(error))?.[1] ?? 500
}
