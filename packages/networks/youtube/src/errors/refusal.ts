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
  /** Google's own word: `quotaExceeded`, `RATE_LIMIT_EXCEEDED`, `invalid_grant`; '' when it gave none. */
  readonly reasons: readonly string[]
  /** Google's own sentence; '' when it gave none. */
  readonly words: string
  /** What the reply tells beside: `quota_unit`, `activationUrl`. */
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

/** `opening: words.`, then what to do. */
export function refusalMessage(opening: string, { words }: Refusal, remedy: string): string {
  const said = words === '' ? '' : ` It said: ${withoutStops(words)}.`
  return `${opening} ${remedy}${said}`
}

const text = v.fallback(v.string(), '')
const errorInfo = v.fallback(
  v.object({ reason: text, metadata: v.fallback(v.record(v.string(), v.unknown()), {}) }),
  { reason: '', metadata: {} },
)
const listed = v.fallback(v.array(v.fallback(v.object({ reason: text }), { reason: '' })), [])

/** The body of an API error; that of an OAuth error is flat. */
const errorBody = v.object({
  error: v.union([
    v.string(),
    v.object({ message: text, status: text, errors: listed, details: v.fallback(v.array(errorInfo), []) }),
  ]),
  error_description: text,
})

/** Google's words, in the order in which they are to be believed. */
export function readRefusal(raw: RawData): Pick<Refusal, 'reasons' | 'words' | 'metadata'> {
  const read = v.safeParse(errorBody, { error_description: '', ...raw })
  if (!read.success) return { reasons: [], words: '', metadata: {} }
  const { error, error_description: description } = read.output
  if (typeof error === 'string') {
    const reason = networkText(error)
    return { reasons: [reason], words: networkText(description) || reason, metadata: {} }
  }
  const [first] = error.errors
  const info = error.details.find(({ reason }) => reason !== '')
  const reasons = [first?.reason ?? '', info?.reason ?? '', error.status].filter(Boolean)
  return { reasons, words: networkText(error.message), metadata: info?.metadata ?? {} }
}
