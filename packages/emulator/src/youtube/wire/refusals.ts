/** What a refusal says beside its sentence. */
export interface RefusalMore {
  readonly domain?: string
  /** `PERMISSION_DENIED`. */
  readonly status?: string
  readonly location?: { readonly location: string; readonly locationType: string }
  /** An `ErrorInfo`: its reason and metadata. */
  readonly info?: { readonly reason: string; readonly metadata: Readonly<Record<string, string>> }
  /** The short sentence in the list, where it differs. */
  readonly short?: string
}

/** A request is refused, in Google's words. https://developers.google.com/youtube/v3/docs/errors (read 2026-11-21) */
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

  /** The answer. */
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

/** A refusal of the OAuth pages, which is flat. https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-21) */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal'
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }

  /** The answer. */
  toResponse(): Response {
    return Response.json({ error: this.error, error_description: this.message }, { status: this.status })
  }
}

/** 400 for something about the video. */
export const invalidVideo = (reason: string, message: string, location?: string): Refusal =>
  new Refusal(400, reason, message, {
    domain: 'youtube.video',
    ...(location !== undefined && { location: { location, locationType: 'other' } }),
  })

/** 400 for a parameter. */
export const badParameter = (reason: string, message: string, name: string): Refusal =>
  new Refusal(400, reason, message, {
    domain: 'youtube.parameter',
    location: { location: name, locationType: 'parameter' },
  })

/** 403 for what this channel may not do. */
export const forbidden = (message: string): Refusal =>
  new Refusal(403, 'forbidden', message, { domain: 'youtube.comment', status: 'PERMISSION_DENIED' })
