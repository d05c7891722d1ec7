import { Media, type TransportRequest } from '@social/core/platform'
import { sampleMp4 } from '@social/emulator'
import { aPublishCall, RecordingTransport } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { readSettings } from '../options.js'
import { pinterest } from '../platform.js'
import { uploadVideo } from './video.js'

const STORAGE = 'https://pinterest-media-upload.s3-accelerate.amazonaws.com/'

it('the upload of a video can stall for the configured time', async () => {
  const sent: TransportRequest[] = []
  class Watched extends RecordingTransport {
    override send(request: TransportRequest) {
      sent.push(request)
      return super.send(request)
    }
  }
  const call = aPublishCall({
    platform: pinterest(),
    connection: anAccount(),
    transport: new Watched({
      'POST /v5/media': {
        media_id: '7',
        media_type: 'video',
        upload_url: STORAGE,
        upload_parameters: { key: 'k', policy: 'p' },
      },
      'POST /': { status: 204, body: '' },
    }),
  })
  const video = Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })

  expect(await uploadVideo(video, readSettings({ stallSeconds: 7 }), call)).toBe('7')

  expect(sent.map(({ url, stallSeconds }) => [new URL(url).host, stallSeconds])).toMatchObject([
    [expect.any(String), expect.any(Number)],
    [new URL(STORAGE).host, 7],
  ])
})
