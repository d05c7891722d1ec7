import { AuthError, type LoginCall, NotFoundError } from '@social/core/platform'
import * as v from 'valibot'

import { askNamed, readAddress } from './named-server.js'

/** Endpoints of an authorization server. */
export interface OauthServer {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly parEndpoint: string
  readonly tokenEndpoint: string
  readonly revocationEndpoint: string | null
}

const resourceReply = v.object({ authorization_servers: v.pipe(v.array(v.string()), v.minLength(1)) })
const serverReply = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  pushed_authorization_request_endpoint: v.string(),
  token_endpoint: v.string(),
  revocation_endpoint: v.nullish(v.string()),
})

const WITHOUT_TOKEN = { auth: 'none' } as const

/**
 * Returns the issuer (authorization server) of an account's server. If the server has no document
 * about this, the server itself is the issuer.
 */
async function issuerFor(serverUrl: string, { http }: LoginCall): Promise<string> {
  try {
    const reply = await http.get(
      `${serverUrl}/.well-known/oauth-protected-resource`,
      resourceReply,
      WITHOUT_TOKEN,
    )
    const [issuer = serverUrl] = reply.authorization_servers
    return issuer.endsWith('/') ? issuer.slice(0, -1) : issuer
  } catch (error) {
    if (!NotFoundError.is(error)) throw error
    return serverUrl
  }
}

/**
 * Reads the metadata of the authorization server that an account's server uses.
 *
 * @throws AuthError for an inconsistent document.
 */
export async function findOauthServer(serverUrl: string, call: LoginCall): Promise<OauthServer> {
  const issuer = await askNamed(() => issuerFor(serverUrl, call))
  readAddress(issuer, call)
  const about = await askNamed(() =>
    call.http.get(`${issuer}/.well-known/oauth-authorization-server`, serverReply, WITHOUT_TOKEN),
  )
  if (about.issuer !== issuer)
    throw new AuthError(
      `The OAuth document of ${new URL(issuer).host} names a different issuer. Nothing was sent to the server.`,
      {
        platform: 'bluesky',
      },
    )
  const revocation = about.revocation_endpoint ?? null
  for (const address of [
    about.authorization_endpoint,
    about.pushed_authorization_request_endpoint,
    about.token_endpoint,
    revocation,
  ])
    if (address !== null) readAddress(address, call)
  return {
    issuer,
    authorizationEndpoint: about.authorization_endpoint,
    parEndpoint: about.pushed_authorization_request_endpoint,
    tokenEndpoint: about.token_endpoint,
    revocationEndpoint: revocation,
  }
}
