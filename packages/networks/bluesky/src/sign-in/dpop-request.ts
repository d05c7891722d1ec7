import {
  errorFromReply,
  type Fields,
  type HttpMethod,
  type HttpReply,
  type LoginCall,
  PlatformError,
} from '@social/core/platform'
import type { GenericSchema, InferOutput } from 'valibot'
import * as v from 'valibot'

import { readError } from '../errors.js'
import { makeProof, type PrivateKey } from './dpop-proof.js'

/** A sign-in request that is sent with a DPoP proof. */
export interface Proven<S extends GenericSchema> {
  readonly method: HttpMethod
  readonly url: string
  readonly schema: S
  readonly key: PrivateKey
  readonly form?: Fields
  readonly query?: Fields
  /** Token sent with the proof; null during the sign-in. */
  readonly accessToken?: string | null
  readonly retry?: 'never' | 'unsent'
}

/** Response statuses with which a server can ask for a proof with its newest nonce. */
const NONCE_STATUSES = [400, 401]

/** Returns true if a server refused a request only because the proof lacks its newest nonce. */
function asksForNonce({ status, headers, data }: HttpReply<unknown>): boolean {
  if (!NONCE_STATUSES.includes(status) || headers['dpop-nonce'] === undefined) return false
  if (headers['www-authenticate']?.includes('use_dpop_nonce') === true) return true
  return typeof data === 'object' && data !== null && 'error' in data && data.error === 'use_dpop_nonce'
}

/**
 * Sends a request with a DPoP proof. If the server asks for a nonce, sends the request again with
 * this nonce. Use this function only for requests without a connection. The platform's `sign`
 * signs the requests of a connection.
 */
export async function sendProven<S extends GenericSchema>(
  proven: Proven<S>,
  call: LoginCall,
): Promise<InferOutput<S>> {
  const { method, url, schema, key, form, query, accessToken = null, retry = 'unsent' } = proven
  let nonce: string | null = null
  for (;;) {
    const reply: HttpReply<unknown> = await call.http.request(method, url, null, {
      auth: 'none',
      accept: NONCE_STATUSES,
      retry,
      ...(form && { form }),
      ...(query && { query }),
      headers: {
        dpop: await makeProof({ key, method, url, nonce, accessToken }, call),
        ...(accessToken !== null && { authorization: `DPoP ${accessToken}` }),
      },
    })
    if (nonce === null && asksForNonce(reply)) {
      nonce = reply.headers['dpop-nonce'] ?? ''
      continue
    }
    const { status, headers, data } = reply
    const now = call.clock.now()
    if (status >= 400)
      throw (
        readError({ status, headers, body: data }, { method, url, headers: {}, body: null }, now) ??
        errorFromReply({ status, headers, body: data }, 'bluesky', { now })
      )
    const read = v.safeParse(schema, data)
    if (read.success) return read.output
    throw new PlatformError(
      `bluesky returned an unexpected response to ${new URL(url).pathname}. error.raw contains it.`,
      {
        platform: 'bluesky',
        statusCode: status,
        raw: reply.raw,
      },
    )
  }
}
