import { aPublishCall, aReceipt, FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import { bluesky } from '../../platform.js'
import { keyOf, readProgress, toData } from './receipt.js'

const blob = { $type: 'blob', mimeType: 'image/png', size: 7, ref: { $link: 'bafk' } } as const
const KEPT = {
  key: '3kabcdefghi2b',
  createdAt: '2024-01-01T00:00:00.000Z',
  blobs: [blob],
  captions: [{ ...blob, mimeType: 'text/vtt' }],
  card: { uri: 'https://example.com', title: 'A', description: 'B', thumb: blob },
  uploadedAt: '2024-01-01T00:00:00.000Z',
  videoJob: 'job-1',
}

/** Reads the progress from a receipt. The time is the given number of seconds after the uploads. */
function progressAfter(seconds: number, step: 'PREPARE' | 'FINISH', data: object = KEPT) {
  const clock = new FakeClock({ now: new Date(Date.UTC(2024, 0, 1, 0, 0, seconds)) })
  const receipt = aReceipt({ platform: 'bluesky', step, data: { ...data } })
  return readProgress(aPublishCall({ platform: bluesky(), connection: anAccount(), clock, receipt }))
}

const GONE = { blobs: [], captions: [], card: null, uploadedAt: null }

describe('the progress of a post', () => {
  it('is read back unchanged', () => {
    expect(toData(progressAfter(0, 'PREPARE'))).toEqual(KEPT)
  })

  it('drops files after half an hour, because servers delete them, and keeps key, time and video job', () => {
    expect(progressAfter(1799, 'PREPARE')).toEqual(KEPT)
    expect(progressAfter(1800, 'PREPARE')).toEqual({ ...KEPT, ...GONE })
  })

  it('keeps files of an attempt that was sent, which is repeated unchanged', () => {
    expect(progressAfter(86_400, 'FINISH')).toEqual(KEPT)
  })

  it('starts again for an unreadable receipt', () => {
    const odd = {
      key: 7,
      createdAt: null,
      blobs: ['x'],
      captions: 'none',
      card: { uri: 7 },
      uploadedAt: 'soon',
    }

    expect(progressAfter(5, 'PREPARE', odd)).toEqual({
      ...GONE,
      key: expect.stringMatching(/^[2-7a-z]{13}$/),
      createdAt: '2024-01-01T00:00:05.000Z',
      videoJob: null,
    })
    expect(keyOf(aReceipt({ data: odd }))).toBeNull()
    expect(keyOf(aReceipt({ data: KEPT }))).toBe('3kabcdefghi2b')
  })
})

describe('a post that may already be published', () => {
  const GET = 'GET /xrpc/com.atproto.repo.getRecord'
  const CREATE = 'POST /xrpc/com.atproto.repo.createRecord'

  it.each([
    [0, 0],
    [86_400, 1],
  ])(
    'is proved unpublished %d seconds after its request by the missing record: %d proofs',
    async (seconds, proofs) => {
      const clock = new FakeClock({ now: '2024-01-01T00:00:00Z', autoAdvance: true })
      const data = { key: KEPT.key, createdAt: KEPT.createdAt }
      const receipt = aReceipt({ platform: 'bluesky', step: 'FINISH', data, createdAt: clock.now() })
      await clock.advance(seconds)
      const call = aPublishCall({
        platform: bluesky(),
        connection: anAccount(),
        clock,
        receipt,
        replies: {
          [GET]: { status: 400, body: { error: 'RecordNotFound', message: 'Could not locate record' } },
          [CREATE]: {
            uri: `at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/${KEPT.key}`,
            cid: 'bafy',
          },
        },
      })

      // The cast skips the types of the options, which the platform validates itself.
      const post = { text: 'Hello', media: [], replyTo: null, publishAt: null, options: {} } as never
      await bluesky().publish(post, call)

      expect(call.proofs).toHaveLength(proofs)
      expect(call.transport.requests.at(-1)?.json).toMatchObject({ rkey: KEPT.key })
    },
  )
})
