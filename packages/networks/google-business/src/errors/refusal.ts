import { networkText, type RawData, rawOf, type SocialBaseError } from '@social/core/platform'
import * as v from 'valibot'

/** Fields of an error response that determine the error of the library. */
export interface Refusal {
  readonly status: number
  readonly method: string
  readonly path: string
  /** Google's reasons for the refusal, in order of precedence. */
  readonly reasons: readonly string[]
  /** Google's message, with the name of the field that the message concerns. '' when missing. */
  readonly message: string
  /** Metadata of the response: `quota_limit_value`, `activationUrl`. */
  readonly metadata: RawData
  /**
   * Error numbers of version 4 of the API, such as 1000 for a picture that Google could not fetch.
   */
  readonly codes: readonly (number | string)[]
  /** Wait in seconds that Google requests. Null when missing. */
  readonly retryAfter: number | null
  readonly raw: RawData
}

/** A known refusal of Google, and the error that the library throws for this refusal. */
export interface Row {
  readonly reasons?: readonly string[]
  /** Additional condition that a refusal must meet for this row. */
  readonly when?: (refusal: Refusal) => boolean
  make(refusal: Refusal): SocialBaseError
}

const text = v.fallback(v.string(), '')
const list = <S extends v.GenericSchema<unknown, object>>(item: S) =>
  v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((values) =>
      values.flatMap((value) => {
        const read = v.safeParse(item, value)
        return read.success ? [read.output] : []
      }),
    ),
  )

const violation = v.object({
  field: text,
  description: text,
  message: text,
  code: v.fallback(v.union([v.number(), v.string()]), 0),
})

const detail = v.object({
  reason: text,
  metadata: v.fallback(v.record(v.string(), v.unknown()), {}),
  fieldViolations: v.optional(list(violation), []),
  errorDetails: v.optional(list(violation), []),
})

/** Body of an API error. The body of an error of the token endpoint is flat. */
const errorBody = v.object({
  error: v.union([
    v.string(),
    v.object({
      message: text,
      status: text,
      errors: v.optional(list(v.object({ reason: text })), []),
      details: v.optional(list(detail), []),
    }),
  ]),
  error_description: text,
})

/** Reads the fields of a refusal. A field that Google omits is empty. */
export function readRefusal(
  body: unknown,
  facts: Pick<Refusal, 'status' | 'method' | 'path' | 'retryAfter'>,
): Refusal {
  const raw = rawOf(body)
  const nothing = { ...facts, raw, reasons: [], message: '', metadata: {}, codes: [] }
  const read = v.safeParse(errorBody, { error_description: '', ...raw })
  if (!read.success) return nothing
  const { error, error_description: description } = read.output
  if (typeof error === 'string') {
    const reason = networkText(error)
    return { ...nothing, reasons: [reason], message: networkText(description) || reason }
  }
  const violations = error.details.flatMap((one) => [...one.errorDetails, ...one.fieldViolations])
  const info = error.details.find(({ reason }) => reason !== '')
  const [first] = violations
  const said = first ? [first.field, first.message || first.description].filter(Boolean).join(': ') : ''
  return {
    ...nothing,
    reasons: [error.errors[0]?.reason ?? '', info?.reason ?? '', error.status]
      .map(networkText)
      .filter(Boolean),
    message: networkText(said || error.message),
    metadata: info?.metadata ?? {},
    codes: violations.map(({ code }) => code),
  }
}

/** Returns the URL of the page on which a developer enables a service. Null when the URL is not a page of Google. */
export function consoleUrl({ metadata }: Refusal): string | null {
  const url = URL.parse(networkText(metadata['activationUrl']))
  return url?.protocol === 'https:' && url.hostname.endsWith('.google.com') ? url.href : null
}

/**
 * Reason of a refused sign-in or renewal. Google answers `invalid_grant` when the person removed the access.
 * https://developers.google.com/identity/protocols/oauth2#expiration (copy of 2026)
 */
export function signInReason({ reasons }: Refusal): string | null {
  if (reasons.includes('invalid_grant')) return 'ACCESS_REVOKED'
  return reasons.includes('access_denied') ? 'SIGN_IN_CANCELLED' : null
}
