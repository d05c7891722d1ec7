import { AuthError, type LoginCall, type Token } from '@social/core/platform'
import type { Choices } from '@social/google-kit'
import * as v from 'valibot'

import type { Addresses } from '../addresses.js'
import { CREATE_CHANNEL } from '../errors/index.js'
import { READ_COST } from '../limits.js'
import { toAvatarUrl } from '../map/index.js'
import { because } from '../messages.js'
import { channelsReply } from '../schemas.js'

/** A channel that the person can choose. */
export interface Channel {
  readonly name: string
  readonly avatarUrl: string | null
}

const text = v.pipe(v.string(), v.nonEmpty())

/**
 * Describes the choice of a channel. Resume tokens of older versions contain channel names without
 * pictures.
 */
export const CHANNELS = {
  kind: 'channel',
  kinds: 'channels',
  schema: v.union([
    v.pipe(
      text,
      v.transform((name) => ({ name, avatarUrl: null })),
    ),
    v.object({ name: text, avatarUrl: v.fallback(v.nullable(v.string()), null) }),
  ]),
  nameOf: ({ name }: Channel) => name,
} satisfies Choices<Channel>

/**
 * Reads the channels of the signed-in person, by id, with pictures. Sends one request, which costs
 * 1 unit of quota.
 *
 * @throws AuthError when the Google account has no channel.
 */
export async function readChannels(
  { api }: Addresses,
  { accessToken }: Token,
  { http }: LoginCall,
): Promise<ReadonlyMap<string, Channel>> {
  const { items } = await http.get(`${api}/channels`, channelsReply, {
    query: { part: 'snippet', mine: true, maxResults: 50 },
    auth: 'none',
    headers: { authorization: `Bearer ${accessToken}` },
    cost: READ_COST,
  })
  if (!items || items.length === 0)
    throw new AuthError(
      `This Google account has no YouTube channel. The person can create one at ${CREATE_CHANNEL} and sign in again.`,
      { platform: 'youtube', ...because('NO_CHANNEL') },
    )
  return new Map(
    items.map((channel) => [
      channel.id,
      { name: channel.snippet?.title || channel.id, avatarUrl: toAvatarUrl(channel) },
    ]),
  )
}
