import type { Json } from '../records.js'

/** Google's status names, such as `INVALID_ARGUMENT`. */
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

/** Error response in Google's current format, with a status name and details. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly word: StatusName
  readonly details: readonly Json[]

  constructor(word: StatusName, message: string, details: readonly Json[] = []) {
    super(message)
    this.word = word
    this.details = details
  }

  /** Returns the HTTP response for the error. */
  toResponse(): Response {
    const code = HTTP[this.word]
    const details = this.details.length === 0 ? {} : { details: this.details }
    return Response.json(
      { error: { code, message: this.message, status: this.word, ...details } },
      { status: code, headers: { vary: 'Origin, X-Origin, Referer' } },
    )
  }
}

/**
 * Error response in Google's older format with a list `errors` and status 403. Some quotas still
 * use this format.
 */
export class OldRefusal extends Error {
  override readonly name = 'OldRefusal'
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }

  /** Returns the HTTP response for the error. */
  toResponse(): Response {
    const { message, reason } = this
    const errors = [{ message, domain: 'usageLimits', reason }]
    return Response.json({ error: { code: 403, message, errors } }, { status: 403 })
  }
}

/**
 * Error response of the OAuth endpoints, whose fields `error` and `error_description` are not
 * nested.
 * https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-21)
 */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal'
  readonly status: number
  readonly error: string

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }

  /** Returns the HTTP response for the error. */
  toResponse(): Response {
    return Response.json({ error: this.error, error_description: this.message }, { status: this.status })
  }
}

const INVALID = 'Request contains an invalid argument.'

/** Returns a `google.rpc.ErrorInfo` for the details of an error. */
export const errorInfo = (reason: string, domain: string, metadata: Json = {}): Json => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain,
  metadata,
})

/** Returns a 400 error of the newer services, with the name of the invalid field. */
export const badField = (field: string, description: string, message = INVALID): Refusal =>
  new Refusal('INVALID_ARGUMENT', message, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
  ])

/**
 * Returns a 400 error of version 4, with a numeric error code.
 * https://developers.google.com/my-business/reference/rest/v4/ErrorCode (copy of 2026)
 */
export const badV4 = (code: number, field: string | null, message: string): Refusal =>
  new Refusal('INVALID_ARGUMENT', INVALID, [
    {
      '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
      errorDetails: [{ code, ...(field !== null && { field }), message }],
    },
  ])

/** Returns a 404 error for a missing object. */
export const notFound = (): Refusal => new Refusal('NOT_FOUND', 'Requested entity was not found.')

/** Returns a 403 error for a missing permission. */
export const forbidden = (): Refusal =>
  new Refusal('PERMISSION_DENIED', 'The caller does not have permission')
