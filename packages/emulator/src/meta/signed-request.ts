import { createHmac } from 'node:crypto'

import { type GraphState, secondsOf } from './state.js'

/**
 * Creates a signed user id. With this text the network notifies the app that a person removed the
 * app or requests the deletion of their data.
 */
export function signedRequest(secret: string, userId: string, moment: Date): string {
  const issuedAt = secondsOf(moment)
  const payload = Buffer.from(
    JSON.stringify({
      algorithm: 'HMAC-SHA256',
      expires: issuedAt + 3600,
      issued_at: issuedAt,
      user_id: userId,
    }),
  ).toString('base64url')
  const signature = createHmac('sha256', secret).update(payload).digest('base64url')
  return `${signature}.${payload}`
}

/** Response of the app to a signed request. */
export interface CallbackAnswer {
  /** HTTP status. Null if the app sent no response or no URL is set. */
  readonly status: number | null
  /** Parsed JSON body. Null if the body is not JSON. */
  readonly body: unknown
}

/** Sends the app a signed request about a person. */
export async function postSigned(
  state: GraphState,
  url: string | null,
  userId: string,
): Promise<CallbackAnswer> {
  if (url === null) return { status: null, body: null }
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({
        signed_request: signedRequest(state.settings.appSecret, userId, state.clock.now()),
      }),
      redirect: 'manual',
    })
    const text = await response.text()
    return { status: response.status, body: parsed(text) }
  } catch {
    return { status: null, body: null }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
