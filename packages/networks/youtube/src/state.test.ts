import { aCall, aConnection } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { youtube } from './platform.js'

/** Queries the state of a video while YouTube responds with these items. */
function asking(items: readonly object[]) {
  const platform = youtube()
  const connection = aConnection({ platform: 'youtube' })
  const replies = { 'GET /youtube/v3/videos': { kind: 'youtube#videoListResponse', items } }
  const call = aCall({ platform, connection, replies })
  return { call, state: platform.checkState('v1', call) }
}

it('is that of the video, in one request', async () => {
  const { call, state } = asking([
    { id: 'v1', status: { uploadStatus: 'processed', privacyStatus: 'public' } },
  ])
  expect(await state).toMatchObject({
    id: 'v1',
    state: 'DONE',
    raw: { status: { uploadStatus: 'processed' } },
  })
  expect(call.transport.requests.map(({ url }) => new URL(url).searchParams.get('id'))).toEqual(['v1'])
})

it('is failed for a video that is not listed, with the whole response', async () => {
  expect(await asking([]).state).toMatchObject({
    id: 'v1',
    state: 'FAILED',
    url: 'https://www.youtube.com/watch?v=v1',
    failure: { code: 'VIDEO_GONE', todo: 'LOOK_AT_ACCOUNT' },
    raw: { kind: 'youtube#videoListResponse', items: [] },
  })
})

it('has the reason of a rejected video', async () => {
  const status = { uploadStatus: 'rejected', rejectionReason: 'copyright' }
  expect(await asking([{ id: 'v1', status }]).state).toMatchObject({
    state: 'FAILED',
    failure: { code: 'COPYRIGHT', message: expect.stringContaining('(copyright)') },
  })
})
