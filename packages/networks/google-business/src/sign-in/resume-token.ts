import { AuthError, Connection, parseJson, Token } from '@social/core/platform'
import * as v from 'valibot'

import { lastPartOf } from '../map/index.js'
import type { Place } from './places.js'

const text = v.pipe(v.string(), v.nonEmpty())
const moment = v.fallback(v.nullable(text), null)

const packedLogin = v.object({
  accessToken: text,
  refreshToken: text,
  expiresAt: moment,
  refreshTokenExpiresAt: moment,
  scopes: v.array(v.string()),
  locations: v.record(text, v.string()),
})

/** A sign-in that only waits for the choice of a location. */
export interface OpenLogin {
  readonly token: Token
  readonly scopes: readonly string[]
  readonly places: readonly Place[]
}

/** Everything that finishing needs, as one opaque text. A secret: it holds the tokens. */
export function packResumeToken({ token, scopes, places }: OpenLogin): string {
  const packed = {
    accessToken: token.accessToken,
    refreshToken: token.refreshToken,
    expiresAt: token.expiresAt?.toISOString() ?? null,
    refreshTokenExpiresAt: token.refreshTokenExpiresAt?.toISOString() ?? null,
    scopes,
    locations: Object.fromEntries(places.map(({ id, title }) => [id, title])),
  }
  return Buffer.from(JSON.stringify(packed)).toString('base64url')
}

function unpack(resumeToken: string): v.InferOutput<typeof packedLogin> {
  try {
    return v.parse(packedLogin, parseJson(Buffer.from(resumeToken, 'base64url').toString()))
  } catch {
    // Without a cause: what could not be read may hold tokens.
    throw new AuthError('The resume token cannot be read. Start the sign-in again.', {
      platform: 'google_business',
    })
  }
}

/**
 * The connection of the location that was picked. No request.
 *
 * @throws AuthError for a resume token that was not made here, and for a location that was not offered.
 */
export function resumeConnection(choice: {
  readonly resumeToken: string
  readonly accountId: string
}): Connection {
  const { locations, scopes, ...token } = unpack(choice.resumeToken)
  const { accountId: locationName } = choice
  const title = Object.hasOwn(locations, locationName) ? locations[locationName] : undefined
  if (title === undefined) {
    const offered = Object.entries(locations).map(([id, name]) => `${id} (${name})`)
    throw new AuthError(
      `The location ${JSON.stringify(locationName.slice(0, 100))} was not offered. Pick one of: ${offered.slice(0, 20).join(', ')}.`,
      { platform: 'google_business' },
    )
  }
  return new Connection({
    platform: 'google_business',
    accountId: lastPartOf(locationName),
    accountName: title,
    token: new Token(token),
    scopes,
    extra: { locationName },
  })
}
