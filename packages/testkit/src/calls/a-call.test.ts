import {
  AuthError,
  InvalidPostError,
  NetworkError,
  NotFoundError,
  RateLimitError,
} from '@social/core/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { aConnection, anApp } from '../builders/account.js'
import { aReceipt } from '../builders/content.js'
import { aPicture } from '../builders/media.js'
import { fakePlatform } from '../fake-platform/factory.js'
import { RecordingTransport } from '../transport/recording-transport.js'
import { inTurn } from '../transport/replies.js'
import { aCall, aLoginCall } from './a-call.js'
import { aPublishCall, fakeMediaHost } from './a-publish-call.js'

const anything = v.object({ id: v.string() })

describe('aCall', () => {
  it('sends signed requests to the platform, and reads the replies', async () => {
    const call = aCall({ replies: { 'GET /posts/7': { id: '7' } } })

    expect(await call.http.get('/posts/7', anything, { query: { limit: 2 } })).toEqual({ id: '7' })
    expect(call.transport.requests).toMatchObject([
      { url: 'https://fake.example/posts/7?limit=2', headers: { authorization: 'Bearer fake-access' } },
    ])
  })

  it('follows the rules of the platform it was given', async () => {
    const platform = fakePlatform(
      { name: 'photos' },
      {
        apiBase: () => 'https://api.photos.example/v2',
        origins: () => ['https://api.photos.example'],
        authHeaders: () => ({ 'access-token': 'x' }),
        readError: () => new RateLimitError('in its own words'),
      },
    )
    const call = aCall({ platform })

    await expect(call.http.get('/me', anything)).rejects.toThrow('in its own words')
    expect(call.connection.id).toBe('photos:42')
    expect(call.transport.requests).toMatchObject([
      { url: 'https://api.photos.example/v2/me', headers: { 'access-token': 'x' } },
    ])
  })

  it('maps errors, and repeats what may be repeated without waiting', async () => {
    const call = aCall({ replies: { 'GET /a': inTurn({ status: 503 }, { status: 503 }, { id: 'a' }) } })

    expect(await call.http.get('/a', anything)).toEqual({ id: 'a' })
    expect(call.transport.paths).toEqual(['GET /a', 'GET /a', 'GET /a'])
    expect(call.clock.sleeps).toHaveLength(2)
    await expect(call.http.get('/b', anything)).rejects.toThrow(NotFoundError)
  })

  it('renews a refused token only with the setting renew, and continues with the new token', async () => {
    const replies = { 'GET /me': inTurn({ status: 401 }, { id: '1' }) }
    const renewed = aConnection({ token: { accessToken: 'newer' } })
    const platform = fakePlatform({}, { readError: refused })
    const call = aCall({ platform, replies, renew: () => renewed })

    expect(await call.http.get('/me', anything)).toEqual({ id: '1' })
    expect(call.connection).toBe(renewed)
    expect(call.transport.requests[1]?.headers).toMatchObject({ authorization: 'Bearer newer' })
    await expect(
      aCall({ platform, replies: { 'GET /me': { status: 401 } } }).http.get('/me', anything),
    ).rejects.toThrow(AuthError)
  })

  it('has app credentials by default', async () => {
    const app = anApp({ clientId: 'mine' })

    expect(await aCall({ connection: aConnection({ host: 'one.example' }) }).app()).toMatchObject({
      host: 'one.example',
    })
    expect(await aCall({ app }).app()).toBe(app)
    expect(await aCall({ app: null }).app()).toBeNull()
  })

  it('keeps warnings', () => {
    const call = aCall()
    call.warn('careful')

    expect(call.warnings).toEqual(['careful'])
  })

  it('stops with the reason of the signal', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const transport = new RecordingTransport({ 'GET /a': () => new Promise(() => stop.abort(reason)) })

    await expect(aCall({ transport, signal: stop.signal }).http.get('/a', anything)).rejects.toBe(reason)
  })
})

const refused = ({ status }: { readonly status: number }) =>
  status === 401 ? new AuthError('expired', { tokenRefused: true }) : null

describe('aLoginCall', () => {
  it('has no account, and sends unsigned requests to whole addresses', async () => {
    const call = aLoginCall({ replies: { 'POST /token': { id: 't' } } })

    expect(await call.http.post('https://fake.example/token', anything, { form: { code: 'c' } })).toEqual({
      id: 't',
    })
    expect(call.transport.requests).toMatchObject([{ form: { code: 'c' } }])
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(call).not.toHaveProperty('connection')
  })
})

describe('aPublishCall', () => {
  it('saves checkpoints like a journal, and returns the newest receipt', async () => {
    const call = aPublishCall({ connection: aConnection({ platform: 'photos' }) })

    expect(call.receipt).toBeNull()

    await call.checkpoint({ step: 'PREPARE', data: { uploads: ['1'] } })
    await call.finish({ data: { container: 'c' }, repeatableUntil: new Date(0) }, async () => 'sent')

    expect(call.checkpoints).toEqual([
      { step: 'PREPARE', data: { uploads: ['1'] } },
      { step: 'FINISH', data: { container: 'c' }, repeatableUntil: new Date(0) },
    ])
    expect(call.receipt).toEqual(
      aReceipt({
        platform: 'photos',
        step: 'FINISH',
        data: { container: 'c' },
        repeatableUntil: new Date(0),
      }),
    )
    expect(aPublishCall({ receipt: call.receipt }).receipt).toEqual(call.receipt)
  })

  it('can be stopped at a step, which is then not saved', async () => {
    const call = aPublishCall({
      onCheckpoint: ({ step }) => {
        if (step === 'FINISH') throw new NetworkError('the process died')
      },
    })
    await call.checkpoint({ step: 'WAIT', data: {} })

    await expect(call.finish({ data: {} }, async () => 'sent')).rejects.toThrow('the process died')
    expect(call.checkpoints).toHaveLength(1)
  })

  it('keeps progress, and its key', () => {
    const call = aPublishCall({ idempotencyKey: 'launch' })
    const progress = { mediaIndex: 0, mediaCount: 1, sentBytes: 5, totalBytes: 10 }
    call.progress(progress)

    expect(call.progressed).toEqual([progress])
    expect(call.idempotencyKey).toBe('launch')
  })

  it('hosts files with a mediaHost, and refuses them without one', async () => {
    const mediaHost = fakeMediaHost()
    const picture = aPicture()

    expect(await aPublishCall({ mediaHost }).hostMedia(picture)).toEqual({
      url: 'https://media.example/1',
      handle: '1',
    })
    await mediaHost.release('1')
    expect(mediaHost).toMatchObject({ hosted: [picture], released: ['1'] })
    await expect(aPublishCall().hostMedia(picture)).rejects.toThrow(InvalidPostError)
  })

  it.each([
    ['was answered', { id: '7' }, 'DONE'],
    ['got no answer', new NetworkError('The line was cut.'), 'OPEN'],
  ])('records requests and steps after a visible request that %s', async (_what, reply, fate) => {
    const call = aPublishCall({ replies: { 'POST /posts': reply, 'POST /more': { id: '8' } } })
    await call.http.post('/posts', anything, { json: {}, finish: { data: {} } }).catch(() => null)

    expect(call.fates).toEqual([fate])
    expect(call.mistakes).toEqual([])
    await expect(call.checkpoint({ step: 'WAIT', data: {} })).rejects.toThrow('whose outcome is open')
    await call.http.post('/more', anything, { json: {} })
    expect(call.mistakes).toEqual(['It sent another write after the visible request.'])
    expect(call.receipt?.step).toBe('FINISH')
  })

  it('returns to the last saved step after a refused visible request', async () => {
    const call = aPublishCall({ replies: { 'POST /posts': { status: 422 } } })
    await call.checkpoint({ step: 'PREPARE', data: { uploads: ['1'] } })
    await call.http.post('/posts', anything, { json: {}, finish: { data: {} } }).catch(() => null)

    expect(call.receipt?.step).toBe('PREPARE')
    await call.checkpoint({ step: 'WAIT', data: {} })
    expect(call.receipt?.step).toBe('WAIT')
  })

  it('is a call in every other way', async () => {
    const call = aPublishCall({ replies: { 'POST /posts': { id: '7' } } })

    expect(await call.http.post('/posts', anything, { json: {} })).toEqual({ id: '7' })
    expect(call.transport.paths).toEqual(['POST /posts'])
  })
})
