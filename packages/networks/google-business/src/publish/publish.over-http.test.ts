import {
  ConfigError,
  InvalidPostError,
  Media,
  NotAllowedError,
  NotSupportedError,
  OutcomeUnknownError,
  PostGoneError,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const POSTS = '/mybusiness/v4/accounts/:account/locations/:location/localPosts'

async function withBakery(options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  const bakery = await at.signIn()
  const posts = () => at.effects().filter(({ kind }) => /post/i.test(kind))
  return Object.assign(at, {
    bakery,
    posts,
    post: (text = 'Fresh bread every morning.', idempotencyKey = 'k') =>
      bakery.post({ text }, { idempotencyKey }).then(
        (result) => result.state as string,
        (error: unknown) => error,
      ),
    creations: () =>
      at.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/localPosts')),
  })
}

const lost = { fault: 'replyLost', method: 'POST', path: POSTS } as const

describe('posting', () => {
  // Holds R-0479.
  it('is one request: a standard post, with a button', async () => {
    await using at = await withBakery()
    const options = { callToActionType: 'SHOP', callToActionUrl: 'https://ada.example/shop' } as const

    const result = await at.bakery.post({ text: 'Fresh bread.', options })

    expect(at.requests()).toHaveLength(1)
    expect(at.requests()[0]?.json).toEqual({
      languageCode: 'en',
      topicType: 'STANDARD',
      summary: 'Fresh bread.',
      callToAction: { actionType: 'SHOP', url: 'https://ada.example/shop' },
    })
    expect(result).toMatchObject({ state: 'DONE', url: expect.stringContaining('https://') })
    expect(result.id).toMatch(/^accounts\/\d+\/locations\/\d+\/localPosts\/\w+$/)
  })

  it('is reported when Google rejects it in its response', async () => {
    await using at = await withBakery()
    at.network.rejectPost({})
    expect(await at.post()).toBe('FAILED')
  })

  it('is FAILED with the reason when Google rejects it, even if the response was lost', async () => {
    await using at = await usingEmulator()
    const bakery = await at.signIn()
    const rejected = { state: 'FAILED', isDone: false, notice: expect.stringContaining('Google rejected') }
    at.network.rejectPost({})
    expect(await bakery.post({ text: 'Call 555-0100' })).toMatchObject(rejected)
    at.network.rejectPost({})
    at.faults.add({ fault: 'replyLost', method: 'POST' })
    expect(await bakery.post({ text: 'Call 555-0199' })).toMatchObject(rejected)
  })

  it('waits for the time that Google requests, and is then sent', async () => {
    await using at = await usingEmulator()
    const bakery = await at.signIn()
    const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' } }
    at.faults.add({ fault: 'status', status: 429, retryAfterSeconds: 7, method: 'POST', body })
    const start = at.clock.now().getTime()
    expect(await bakery.post({ text: 'Rye' })).toMatchObject({ state: 'DONE' })
    const waited = (at.clock.now().getTime() - start) / 1000
    expect(waited).toBeGreaterThanOrEqual(7)
    expect(waited).toBeLessThan(12)

    at.faults.add({ fault: 'status', status: 429, retryAfterSeconds: 900, method: 'POST', body })
    await expect(bakery.post({ text: 'Wheat' })).rejects.toMatchObject({ retryAfter: 900 })
  })

  // Holds R-0480, R-0481.
  it.each([
    [{ text: 'a'.repeat(1501) }, InvalidPostError, /1500/],
    [{ text: 'x', publishAt: '2026-12-01T00:00:00Z' }, NotSupportedError, /scheduled publishing/],
    [{ text: 'x', replyTo: '1' }, NotSupportedError, /replies to another/],
    [{ text: 'x', options: { event: { title: 'Party' } } }, InvalidPostError, /only be standard posts/],
    [{ text: 'x', options: { topicType: 'OFFER' } }, InvalidPostError, /only be standard posts/],
    [{ text: 'x', options: { offer: {} } }, InvalidPostError, /only be standard posts/],
    [{ text: 'x', options: { callToActionType: 'SHOP' } }, InvalidPostError, /requires a URL/],
    [
      { text: 'x', options: { callToActionType: 'CALL', callToActionUrl: 'https://a.example' } },
      InvalidPostError,
      /takes no URL/,
    ],
    [
      { text: 'x', options: { callToActionUrl: 'https://a.example' } },
      InvalidPostError,
      /requires options.callToActionType/,
    ],
    [
      { text: 'x', options: { callToActionType: 'SHOP', callToActionUrl: 'shop' } },
      InvalidPostError,
      /https/,
    ],
    [{ text: 'x', options: { call_to_action_type: 'SHOP' } }, InvalidPostError, /callToActionType/],
    [
      { text: 'x', media: [Media.fromBytes(new Uint8Array(20_000), { filename: 'a.mp4' })] },
      NotSupportedError,
      /videos/,
    ],
    [
      { text: 'x', media: [Media.fromBytes(new Uint8Array(20_000), { filename: 'a.gif' })] },
      InvalidPostError,
      /JPEG and PNG/,
    ],
    [
      { text: 'x', media: [Media.fromBytes(new Uint8Array(20), { filename: 'a.png' })] },
      InvalidPostError,
      /10240/,
    ],
    [
      { text: 'x', media: [Media.fromBytes(new Uint8Array(5_000_001), { filename: 'a.png' })] },
      InvalidPostError,
      /5000001 bytes.*smaller/,
    ],
    // The size is at the limit, so only the property under test can be refused.
    [
      { text: 'x', media: [Media.fromBytes(new Uint8Array(5_000_000), { filename: 'a.png' })] },
      InvalidPostError,
      /mediaHost/,
    ],
    [
      { text: 'x', media: [Media.fromBytes(new Uint8Array(10_240), { filename: 'a.png' })] },
      InvalidPostError,
      /mediaHost/,
    ],
    [
      { text: 'x', media: [Media.fromBytes(new Uint8Array(20_000), { filename: 'a.png' })] },
      InvalidPostError,
      /mediaHost/,
    ],
  ])('%j is refused before a request', async (post, type, sentence) => {
    await using at = await withBakery()
    const account = at.client.account(at.bakery.id)
    await expect(account.post(post)).rejects.toThrow(type)
    await expect(account.post(post)).rejects.toThrow(sentence)
    expect(at.requests()).toEqual([])
  })

  it('a location for which Google takes no posts is reported', async () => {
    await using at = await withBakery()
    at.network.closePosts({ location: "Ada's Bakery" })
    expect(await at.post()).toBeInstanceOf(NotAllowedError)
  })

  // Holds R-0481.
  it.each(['checkState', 'readStats'] as const)('%s is refused by name', async (operation) => {
    await using at = await withBakery()
    const account = at.client.account(at.bakery.id)
    await expect(account[operation]('1')).rejects.toThrow(NotSupportedError)
  })
})

describe('a post whose response was lost', () => {
  it.each(['replyLost', 'dropMidBody'] as const)('is found by its text and time: %s', async (fault) => {
    await using at = await withBakery()
    at.faults.add({ ...lost, fault })
    expect([await at.post(), await at.post()]).toEqual(['DONE', 'DONE'])
    expect(at.posts()).toHaveLength(1)
    expect(at.creations()).toHaveLength(1)
  })

  it('is queried again when it is listed late', async () => {
    await using at = await withBakery({ server: { listDelaySeconds: 8 } })
    at.faults.add(lost)
    expect(await at.post()).toBe('DONE')
    expect(at.posts()).toHaveLength(1)
  })

  it('that is not listed remains unknown, and is found by a later call', async () => {
    await using at = await withBakery({ server: { listDelaySeconds: 90 } })
    at.faults.add(lost)
    expect(await at.post()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 60 })
    await at.clock.advance(120)
    expect(await at.post()).toBe('DONE')
    expect(at.posts()).toHaveLength(1)
  })

  it.each([500, 502, 503, 504])('by status %d is never sent again', async (status) => {
    await using at = await withBakery()
    at.faults.add({ fault: 'status', status, method: 'POST', path: POSTS })
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(4000)
    expect(await at.post()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })
    expect(at.creations()).toHaveLength(1)
  })

  it.each([
    ['a page', '<html>'],
    ['nothing', ''],
    ['a post without a name', { state: 'LIVE' }],
  ])('%s instead of a response leaves the outcome unknown', async (_what, body) => {
    await using at = await withBakery()
    at.faults.add({ fault: 'status', status: 200, body, method: 'POST', path: POSTS })
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    expect(at.creations()).toHaveLength(1)
  })

  it.each([400, 401, 403, 404, 429])('whose query is refused with %d remains unknown', async (status) => {
    await using at = await withBakery()
    at.faults.add(lost)
    at.faults.add({ fault: 'status', status, method: 'GET', path: POSTS, count: 8 })
    expect(await at.post()).not.toBe('DONE')
    await at.clock.advance(600)
    at.faults.clear()
    expect(await at.post()).toBe('DONE')
    expect(at.posts()).toHaveLength(1)
  })

  it('is not confused with the same text of an earlier day', async () => {
    await using at = await withBakery()
    expect(await at.post('Fresh bread.', 'yesterday')).toBe('DONE')
    await at.clock.advance(3000)
    at.faults.add({ fault: 'closeBeforeEffect', method: 'POST', path: POSTS })
    expect(await at.post('Fresh bread.', 'today')).toBeInstanceOf(OutcomeUnknownError)
  })

  it('a refused post can be sent again with the same key', async () => {
    await using at = await withBakery()
    at.faults.add({
      fault: 'status',
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'No.' } },
      method: 'POST',
      path: POSTS,
    })
    expect(await at.post()).toBeInstanceOf(InvalidPostError)
    expect(await at.post()).toBe('DONE')
    expect(at.posts()).toHaveLength(1)
  })
})

describe('edits and deletions', () => {
  it('change only the given fields', async () => {
    await using at = await withBakery()
    const { id } = await at.bakery.post({ text: 'Old.', options: { callToActionType: 'CALL' } })
    at.forget()
    expect(await at.bakery.editPost(id, { text: 'New.' })).toMatchObject({ id, state: 'DONE' })
    expect(at.requests()[0]).toMatchObject({
      method: 'PATCH',
      query: { updateMask: 'summary' },
      json: { summary: 'New.' },
    })
  })

  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'are sent again after %s: repeating has no effect',
    async (fault) => {
      await using at = await withBakery()
      const { id } = await at.bakery.post({ text: 'Old.' })
      at.faults.add({ fault, method: 'PATCH', path: `${POSTS}/:post` })
      expect(await at.bakery.editPost(id, { text: 'New.' })).toMatchObject({ id })
    },
  )

  it.each([
    [{}, /changes nothing/],
    [{ text: 'a'.repeat(1501) }, /1500/],
    [{ options: { languageCode: 'de' } }, /does not know the option/],
    [{ options: { callToActionType: 'SHOP' } }, /requires a URL/],
  ])('to %j are refused before a request', async (edit, sentence) => {
    await using at = await withBakery()
    const { id } = await at.bakery.post({ text: 'Old.' })
    at.forget()
    await expect(at.client.account(at.bakery.id).editPost(id, edit)).rejects.toThrow(sentence)
    expect(at.requests()).toEqual([])
  })

  it('delete a post; a deleted post is reported as deleted', async () => {
    await using at = await withBakery()
    const { id } = await at.bakery.post({ text: 'Old.' })
    await at.bakery.deletePost(id)
    await expect(at.bakery.deletePost(id)).rejects.toThrow(PostGoneError)
  })

  it('treat a post as deleted when the response was lost', async () => {
    await using at = await withBakery()
    const { id } = await at.bakery.post({ text: 'Old.' })
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })
    await at.bakery.deletePost(id)
    await expect(at.bakery.deletePost(id)).rejects.toThrow(PostGoneError)
  })

  it.each(['1', 'accounts/1/locations/2/localPosts/3', '../x'])(
    'an id of another object is refused: %s',
    async (id) => {
      await using at = await withBakery()
      await expect(at.bakery.deletePost(id)).rejects.toThrow(ConfigError)
      await expect(at.bakery.editPost(id, { text: 'x' })).rejects.toThrow(ConfigError)
      expect(at.requests()).toEqual([])
    },
  )
})
