import { networkText, type RawData, rawOf, type SocialBaseError } from '@social/core/platform'
import * as v from 'valibot'

/** Fields that classify a refusal. */
export interface Refusal {
  readonly status: number
  readonly method: string
  readonly path: string
  /** Google's own words for the reason, in the order in which they are to be believed. */
  readonly reasons: readonly string[]
  /** Google's own sentence, with the field that it is about; '' when it gave none. */
  readonly words: string
  /** What the reply tells beside: `quota_limit_value`, `activationUrl`. */
  readonly metadata: RawData
  /** Numbers of version 4: 1000 for a picture that could not be fetched. */
  readonly codes: readonly (number | string)[]
  /** Seconds that the reply asks us to wait; null when it does not say. */
  readonly retryAfter: number | null
  readonly raw: RawData
}

/** A known refusal, and its error. */
export interface Row {
  readonly reasons?: readonly string[]
  /** Only when this is so. */
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

/** The body of an API error; that of the token endpoint is flat. */
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

/** Reads a refusal; what it does not say is empty. */
export function readRefusal(
  body: unknown,
  facts: Pick<Refusal, 'status' | 'method' | 'path' | 'retryAfter'>,
): Refusal {
  const raw = rawOf(body)
  const nothing = { ...facts, raw, reasons: [], words: '', metadata: {}, codes: [] }
  const read = v.safeParse(errorBody, { error_description: '', ...raw })
  if (!read.success) return nothing
  const { error, error_description: description } = read.output
  if (typeof error === 'string') {
    const reason = networkText(error)
    return { ...nothing, reasons: [reason], words: networkText(description) || reason }
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
    words: networkText(said || error.message),
    metadata: info?.metadata ?? {},
    codes: violations.map(({ code }) => code),
  }
}

/** Where Google says that a service is switched on; null for anything but a page of Google's. */
export function consoleUrl({ metadata }: Refusal): string | null {
  const url = URL.parse(networkText(metadata['activationUrl']))
  return url?.protocol === 'https:' && url.hostname.endsWith('.google.com') ? url.href : null
}
