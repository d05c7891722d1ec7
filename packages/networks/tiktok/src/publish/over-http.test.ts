import { createHash } from 'node:crypto'

import { Media } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const INIT = 'POST /v2/post/publish/video/init/'
const INBOX = 'POST /v2/post/publish/inbox/video/init/'
const PUT = 'PUT /upload/video/'

const MB = 1_048_576
const video = (bytes = 4096, filename = 'clip.mp4') => Media.fromBytes(sampleMp4(bytes), { filename })

describe('posting over HTTP', () => {
  // Holds R-0121, R-0415, R-0428.
  it('puts a video into the drafts, and leaves it to the person', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const result = await account.post({ media: [video()] })

    expect(result).toMatchObject({ state: 'WAITING_FOR_PERSON', url: null, isDone: false })
    expect(at.videos()).toMatchObject([
      { publishId: result.id, destination: 'DRAFTS', postInfo: {}, bytes: 4096, pieceCount: 1 },
    ])
    expect(at.counts()).toEqual({ [INBOX]: 1, [PUT]: 1 })
  })

  // Holds R-0064, R-0119, R-0412, R-0413, R-0417, R-0418, R-0419, R-0428.
  it('posts to the profile with every option', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const bytes = sampleMp4(25_000_000)

    const result = await account.post({
      text: 'hello #cat',
      media: [Media.fromBytes(bytes, { filename: 'cat.mov' })],
      options: {
        sendTo: 'profile',
        privacyLevel: 'PUBLIC_TO_EVERYONE',
        disableComment: true,
        disableDuet: false,
        videoCoverTimestampMs: 1500,
        brandContentToggle: true,
      },
    })

    expect(result).toMatchObject({ state: 'PROCESSING', url: null })
    expect(at.videos()).toEqual([
      expect.objectContaining({
        publishId: result.id,
        contentType: 'video/quicktime',
        pieceBytes: 10 * MB,
        pieceCount: 2,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        postInfo: {
          title: 'hello #cat',
          privacy_level: 'PUBLIC_TO_EVERYONE',
          disable_comment: true,
          disable_duet: false,
          video_cover_timestamp_ms: 1500,
          brand_content_toggle: true,
          brand_organic_toggle: false,
        },
      }),
    ])
    expect(at.counts()).toEqual({ [INIT]: 1, [PUT]: 2 })
  })
})
