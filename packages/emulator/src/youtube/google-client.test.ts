import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import { auth, youtube, type youtube_v3 } from '@googleapis/youtube'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startEmulator } from '../start-emulator.js'
import { youtubeNetwork } from './module.js'

const open = (options: Parameters<typeof youtubeNetwork>[0] = {}) =>
  startEmulator({ networks: [youtubeNetwork(options)] })

let emulator: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  emulator = await open()
})
afterEach(() => emulator.close())

/** Returns Google's official API client, with a token of this person. */
function clientOf(person: string) {
  const { accessToken } = emulator.control.youtube.signIn({ person })
  const oauth = new auth.OAuth2()
  oauth.setCredentials({ access_token: accessToken })
  return youtube({ version: 'v3', auth: oauth })
}

const rootUrl = () => `${emulator.url('youtube')}/`
const VIDEO: youtube_v3.Schema$Video = {
  snippet: { title: 'Sourdough', description: 'How we fold it.', tags: ['bread'], categoryId: '26' },
  status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: false },
}

describe('Google’s own client', () => {
  it('uploads a video, and receives the same as our client', async () => {
    const bytes = Buffer.alloc(600_000, 'bread')
    const client = clientOf('Ada')

    const { data, status } = await client.videos.insert(
      {
        part: ['snippet', 'status'],
        requestBody: VIDEO,
        media: { mimeType: 'video/mp4', body: Readable.from([bytes]) },
      },
      { rootUrl: rootUrl() },
    )

    expect(status).toBe(200)
    expect(data).toMatchObject({
      kind: 'youtube#video',
      snippet: { title: 'Sourdough', tags: ['bread'], categoryId: '26', channelTitle: 'Ada Makes Bread' },
      status: { uploadStatus: 'uploaded', privacyStatus: 'unlisted', selfDeclaredMadeForKids: false },
    })
    expect(emulator.control.youtube.state().videos).toMatchObject([
      { id: data.id, bytes: 600_000, sha256: createHash('sha256').update(bytes).digest('hex') },
    ])
  })

  it('reads channels, videos and comments', async () => {
    const client = clientOf('Ada')
    const at = { rootUrl: rootUrl() }
    const { data: video } = await client.videos.insert(
      { part: ['snippet', 'status'], requestBody: VIDEO, media: { mimeType: 'video/mp4', body: 'bytes' } },
      at,
    )
    emulator.control.youtube.comment({ by: 'Grace', on: video.id ?? '', text: 'Lovely crust!' })
    emulator.control.youtube.finishProcessing({})

    const channels = await client.channels.list({ part: ['snippet'], mine: true }, at)
    const channelId = channels.data.items?.[0]?.id ?? ''
    const videos = await client.videos.list({ part: ['status', 'statistics'], id: [video.id ?? ''] }, at)
    const threads = await client.commentThreads.list(
      { part: ['snippet'], allThreadsRelatedToChannelId: channelId, textFormat: 'plainText' },
      at,
    )
    const [thread] = threads.data.items ?? []
    await client.comments.insert(
      { part: ['snippet'], requestBody: { snippet: { parentId: thread?.id ?? '', textOriginal: 'Rye' } } },
      at,
    )

    expect(channels.data.items?.[0]?.snippet?.title).toBe('Ada Makes Bread')
    expect(videos.data.items).toMatchObject([
      { status: { uploadStatus: 'processed' }, statistics: { commentCount: '1', viewCount: '0' } },
    ])
    expect(thread?.snippet?.topLevelComment?.snippet?.textDisplay).toBe('Lovely crust!')
    expect(emulator.control.youtube.state().comments.map(({ text }) => text)).toEqual([
      'Lovely crust!',
      'Rye',
    ])
  })

  it("edits a video's metadata, and resets omitted fields", async () => {
    const client = clientOf('Ada')
    const at = { rootUrl: rootUrl() }
    const { data: video } = await client.videos.insert(
      { part: ['snippet', 'status'], requestBody: VIDEO, media: { mimeType: 'video/mp4', body: 'bytes' } },
      at,
    )
    const requestBody = { id: video.id ?? '', snippet: { title: 'Rye', categoryId: '22' } }

    const { data: changed } = await client.videos.update({ part: ['snippet'], requestBody }, at)
    const refused: unknown = await client.videos
      .update({ part: ['snippet'], requestBody: { id: 'gone', snippet: { title: 'Rye' } } }, at)
      .catch((thrown: unknown) => thrown)

    expect(changed.snippet).toMatchObject({ title: 'Rye', description: '' })
    expect(changed.status).toBeUndefined()
    expect(refused).toMatchObject({ status: 404 })
  })

  it('receives the same errors as ours', async () => {
    const client = clientOf('Ada')
    emulator.control.youtube.setQuota({ uploadsPerDay: 0 })

    const error: unknown = await client.videos
      .insert(
        { part: ['snippet', 'status'], requestBody: VIDEO, media: { mimeType: 'video/mp4', body: 'x' } },
        { rootUrl: rootUrl(), retry: false },
      )
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ status: 429, message: expect.stringContaining('Video Uploads per day') })
  })

  it('exchanges a code and refreshes a token', async () => {
    const redirectUri = 'https://app.example/callback'
    const { clientId, clientSecret } = emulator.control.youtube.createClient({ redirectUris: [redirectUri] })
    const { signIn, token } = emulator.addresses('youtube')
    const oauth = new auth.OAuth2({
      clientId,
      clientSecret,
      redirectUri,
      endpoints: { oauth2AuthBaseUrl: signIn, oauth2TokenUrl: token },
    })
    const scope = 'https://www.googleapis.com/auth/youtube.readonly'
    const url = oauth.generateAuthUrl({ access_type: 'offline', prompt: 'consent', scope })
    const { location } = emulator.control.youtube.approve({ url, person: 'Bea' })

    const { tokens } = await oauth.getToken(new URL(location).searchParams.get('code') ?? '')
    oauth.setCredentials({ refresh_token: tokens.refresh_token ?? '' })
    const renewed = await oauth.getAccessToken()

    expect(tokens).toMatchObject({ token_type: 'Bearer', scope })
    expect(renewed.token).toMatch(/^ya29\./)
    expect(renewed.token).not.toBe(tokens.access_token)
  })
})
