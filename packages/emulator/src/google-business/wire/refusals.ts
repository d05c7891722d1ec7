import type { Json } from '../records.js'

/** `INVALID_ARGUMENT` and its kind. */
export type StatusName =
  | 'INVALID_ARGUMENT'
  | 'FAILED_PRECONDITION'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'RESOURCE_EXHAUSTED'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'

const HTTP: Readonly<Record<StatusName, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
}

/** A request is refused, in Google's words and with its details. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly word: StatusName
  readonly details: readonly Json[]

  constructor(word: StatusName, message: string, details: readonly Json[] = []) {
    super(message)
    this.word = word
    this.details = details
  }

  /** The answer. */
  toResponse(): Response {
    const code = HTTP[this.word]
    const details = this.details.length === 0 ? {} : { details: this.details }
    return Response.json(
      { error: { code, message: this.message, status: this.word, ...details } },
      { status: code, headers: { vary: 'Origin, X-Origin, Referer' } },
    )
  }
}

/** The older shape, with `errors`: how some quotas are refused with 403. */
export class OldRefusal extends Error {
  override readonly name = 'OldRefusal'
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }

  /** The answer. */
  toResponse(): Response {
    const { message, reason } = this
    const errors = [{ message, domain: 'usageLimits', reason }]
    return Response.json({ error: { code: 403, message, errors } }, { status: 403 })
  }
}

/** A refusal of the OAuth pages, which is flat. https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-21) */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal'
  readonly status: number
  readonly error: string

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }

  /** The answer. */
  toResponse(): Response {
    return Response.json({ error: this.error, error_description: this.message }, { status: this.status })
  }
}

const INVALID = 'Request contains an invalid argument.'

/** An `ErrorInfo` among the details. */
export const errorInfo = (reason: string, domain: string, metadata: Json = {}): Json => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain,
  metadata,
})

/** 400 of the newer services: names the field. */
export const badField = (field: string, description: string, message = INVALID): Refusal =>
  new Refusal('INVALID_ARGUMENT', message, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
  ])

/** 400 of version 4: a numbered error. https://developers.google.com/my-business/reference/rest/v4/ErrorCode (copy of 2026) */
export const badV4 = (code: number, field: string | null, message: string): Refusal =>
  new Refusal('INVALID_ARGUMENT', INVALID, [
    {
      '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
      errorDetails: [{ code, ...(field !== null && { field }), message }],
    },
  ])

/** 404 for something that is not there, or whose path is wrong. */
export const notFound = (): Refusal => new Refusal('NOT_FOUND', 'Requested entity was not found.')

/** 403 for somebody who may not. */
export const forbidden = (): Refusal =>
  new Refusal('PERMISSION_DENIED', 'The caller does not have permission')
