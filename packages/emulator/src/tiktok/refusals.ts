import type { TiktokState } from './state.js'

/** A data call is refused, in TikTok's words. */
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

/** A call of the token endpoints is refused: another shape, and sometimes status 200. */
export class OauthRefusal extends Error {
  override readonly name = 'OauthRefusal'
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/** A piece of a video is refused: a bare status. */
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

/** 400 for fields that are missing, wrong, or do not go together. */
export const invalidParams = (message: string): Refusal => new Refusal(400, 'invalid_params', message)

/** The answer to a data call, in its envelope. Big numbers are given as texts that begin with `#`. */
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

/** The answer of the token endpoints. */
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
