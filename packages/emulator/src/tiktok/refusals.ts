import type { TiktokState } from './state.js'

/** Error response with TikTok's message. */
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

/** Error response of the token endpoints, in another format, sometimes with status 200. */
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

/** 400 for fields that are missing, invalid or not combinable. */
export const invalidParams = (message: string): Refusal => new Refusal(400, 'invalid_params', message)

/** Envelope of a response. Big numbers are given as strings with a leading `#`. */
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

/** Response of the token endpoints. */
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
