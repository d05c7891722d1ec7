import { createHmac } from 'node:crypto'

import { type GraphState, secondsOf } from './state.js'

/** A person, signed: how the network tells an app that they took it out, or want their data deleted. */
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

/** What an app answered to such a call. */
export interface CallbackAnswer {
  /** Null when no answer came, or nobody is to be told. */
  readonly status: number | null
  /** Its JSON; null for anything else. */
  readonly body: unknown
}

/** Tells the app about a person. */
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
