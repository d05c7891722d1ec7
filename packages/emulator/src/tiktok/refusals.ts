import type { TiktokState } from './state.js'

/** Error response of the API in TikTok's format. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Error response of the token endpoints. Its format differs from other errors, and its status can
 * be 200.
 */
export class OauthRefusal extends Error {
  override readonly name = 'OauthRefusal'
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/** Error response of the upload host: a status without a body. */
export class UploadRefusal extends Error {
  override readonly name = 'UploadRefusal'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Returns a 400 error for missing, invalid or incompatible fields. */
export const invalidParams = (message: string): Refusal => new Refusal(400, 'invalid_params', message)

/**
 * Returns a response with `data` and `error`. Strings such as `"#123"` in `data` become the number
 * 123, so that ids above 2^53 keep their digits.
 */
export function dataReply(
  state: TiktokState,
  data: unknown,
  refusal: Pick<Refusal, 'status' | 'code' | 'message'> = { status: 200, code: 'ok', message: '' },
): Response {
  const { status, code, message } = refusal
  const body = JSON.stringify({ data, error: { code, message, log_id: state.seed.token('log', 24) } })
  return new Response(body.replaceAll(/"#(\d+)"/g, '$1'), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
}

/** Returns the HTTP response for an error of the token endpoints. */
export function oauthReply(state: TiktokState, refusal: OauthRefusal): Response {
  return Response.json(
    {
      error: refusal.error,
      error_description: refusal.message,
      log_id: state.seed.token('log', 24),
    },
    { status: state.settings.oauthRefusalStatus },
  )
}
