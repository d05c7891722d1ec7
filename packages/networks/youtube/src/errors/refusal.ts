import {
  type ErrorDetails,
  networkText,
  type RawData,
  type SocialBaseError,
  withoutStops,
} from '@social/core/platform'
import * as v from 'valibot'

/** Fields of an error response that determine the error of the library. */
export interface Refusal {
  readonly status: number
  /**
   * Google's `reason` values, such as `quotaExceeded`, `RATE_LIMIT_EXCEEDED` or `invalid_grant`.
   * Empty when missing.
   */
  readonly reasons: readonly string[]
  /** Google's error message. Empty when missing. */
  readonly message: string
  /** Google's metadata of the error, such as `quota_unit` and `activationUrl`. */
  readonly metadata: RawData
  readonly retryAfter: number | null
  readonly path: string
  readonly method: string
}

/** Maps an error response of Google to an error of the library. */
export interface Row {
  readonly status?: number
  readonly reasons: readonly string[]
  /** Additional condition under which the row applies. */
  readonly when?: (refusal: Refusal) => boolean
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

/** Formats an error message: the opening, Google's message, then the recommended action. */
export function refusalMessage(opening: string, { message }: Refusal, remedy: string): string {
  const quoted = message === '' ? '' : ` Google's message: ${withoutStops(message)}.`
  return `${opening} ${remedy}${quoted}`
}

const text = v.fallback(v.string(), '')
const errorInfo = v.fallback(
  v.object({ reason: text, metadata: v.fallback(v.record(v.string(), v.unknown()), {}) }),
  { reason: '', metadata: {} },
)
const listed = v.fallback(v.array(v.fallback(v.object({ reason: text }), { reason: '' })), [])

/** Body of an API error. An OAuth error has a flat body instead. */
const errorBody = v.object({
  error: v.union([
    v.string(),
    v.object({ message: text, status: text, errors: listed, details: v.fallback(v.array(errorInfo), []) }),
  ]),
  error_description: text,
})

/** Reads Google's message, metadata and reasons. The first reason has the highest precedence. */
export function readRefusal(raw: RawData): Pick<Refusal, 'reasons' | 'message' | 'metadata'> {
  const read = v.safeParse(errorBody, { error_description: '', ...raw })
  if (!read.success) return { reasons: [], message: '', metadata: {} }
  const { error, error_description: description } = read.output
  if (typeof error === 'string') {
    const reason = networkText(error)
    return { reasons: [reason], message: networkText(description) || reason, metadata: {} }
  }
  const [first] = error.errors
  const info = error.details.find(({ reason }) => reason !== '')
  const reasons = [first?.reason ?? '', info?.reason ?? '', error.status].filter(Boolean)
  return { reasons, message: networkText(error.message), metadata: info?.metadata ?? {} }
}
