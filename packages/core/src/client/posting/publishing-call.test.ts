import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'

import { definePlatform, type MediaHost, type Progress } from '../../contract/index.js'
import { InvalidPostError, NetworkError, OutcomeUnknownError, PlatformError } from '../../errors/index.js'
import { Media } from '../../media/index.js'
import { Connection, makePostResult } from '../../models/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { FakeTransport, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

const PICTURE = Media.fromBytes(new Uint8Array([1, 2, 3]), { filename: 'cat.png' })

/** Makes a client of the sample network, which here fetches pictures from a public URL. */
function fetching() {
  const { features: _flags, ...rest } = sample()
  return definePlatform({
    ...rest,
    name: 'sample',
    features: ['POST_TEXT', 'POST_IMAGE', 'DELETE_POST', 'MESSAGES'],
    postOptions: v.strictObject({}),
    async publish(post, call) {
      for (const [mediaIndex, media] of post.media.entries()) {
        const { url } = await call.hostMedia(media)
        call.progress({ mediaIndex, mediaCount: post.media.length, sentBytes: 3, totalBytes: 3 })
        await call.checkpoint({ step: 'WAIT', data: { url } })
      }
      const reply = v.object({ id: v.string() })
      const { id } = await call.http.post('/posts', reply, { retry: 'never', finish: { data: {} } })
      return makePostResult({ id })
    },
  })
}

class RecordingHost implements MediaHost {
  readonly hosted: string[] = []
  readonly released: string[] = []

  async publish() {
    const handle = `file-${this.hosted.length + 1}`
    this.hosted.push(handle)
    return { url: `https://app.example/media/${handle}`, handle }
  }

  async release(handle: string) {
    this.released.push(handle)
  }
}

let host: RecordingHost
let storage: InMemoryStorage

beforeEach(async () => {
  host = new RecordingHost()
  storage = new InMemoryStorage()
  const token = { accessToken: 'access', refreshToken: 'refresh' }
  await storage.saveConnection(
    new Connection({ platform: 'sample', accountId: '1', accountName: 'Someone', token }),
  )
})

function client(answer: ConstructorParameters<typeof FakeTransport>[0], mediaHost: MediaHost | null = host) {
  return new SocialClient({
    storage,
    platforms: { sample: fetching() },
    transport: new FakeTransport(answer),
    ...(mediaHost && { mediaHost }),
  })
}

const slip = (): never => {
  throw new Error('a slip')
}
const happy = () => ({ body: { id: '7' } })
const post = { media: [PICTURE] }

describe('hosted files', () => {
  it('are released when the post is published', async () => {
    await client(happy).account('sample:1').post(post)
    expect([host.hosted, host.released]).toEqual([['file-1'], ['file-1']])
  })

  it('are released after a definite refusal', async () => {
    const refused = client(() => ({ status: 404 }))
    await expect(refused.account('sample:1').post(post)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(host.released).toEqual(['file-1'])
  })

  it('stay hosted while the outcome is unknown, and are released by the last attempt', async () => {
    let calls = 0
    const social = client(() => {
      calls += 1
      return calls === 1 ? Promise.reject(new NetworkError('refused', { delivery: 'NOT_SENT' })) : happy()
    })
    const account = social.account('sample:1')
    await expect(account.post(post, { idempotencyKey: 'k' })).rejects.toThrow(NetworkError)
    await account.post(post, { idempotencyKey: 'k' })
    expect(host.released.toSorted()).toEqual(['file-1', 'file-2'])
  })

  it('are refused with advice if there is no media host', async () => {
    await expect(client(happy, null).account('sample:1').post(post)).rejects.toThrow(InvalidPostError)
    await expect(client(happy, null).account('sample:1').post(post)).rejects.toThrow(
      'give the client a mediaHost',
    )
  })

  it('do not make a post fail if the release fails', async () => {
    host.release = () => Promise.reject(new Error('gone'))
    await expect(client(happy).account('sample:1').post(post)).resolves.toMatchObject({ id: '7' })
  })
})

describe('progress', () => {
  it('reaches the application', async () => {
    const seen: Progress[] = []
    await client(happy)
      .account('sample:1')
      .post(post, { onProgress: (progress) => seen.push(progress) })
    expect(seen).toEqual([{ mediaIndex: 0, mediaCount: 1, sentBytes: 3, totalBytes: 3 }])
  })

  it('does not make a post fail if the callback throws', async () => {
    await expect(client(happy).account('sample:1').post(post, { onProgress: slip })).resolves.toMatchObject({
      id: '7',
    })
  })
})

describe('aborting a post', () => {
  it('is an unknown outcome with the reason as cause after the visible request was sent', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const social = client(async (request) => {
      stop.abort(reason)
      return Promise.reject(request.signal.reason)
    })
    const error: unknown = await social
      .account('sample:1')
      .post(post, { signal: stop.signal })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect((error as OutcomeUnknownError).cause).toBe(reason)
  })

  it('rejects with the reason before that, and sends nothing', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const transport = new FakeTransport(happy)
    const social = new SocialClient({
      storage,
      platforms: { sample: fetching() },
      transport,
      mediaHost: host,
    })
    const onProgress = () => stop.abort(reason)
    await expect(social.account('sample:1').post(post, { signal: stop.signal, onProgress })).rejects.toBe(
      reason,
    )
    expect(transport.requests).toEqual([])
  })
})

it('reports a 500 of the visible request as an unknown outcome, never as a failure', async () => {
  const error: unknown = await client(() => ({ status: 500 }))
    .account('sample:1')
    .post(post)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OutcomeUnknownError)
  expect((error as OutcomeUnknownError).cause).toBeInstanceOf(PlatformError)
})
