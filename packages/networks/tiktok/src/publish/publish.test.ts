import {
  ConfigError,
  InvalidPostError,
  Media,
  NotSupportedError,
  PlatformError,
  postIssuesOf,
} from '@social/core'
import { aPicture, aPost, aPublishCall, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { tiktok } from '../platform.js'

const INIT = 'POST /v2/post/publish/video/init/'
const UPLOAD_URL = 'https://open-upload.tiktokapis.com/video/?upload_id=7301&upload_token=Xza123'
const accepted = (uploadUrl: unknown = UPLOAD_URL) => ({
  data: { publish_id: 'v_pub_file~v2-1.7301234567890123456', upload_url: uploadUrl },
  error: { code: 'ok', message: '', log_id: '20261120C' },
})
const PROFILE = { sendTo: 'profile' } as const

async function publish(post: Partial<Parameters<typeof aPost>[0]>, replies: object = {}) {
  const call = aPublishCall({ platform: tiktok(), connection: anAccount(), replies: { ...replies } })
  // safe cast: `aPost` builds a post, and `publish` itself validates the options
  const result = tiktok().publish(aPost({ text: '', media: [aVideo()], ...post }) as never, call)
  await result.catch(() => 'asserted below')
  return { call, result }
}

describe('an invalid post', () => {
  // Holds R-0057, R-0409, R-0411, R-0412, R-0414, R-0421, R-0424, R-0426, R-0436, R-0508.
  it.each([
    ['a picture', { media: [aPicture()] }, NotSupportedError, /tiktok.*carousel/],
    ['35 pictures', { media: Array.from({ length: 35 }, () => aPicture()) }, NotSupportedError, /carousel/],
    ['a picture next to the video', { media: [aVideo(), aPicture()] }, NotSupportedError, /carousel/],
    ['only text', { text: 'hi', media: [], options: PROFILE }, NotSupportedError, /text-only/],
    ['only text for the drafts', { text: 'hi', media: [] }, NotSupportedError, /text-only/],
    ['a publish time', { publishAt: new Date('2030-01-01') }, NotSupportedError, /scheduled publishing/],
    ['a reply', { replyTo: '7' }, NotSupportedError, /replies to another/],
    ['two videos', { media: [aVideo(), aVideo()] }, InvalidPostError, /2 videos/],
    ['a text for the drafts', { text: 'hi' }, InvalidPostError, /Clear the text.*"profile"/],
    ['a blank text for the drafts', { text: ' ' }, InvalidPostError, /Clear the text/],
    [
      'a setting for the drafts',
      { options: { privacyLevel: 'SELF_ONLY' } },
      InvalidPostError,
      /privacyLevel/,
    ],
    ['2,201 letters', { text: 'a'.repeat(2201), options: PROFILE }, InvalidPostError, /2201/],
    ['1,101 emoji', { text: '👍'.repeat(1101), options: PROFILE }, InvalidPostError, /2202/],
    ['an avi', { media: [aVideo({ filename: 'clip.avi' })] }, InvalidPostError, /clip\.avi/],
    ['an m4v', { media: [aVideo({ filename: 'clip.m4v' })] }, InvalidPostError, /video\/x-m4v/],
    ['a URL', { media: [Media.fromUrl('https://example.com/clip.mp4')] }, InvalidPostError, /Download it/],
    ['an empty file', { media: [aVideo({ bytes: new Uint8Array() })] }, InvalidPostError, /empty/],
  ])('is refused with %s before any request', async (_what, post, kind, message) => {
    const { call, result } = await publish(post)

    await expect(result).rejects.toThrow(kind)
    await expect(result).rejects.toThrow(message)
    await expect(result).rejects.toMatchObject({ platform: 'tiktok' })
    expect(call.transport.requests).toEqual([])
  })

  it('is refused with all its problems, as data', async () => {
    const { call, result } = await publish({
      text: 'a'.repeat(2201),
      replyTo: '7',
      media: [aVideo({ filename: 'clip.avi', bytes: new Uint8Array() })],
    })

    const refusal = await result.catch((error: unknown) => error)
    expect(postIssuesOf(refusal)).toMatchObject([
      { field: 'text', code: 'DRAFT_TEXT' },
      { field: 'replyTo', code: 'REPLY_NOT_SUPPORTED' },
      { field: 'text', code: 'TEXT_TOO_LONG', limit: 2200, actual: 2201 },
      { field: 'media', code: 'FILE_TYPE', mediaIndex: 0 },
      { field: 'media', code: 'FILE_EMPTY', mediaIndex: 0 },
    ])
    expect(call.transport.requests).toEqual([])
  })

  it('requires a content type for a file without an extension', () => {
    expect(() => Media.fromFile('/videos/clip')).toThrow(InvalidPostError)
    expect(Media.fromFile('/videos/clip', { kind: 'VIDEO' }).contentType).toBe('video/mp4')
  })
})

describe('the request that starts an upload', () => {
  // Holds R-0416, R-0424, R-0508.
  it('contains exactly the fields that TikTok accepts', async () => {
    const { call, result } = await publish(
      { text: '👍'.repeat(1100), options: { sendTo: 'profile', disableComment: true } },
      { [INIT]: accepted(), 'PUT /video/': { status: 201 } },
    )

    expect(await result).toMatchObject({ state: 'PROCESSING', id: 'v_pub_file~v2-1.7301234567890123456' })
    const [init, piece] = call.transport.requests
    const bytes = piece?.bytes?.length ?? 0
    expect(init?.json).toEqual({
      post_info: {
        title: '👍'.repeat(1100),
        privacy_level: 'SELF_ONLY',
        disable_comment: true,
        brand_content_toggle: false,
        brand_organic_toggle: false,
      },
      source_info: { source: 'FILE_UPLOAD', video_size: bytes, chunk_size: bytes, total_chunk_count: 1 },
    })
    expect(init?.headers['content-type']).toBe('application/json; charset=UTF-8')
    expect(piece).toMatchObject({ url: UPLOAD_URL })
    expect(piece?.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': `bytes 0-${bytes - 1}/${bytes}`,
    })
    expect(piece?.headers).not.toHaveProperty('authorization')
  })

  // Holds R-0417, R-0419, R-0420.
  it.each([
    ['disableComment', 'disable_comment'],
    ['disableDuet', 'disable_duet'],
    ['disableStitch', 'disable_stitch'],
    ['brandContentToggle', 'brand_content_toggle'],
    ['brandOrganicToggle', 'brand_organic_toggle'],
  ])('contains options.%s as %s', async (option, field) => {
    const { call } = await publish(
      { options: { ...PROFILE, [option]: true } },
      { [INIT]: accepted(), 'PUT /video/': { status: 201 } },
    )

    expect(call.transport.requests[0]?.json).toMatchObject({ post_info: { [field]: true } })
  })

  // Holds R-0412.
  it.each([
    ['clip.mp4', 'video/mp4'],
    ['clip.mov', 'video/quicktime'],
    ['clip.webm', 'video/webm'],
  ])('is followed by %s, sent as %s', async (filename, contentType) => {
    const { call, result } = await publish(
      { media: [aVideo({ filename })], options: PROFILE },
      { [INIT]: accepted(), 'PUT /video/': { status: 201 } },
    )

    expect(await result).toMatchObject({ state: 'PROCESSING' })
    expect(call.transport.requests[1]?.headers['content-type']).toBe(contentType)
  })

  // Holds R-0062.
  it('has no alt text, because TikTok has none', async () => {
    const media = [aVideo({ altText: 'A sleeping cat' })]
    const { call, result } = await publish(
      { media, options: PROFILE },
      { [INIT]: accepted(), 'PUT /video/': { status: 201 } },
    )

    await result
    expect(JSON.stringify(call.transport.requests.map(({ json, headers }) => [json, headers]))).not.toContain(
      'A sleeping cat',
    )
  })

  it('completes when the last piece gets a 201', async () => {
    const { call, result } = await publish(
      { options: PROFILE },
      { [INIT]: accepted(), 'PUT /video/': { status: 201 } },
    )

    expect(await result).toMatchObject({ state: 'PROCESSING' })
    expect(call.transport.paths).toEqual([INIT, 'PUT /video/'])
  })

  it.each([200, 202, 204])('completes after a %d only when the status confirms it', async (status) => {
    const data = { status: 'PROCESSING_UPLOAD', uploaded_bytes: 4_294_967_296 }
    const { call, result } = await publish(
      { options: PROFILE },
      {
        [INIT]: accepted(),
        'PUT /video/': { status, body: status === 200 ? '<html>' : undefined },
        'POST /v2/post/publish/status/fetch/': { data, error: { code: 'ok', message: '', log_id: '1' } },
      },
    )

    expect(await result).toMatchObject({ state: 'PROCESSING' })
    expect(call.transport.paths.at(-1)).toBe('POST /v2/post/publish/status/fetch/')
  })

  it('is not sent again after its response was lost', async () => {
    const { call, result } = await publish({ options: PROFILE }, { [INIT]: new Error('gone') })

    await expect(result).rejects.toMatchObject({ code: 'NETWORK' })
    expect(call.transport.paths).toEqual([INIT])
  })

  it.each([500, 502])('is not sent again after a %d', async (status) => {
    const { call, result } = await publish({ options: PROFILE }, { [INIT]: { status } })

    await expect(result).rejects.toThrow(PlatformError)
    expect(call.transport.paths).toEqual([INIT])
  })

  it.each([
    ['no URL', undefined],
    ['a URL on another host', 'https://upload.example/video/?upload_token=Xza123'],
    ['a URL without encryption', 'http://open-upload.tiktokapis.com/video/?upload_token=Xza123'],
    ['a host with the same suffix', 'https://eviltiktokapis.com/video/?upload_token=Xza123'],
    ['a host with the same prefix', 'https://open-upload.tiktokapis.com.evil.example/?upload_token=Xza123'],
    ['an invalid URL', 'upload_token=Xza123'],
  ])('fails with %s before any byte is sent', async (_what, uploadUrl) => {
    const { call, result } = await publish({ options: PROFILE }, { [INIT]: accepted(uploadUrl ?? null) })

    await expect(result).rejects.toThrow(PlatformError)
    await expect(result).rejects.not.toThrow(/Xza123/)
    expect(call.transport.paths).toEqual([INIT])
  })

  it('accepts another upload host from the settings', () => {
    expect(() => tiktok({ addresses: { upload: 'nowhere' } })).toThrow(ConfigError)
  })
})

describe('the receipt', () => {
  it('contains the URL before the first byte, and the visible step before the last piece', async () => {
    const { call } = await publish(
      { options: PROFILE },
      { [INIT]: accepted(), 'PUT /video/': { status: 201 } },
    )

    expect(call.checkpoints).toMatchObject([
      { step: 'PREPARE', data: { uploadUrl: UPLOAD_URL, piecesSent: 0 } },
      {
        step: 'FINISH',
        data: { publishId: 'v_pub_file~v2-1.7301234567890123456', uploadUrl: UPLOAD_URL, piecesSent: 0 },
      },
    ])
    expect(call.checkpoints[1]?.repeatableUntil).toEqual(new Date('2024-01-01T01:00:00Z'))
  })
})
