import { AuthError, Connection, parseJson, Token } from '@social/core/platform'
import * as v from 'valibot'

import { toChannelUrl } from '../map/index.js'
import type { Channel } from './channels.js'

const text = v.pipe(v.string(), v.nonEmpty())
const moment = v.fallback(v.nullable(text), null)

/** A channel of a resume token; before there were pictures it was the bare name. */
const packedChannel = v.union([
  v.pipe(
    text,
    v.transform((name) => ({ name, avatarUrl: null })),
  ),
  v.object({ name: text, avatarUrl: v.fallback(v.nullable(v.string()), null) }),
])

const packedLogin = v.object({
  accessToken: text,
  refreshToken: text,
  expiresAt: moment,
  refreshTokenExpiresAt: moment,
  scopes: v.array(v.string()),
  channels: v.record(text, packedChannel),
})

/** A sign-in that only waits for the choice of a channel. */
export interface OpenLogin {
  readonly token: Token
  readonly scopes: readonly string[]
  readonly channels: readonly Channel[]
}

/** Everything that finishing needs, as one opaque text. A secret: it holds the tokens. */
export function packResumeToken({ token, scopes, channels }: OpenLogin): string {
  const packed = {
    accessToken: token.accessToken,
    refreshToken: token.refreshToken,
    expiresAt: token.expiresAt?.toISOString() ?? null,
    refreshTokenExpiresAt: token.refreshTokenExpiresAt?.toISOString() ?? null,
    scopes,
    channels: Object.fromEntries(channels.map(({ id, name, avatarUrl }) => [id, { name, avatarUrl }])),
  }
  return Buffer.from(JSON.stringify(packed)).toString('base64url')
}

function unpack(resumeToken: string): v.InferOutput<typeof packedLogin> {
  try {
    return v.parse(packedLogin, parseJson(Buffer.from(resumeToken, 'base64url').toString()))
  } catch {
    // Without a cause: what could not be read may hold tokens.
    throw new AuthError('The resume token cannot be read. Start the sign-in again.', { platform: 'youtube' })
  }
}

/**
 * The connection of the channel that was picked. No request.
 *
 * @throws AuthError for a resume token that was not made here, and for a channel that was not offered.
 */
export function resumeConnection(choice: {
  readonly resumeToken: string
  readonly accountId: string
}): Connection {
  const { channels, scopes, ...token } = unpack(choice.resumeToken)
  const { accountId } = choice
  const channel = Object.hasOwn(channels, accountId) ? channels[accountId] : undefined
  if (!channel) {
    const offered = Object.entries(channels).map(([id, { name }]) => `${id} (${name})`)
    throw new AuthError(
      `The channel ${JSON.stringify(accountId.slice(0, 80))} was not offered. Pick one of: ${offered.join(', ')}.`,
      { platform: 'youtube' },
    )
  }
  return new Connection({
    platform: 'youtube',
    accountId,
    accountName: channel.name,
    token: new Token(token),
    scopes,
    avatarUrl: channel.avatarUrl,
    extra: { channelId: accountId, channelUrl: toChannelUrl(accountId) },
  })
}
