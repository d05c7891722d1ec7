import {
  type ErrorDetails,
  networkText,
  type RawData,
  type SocialBaseError,
  withoutStops,
} from '@social/core/platform'
import * as v from 'valibot'

/** Fields that classify a refusal. */
export interface Refusal {
  readonly status: number
  /** Reasons of Google: `quotaExceeded`, `RATE_LIMIT_EXCEEDED`, `invalid_grant`. Empty when missing. */
  readonly reasons: readonly string[]
  /** Message of Google; '' when missing. */
  readonly message: string
  /** Metadata of the response: `quota_unit`, `activationUrl`. */
  readonly metadata: RawData
  readonly retryAfter: number | null
  readonly path: string
  readonly method: string
}

/** A known refusal, and its error. */
export interface Row {
  readonly status?: number
  readonly reasons: readonly string[]
  /** Additional condition of the row. */
  readonly when?: (refusal: Refusal) => boolean
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

/** `opening: message.`, then the remedy. */
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

/** Body of an API error. That of an OAuth error is flat. */
const errorBody = v.object({
  error: v.union([
    v.string(),
    v.object({ message: text, status: text, errors: listed, details: v.fallback(v.array(errorInfo), []) }),
  ]),
  error_description: text,
})

/** Reasons and message of Google, reasons in order of precedence. */
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
