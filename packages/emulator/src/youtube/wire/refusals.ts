/** Optional fields of an error response. */
export interface RefusalMore {
  readonly domain?: string
  /** For example `PERMISSION_DENIED`. */
  readonly status?: string
  readonly location?: { readonly location: string; readonly locationType: string }
  /** Reason and metadata of the `google.rpc.ErrorInfo` in the error details. */
  readonly info?: { readonly reason: string; readonly metadata: Readonly<Record<string, string>> }
  /** Message in the `errors` list. Default: the message of the error. */
  readonly short?: string
}

/**
 * Error response in the format and with the messages of the YouTube API.
 * https://developers.google.com/youtube/v3/docs/errors (read 2026-11-21)
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly reason: string
  readonly more: RefusalMore

  constructor(status: number, reason: string, message: string, more: RefusalMore = {}) {
    super(message)
    this.status = status
    this.reason = reason
    this.more = more
  }

  /** Returns the HTTP response for the error. */
  toResponse(): Response {
    const { domain = 'youtube', status, location, info, short } = this.more
    const error = {
      code: this.status,
      message: this.message,
      errors: [{ message: short ?? this.message, domain, reason: this.reason, ...location }],
      ...(status !== undefined && { status }),
      ...(info && {
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'googleapis.com', ...info }],
      }),
    }
    return Response.json({ error }, { status: this.status, headers: { vary: 'Origin, X-Origin, Referer' } })
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

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }

  /** Returns the HTTP response for the error. */
  toResponse(): Response {
    return Response.json({ error: this.error, error_description: this.message }, { status: this.status })
  }
}

/** Returns a 400 error for an invalid field of a video. */
export const invalidVideo = (reason: string, message: string, location?: string): Refusal =>
  new Refusal(400, reason, message, {
    domain: 'youtube.video',
    ...(location !== undefined && { location: { location, locationType: 'other' } }),
  })

/** Returns a 400 error for an invalid parameter. */
export const badParameter = (reason: string, message: string, name: string): Refusal =>
  new Refusal(400, reason, message, {
    domain: 'youtube.parameter',
    location: { location: name, locationType: 'parameter' },
  })

/** Returns a 403 error for an action that the channel is not allowed to perform. */
export const forbidden = (message: string): Refusal =>
  new Refusal(403, 'forbidden', message, { domain: 'youtube.comment', status: 'PERMISSION_DENIED' })
