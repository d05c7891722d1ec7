import {
  AuthError,
  type Call,
  type Clock,
  type Connection,
  type Fields,
  type LoginCall,
  type Renewed,
  Token,
} from '@social/core/platform'
import * as v from 'valibot'

import type { OauthOptions } from '../app.js'
import type { Settings } from '../options.js'
import { makeAssertion, readKey } from './dpop-proof.js'
import { sendProven } from './dpop-request.js'

/** Response of a token endpoint. `sub` is the DID of the account. */
export const oauthTokenReply = v.looseObject({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  token_type: v.pipe(v.string(), v.regex(/^dpop$/i)),
  refresh_token: v.nullish(v.string()),
  expires_in: v.nullish(v.number()),
  scope: v.nullish(v.string()),
  sub: v.pipe(v.string(), v.startsWith('did:')),
})

type OauthTokenReply = v.InferOutput<typeof oauthTokenReply>

/**
 * Lifetime of a token in seconds, if the response contains none. This is the maximum that the
 * protocol allows.
 */
const MAX_LIFE_SECONDS = 3600

/**
 * Returns the form fields that authenticate the application: the client id, and an assertion when
 * the application has a private key.
 */
export async function clientFields(
  { clientId, issuer }: { readonly clientId: string; readonly issuer: string },
  { privateKey }: Pick<OauthOptions, 'privateKey'>,
  call: LoginCall,
): Promise<Fields> {
  if (!privateKey) return { client_id: clientId }
  return {
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await makeAssertion({ key: privateKey, clientId, issuer }, call),
  }
}

/**
 * Converts a response to a token that is bound to a key. Keeps the previous refresh token when the
 * response contains none.
 */
export function toProvenToken(
  reply: OauthTokenReply,
  facts: { readonly key: string; readonly previous: Token | null; readonly clock: Clock },
): Token {
  const seconds = reply.expires_in ?? MAX_LIFE_SECONDS
  return new Token({
    accessToken: reply.access_token,
    refreshToken: reply.refresh_token ?? facts.previous?.refreshToken ?? null,
    expiresAt: new Date(facts.clock.now().getTime() + seconds * 1000),
    kind: 'DPOP',
    proofKey: facts.key,
  })
}

const keptOauth = v.object({
  clientId: v.string(),
  issuer: v.string(),
  tokenEndpoint: v.string(),
  revocationEndpoint: v.nullish(v.string()),
})

function oauthOf({ extra }: Connection): v.InferOutput<typeof keptOauth> {
  const read = v.safeParse(keptOauth, extra['oauth'])
  if (read.success) return read.output
  throw new AuthError(
    'The connection does not contain the endpoint that refreshes its token. Sign the account in again.',
    {
      platform: 'bluesky',
    },
  )
}

/** Refreshes a token. The server also replaces the refresh token. */
export async function refreshOauth(call: Call, { oauth }: Settings): Promise<Renewed> {
  const { connection, clock } = call
  const { tokenEndpoint, clientId, issuer } = oauthOf(connection)
  const { token } = connection
  const reply = await sendProven(
    {
      method: 'POST',
      url: tokenEndpoint,
      schema: oauthTokenReply,
      key: readKey(token.proofKey),
      form: {
        grant_type: 'refresh_token',
        refresh_token: token.refreshToken,
        ...(await clientFields({ clientId, issuer }, oauth ?? {}, call)),
      },
    },
    call,
  )
  if (reply.sub !== connection.accountId)
    throw new AuthError('The server refreshed the token of another account. Sign the account in again.', {
      platform: 'bluesky',
    })
  return { token: toProvenToken(reply, { key: token.proofKey ?? '', previous: token, clock }) }
}

/** Revokes a token. This ends the session. */
export async function revokeOauth(call: Call, { oauth }: Settings): Promise<void> {
  const { revocationEndpoint, clientId, issuer } = oauthOf(call.connection)
  if (!revocationEndpoint) return
  const { token } = call.connection
  await sendProven(
    {
      method: 'POST',
      url: revocationEndpoint,
      schema: v.unknown(),
      key: readKey(token.proofKey),
      form: { token: token.accessToken, ...(await clientFields({ clientId, issuer }, oauth ?? {}, call)) },
    },
    call,
  )
}
