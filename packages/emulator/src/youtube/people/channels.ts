import type { Visit } from '../../framework/router.js'
import type { Channel } from '../records.js'
import { requireCaller } from '../sign-in/access.js'
import type { YoutubeState } from '../state.js'
import { listJson, readList, readParts, readSize } from '../wire/lists.js'
import { chargeUnits } from '../wire/quota.js'
import { badParameter } from '../wire/refusals.js'

/** Returns the URL of a channel's picture. The emulator serves the picture itself. */
export function pictureOf(state: YoutubeState, channelId: string, size = 88): string {
  return `${state.origin}/ggpht/${channelId}=s${size}-c`
}

function channelJson(state: YoutubeState, channel: Channel, parts: readonly string[]): object {
  const sizes = { default: 88, medium: 240, high: 800 }
  const snippet = {
    title: channel.title,
    description: '',
    customUrl: channel.handle,
    publishedAt: channel.createdAt.toISOString(),
    thumbnails: Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => [
        name,
        { url: pictureOf(state, channel.id, size), width: size, height: size },
      ]),
    ),
    localized: { title: channel.title, description: '' },
  }
  return {
    kind: 'youtube#channel',
    etag: `c${channel.id}`,
    id: channel.id,
    ...(parts.includes('snippet') && { snippet }),
  }
}

/** GET /youtube/v3/channels */
export function listChannels(state: YoutubeState, { request, url }: Visit): Response {
  const token = requireCaller(state, request, 'read', 'V3DataChannelService.List')
  chargeUnits(state, 1)
  const { searchParams: params } = url
  const parts = readParts(params, ['snippet', 'statistics', 'contentDetails', 'status'])
  const size = readSize(params, 5, 0, 50)
  const isMine = params.get('mine') === 'true'
  const ids = params.has('id') ? readList(params, 'id') : null
  if (isMine === (ids !== null))
    throw isMine
      ? badParameter(
          'incompatibleParameters',
          'Incompatible parameters specified in the request: mine, id',
          'mine',
        )
      : badParameter(
          'missingRequiredParameter',
          'No filter selected. Expected one of: id, mine',
          'parameters.',
        )
  const wanted = ids ?? token.channelIds
  const found = wanted.flatMap((id) => state.channels.get(id) ?? [])
  const items = found.slice(0, size).map((channel) => channelJson(state, channel, parts))
  const { items: listed, ...rest } = listJson('channel', items, { total: found.length, size }) as {
    readonly items: readonly object[]
  } // safe cast: listJson returns an object that contains `items`
  // YouTube omits `items` from the response when no channel was found.
  return Response.json(listed.length > 0 ? { ...rest, items: listed } : rest)
}

/** GET /ggpht/:picture: returns the same picture for every channel. */
export function readPicture(): Response {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="88" height="88"><rect width="88" height="88" fill="#c4302b"/><path d="M34 26v36l30-18z" fill="#fff"/></svg>'
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
}
