import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'

import { definePlatform, type PublishCall } from '../../contract/index.js'
import { type NetworkError, OutcomeUnknownError } from '../../errors/index.js'
import { makePostResult } from '../../models/index.js'
import { InMemoryPublishJournal } from '../../publishing/in-memory-journal.js'
import { EXPIRED, sample } from '../__fixtures__/sample.js'
import { idReply, lost, failure, happy, onPosts } from './__fixtures__/answers.js'
import { type Answer, HELLO, PostingWorld } from './__fixtures__/posting-world.js'

let world: PostingWorld
beforeEach(() => {
  world = new PostingWorld()
})

/** Makes a platform that publishes with receipt data from a getter. Each read of the data is recorded. */
const marking = (reads: string[]) => ({
  async publish(_post: unknown, call: PublishCall) {
    const finish = {
      get data() {
        reads.push('made')
        return { mark: 'ours' }
      },
    }
    const { id } = await call.http.post('/posts', idReply, { json: {}, finish })
    return makePostResult({ id })
  },
})

describe('receipt data from a getter', () => {
  it('is not read for a post under a new key with a response', async () => {
    const reads: string[] = []
    const { client } = await world.open(happy, marking(reads))

    await client.account('sample:1').post(HELLO)

    expect(reads).toEqual([])
  })

  it('is in the receipt if the response is lost', async () => {
    const reads: string[] = []
    const { client } = await world.open(onPosts(lost), marking(reads))

    const error = await failure(client.account('sample:1').post(HELLO))

    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', receipt: { data: { mark: 'ours' } } })
  })

  it('is stored before the request is sent under a key that may have been used', async () => {
    const reads: string[] = []
    const { post, store } = await world.open(happy, marking(reads))
    const saved: unknown[] = []
    const { save } = store
    store.save = async (...given) => {
      saved.push(given[2])
      await save(...given)
    }

    await post()

    expect(saved).toContainEqual(expect.objectContaining({ step: 'FINISH', data: { mark: 'ours' } }))
  })
})

describe('a failure before the first byte is sent', () => {
  it.each([
    [
      'the token endpoint refuses',
      (): Answer => (request) => (request.url.endsWith('/token') ? { status: 400 } : happy(request)),
    ],
    [
      'the token endpoint is down',
      (): Answer => (request) => (request.url.endsWith('/token') ? lost() : happy(request)),
    ],
    [
      'the token endpoint fails',
      (): Answer => (request) => (request.url.endsWith('/token') ? { status: 500 } : happy(request)),
    ],
  ])('is not a lost response when %s: the same key posts later, once', async (_what, broken) => {
    let answer = broken()
    const { post, posts } = await world.open((request) => answer(request), {}, EXPIRED)

    const error = await failure(post())
    expect(error).not.toBeInstanceOf(OutcomeUnknownError)
    expect(posts()).toBe(0)

    answer = happy
    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(1)
  })

  it.each([
    [
      'signing throws a TypeError',
      {
        sign: () => {
          throw new TypeError('a slip')
        },
      },
    ],
    ['signing rejects', { sign: () => Promise.reject(new Error('text')) }],
  ])('is not a lost response when %s', async (_what, change) => {
    const broken = await world.open(happy, change)
    expect(await failure(broken.post())).not.toBeInstanceOf(OutcomeUnknownError)

    const mended = await world.open(happy)
    expect(await mended.post()).toMatchObject({ id: '7' })
  })

  it('is not a lost response when the journal write fails, whether it took effect or not', async () => {
    for (const tookEffect of [false, true]) {
      world.journal = new InMemoryPublishJournal({ clock: world.clock })
      const { post, posts, store } = await world.open(happy)
      const save = store.save
      store.save = async (...given) => {
        store.save = save
        if (tookEffect) await save(...given)
        throw new Error('disk full')
      }

      expect(await failure(post())).toMatchObject({
        code: 'PORT',
        message: expect.stringContaining('disk full'),
      })
      expect(posts()).toBe(0)
      expect(await post()).toMatchObject({ id: '7' })
      expect(posts()).toBe(1)
    }
  })

  it('is not a lost response when the caller aborts during the journal write', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const { post, posts, store } = await world.open(happy)
    const save = store.save
    store.save = async (...given) => {
      stop.abort(reason)
      store.save = save
      await save(...given)
    }

    expect(await failure(post({ signal: stop.signal }))).toBe(reason)
    expect(posts()).toBe(0)
    expect(await post()).toMatchObject({ id: '7' })
  })

  it('is not a lost response after a 429 with Retry-After', async () => {
    let isLimited = true
    const { post } = await world.open(
      onPosts(() => (isLimited ? { status: 429, headers: { 'retry-after': '400' } } : { body: { id: '7' } })),
    )

    expect(await failure(post())).toMatchObject({ code: 'RATE_LIMIT' })
    isLimited = false
    await world.clock.advance(401)
    expect(await post()).toMatchObject({ id: '7' })
  })

  it('may have been published after a 503 with Retry-After, which a gateway sends after the effect', async () => {
    const { post, posts } = await world.open(
      onPosts(() => ({ status: 503, headers: { 'retry-after': '2' } })),
    )

    expect(await failure(post())).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await failure(post())).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(posts()).toBe(1)
  })
})

describe('errors', () => {
  it('belong to one caller each, with its own key: three posts that waited for one failed renewal', async () => {
    const { client, transport } = await world.open(
      (request) => (request.url.endsWith('/token') ? { status: 500 } : happy(request)),
      {},
      EXPIRED,
    )
    const account = client.account('sample:1')

    const errors = await Promise.all([1, 2, 3].map((n) => failure(account.post({ text: `${n}` }))))

    expect(new Set(errors).size).toBe(3)
    expect(new Set(errors.map((error) => (error as NetworkError).idempotencyKey)).size).toBe(3)
    expect(transport.paths.filter((path) => path === 'POST /token')).toHaveLength(1)
  })
})

describe('a platform that marks no visible request', () => {
  it('causes a warning', async () => {
    const { subscribe, unsubscribe } = await import('node:diagnostics_channel')
    const heard: string[] = []
    const listen = (message: unknown) => heard.push(JSON.stringify(message))
    subscribe('social.warning', listen)
    const plain = definePlatform({
      ...sample(),
      features: ['POST_TEXT'],
      postOptions: v.strictObject({}),
      publish: async (_post, call) => makePostResult(await call.http.post('/posts', idReply)),
    })
    const { post } = await world.open(happy, plain)

    await post()

    unsubscribe('social.warning', listen)
    expect(heard.join()).toContain('marked no request as the visible one')
  })
})

describe('an unreadable response', () => {
  /** Makes a platform that repeats a failed request within the same call. */
  const repeating = {
    async publish(_post: unknown, call: PublishCall) {
      const send = () => call.http.post('/posts', idReply, { json: {}, finish: { data: { key: 'ours' } } })
      const { id } = await send().catch(send)
      return makePostResult({ id })
    },
  }

  it.each([
    ['is no JSON', { readError: () => null }],
    [
      'makes the platform throw',
      {
        readError: ({ status }: { readonly status: number }) => {
          if (status === 200) throw new RangeError('Nobody thought of that.')
          return null
        },
      },
    ],
  ])('ends the attempt of the visible request: one that %s', async (_what, change) => {
    const answers = [{ body: '<html>' }, { status: 201, body: { id: '7' } }]
    const { post, posts } = await world.open(
      onPosts(() => answers.shift() ?? { status: 500 }),
      { ...repeating, ...change },
    )

    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(2)
  })
})
