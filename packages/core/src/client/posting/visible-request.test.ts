import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import {
  definePlatform,
  type PublishCall,
  type ReconcileCall,
  type Reconciled,
} from '../../contract/index.js'
import {
  AuthError,
  NetworkError,
  NotFoundError,
  OutcomeUnknownError,
  PublishBusyError,
  RateLimitError,
} from '../../errors/index.js'
import { ManualClock } from '../../events/__fixtures__/manual-clock.js'
import { Media } from '../../media/index.js'
import { makePostResult } from '../../models/index.js'
import { InMemoryPublishJournal } from '../../publishing/in-memory-journal.js'
import { InMemoryStorage } from '../../storage/index.js'
import { aConnection, FakeTransport, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

type Answer = ConstructorParameters<typeof FakeTransport>[0]

const EXPIRED = new Date('2020-01-01T00:00:00Z')
const KEY = { idempotencyKey: 'launch' }
const HELLO = { text: 'Hello' }
const idReply = v.object({ id: v.string() })
const never = (): Promise<never> => new Promise(() => {})
const lost = (): Promise<never> => Promise.reject(new NetworkError('The connection broke.'))
const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

let clock: ManualClock
let journal: InMemoryPublishJournal
let storage: InMemoryStorage

beforeEach(() => {
  clock = new ManualClock()
  journal = new InMemoryPublishJournal({ clock })
  storage = new InMemoryStorage()
})

/** A journal that is not known to answer at once, so that its calls are bounded like those of a store. */
const asStore = () => ({
  open: journal.open.bind(journal),
  save: journal.save.bind(journal),
  finish: journal.finish.bind(journal),
  release: journal.release.bind(journal),
  forgetBefore: journal.forgetBefore.bind(journal),
})

async function aWorld(answer: Answer, change: object = {}, expiresAt: Date | null = null) {
  await storage.saveConnection(aConnection('1', expiresAt))
  const transport = new FakeTransport(answer)
  const store = asStore()
  const platform = { ...sample(), ...change } as ReturnType<typeof sample>
  const options = { storage, platforms: { sample: platform }, transport, clock, journal: store }
  const client = new SocialClient({ ...options, retries: { attempts: 1 } })
  const post = (more = {}) => client.account('sample:1').post(HELLO, { ...KEY, ...more })
  const posts = () => transport.paths.filter((path) => path === 'POST /posts').length
  return { client, transport, store, post, posts }
}

const happy: Answer = () => ({ body: { id: '7', access: 'second-access' } })
const onPosts =
  (answer: Answer): Answer =>
  (request) =>
    request.url.endsWith('/posts') ? answer(request) : happy(request)

/** Publishes with data that are made when they are asked for. */
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

const undecided = async (): Promise<Reconciled> => ({ state: 'UNKNOWN' })

describe('the data of a receipt that is made by a getter', () => {
  it('is not made for a post under a new key that is answered', async () => {
    const reads: string[] = []
    const { client } = await aWorld(happy, marking(reads))

    await client.account('sample:1').post(HELLO)

    expect(reads).toEqual([])
  })

  it('is in the receipt when the answer is lost', async () => {
    const reads: string[] = []
    const { client } = await aWorld(onPosts(lost), marking(reads))

    const error = await failure(client.account('sample:1').post(HELLO))

    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', receipt: { data: { mark: 'ours' } } })
  })

  it('is written down before the request leaves under a key that may have been used', async () => {
    const reads: string[] = []
    const { post, store } = await aWorld(happy, marking(reads))
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

describe('what fails before the first byte leaves', () => {
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
  ])('is no lost answer when %s: the same key posts later, once', async (_what, broken) => {
    let answer = broken()
    const { post, posts } = await aWorld((request) => answer(request), {}, EXPIRED)

    const error = await failure(post())
    expect(error).not.toBeInstanceOf(OutcomeUnknownError)
    expect(posts()).toBe(0)

    answer = happy
    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(1)
  })

  it.each([
    [
      'signing throws a slip',
      {
        sign: () => {
          throw new TypeError('a slip')
        },
      },
    ],
    ['signing rejects', { sign: () => Promise.reject(new Error('text')) }],
  ])('is no lost answer when %s', async (_what, change) => {
    const broken = await aWorld(happy, change)
    expect(await failure(broken.post())).not.toBeInstanceOf(OutcomeUnknownError)

    const mended = await aWorld(happy)
    expect(await mended.post()).toMatchObject({ id: '7' })
  })

  it('is no lost answer when the journal cannot write it down, whether the write took effect or not', async () => {
    for (const tookEffect of [false, true]) {
      journal = new InMemoryPublishJournal({ clock })
      const { post, posts, store } = await aWorld(happy)
      const save = store.save
      store.save = async (...given) => {
        store.save = save
        if (tookEffect) await save(...given)
        throw new Error('disk full')
      }

      expect(await failure(post())).toMatchObject({ message: 'disk full' })
      expect(posts()).toBe(0)
      expect(await post()).toMatchObject({ id: '7' })
      expect(posts()).toBe(1)
    }
  })

  it('is no lost answer when the caller gave up while it was written down', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const { post, posts, store } = await aWorld(happy)
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

  it.each([429, 503])('is no lost answer after a %d that says when to come back', async (status) => {
    let isLimited = true
    const { post } = await aWorld(
      onPosts(() => (isLimited ? { status, headers: { 'retry-after': '400' } } : { body: { id: '7' } })),
    )

    expect(await failure(post())).toMatchObject({ code: status === 429 ? 'RATE_LIMIT' : 'PLATFORM' })
    isLimited = false
    await clock.advance(401)
    expect(await post()).toMatchObject({ id: '7' })
  })
})

describe('a lost answer', () => {
  const unsure = { reconcile: async (): Promise<Reconciled> => ({ state: 'UNKNOWN', retryAfter: 20 }) }

  it('says when asking again may bring an answer', async () => {
    const { post } = await aWorld(onPosts(lost), unsure)

    expect(await failure(post())).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      retryAfter: 20,
      message: expect.stringContaining('in 20 s'),
    })
  })

  it.each([
    ['the account has to sign in again', new AuthError('Sign in again.', { platform: 'sample' }), AuthError],
    ['the network is asked too often', new RateLimitError('Slow down.', { retryAfter: 9 }), RateLimitError],
    ['the network is down', new NetworkError('down', { delivery: 'NOT_SENT' }), OutcomeUnknownError],
    ['the platform slips', new TypeError('a slip'), OutcomeUnknownError],
  ])('stays open when it is looked up later and %s', async (_what, thrown, kind) => {
    let look = (): Promise<Reconciled> => Promise.reject(thrown)
    const { post, posts } = await aWorld(onPosts(lost), { reconcile: () => look() })
    const first = await failure(post())
    expect(first).toBeInstanceOf(OutcomeUnknownError)

    expect(await failure(post())).toBeInstanceOf(kind)

    look = async () => ({ state: 'FOUND', result: makePostResult({ id: '7' }) })
    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(1)
  })

  it('is looked up for no longer than the call that asks again goes on', async () => {
    const stop = new AbortController()
    const heard: boolean[] = []
    let look: (call: ReconcileCall) => Promise<Reconciled> = undecided
    const { post } = await aWorld(onPosts(lost), {
      reconcile: (_receipt: unknown, call: ReconcileCall) => look(call),
    })
    await failure(post())

    look = async ({ signal }) => {
      stop.abort()
      heard.push(signal.aborted)
      return { state: 'UNKNOWN' }
    }
    expect(await failure(post({ signal: stop.signal }))).toBeInstanceOf(Error)
    expect(heard).toEqual([true])
  })

  it('is looked up within bounds, even when the look-up hangs', async () => {
    const { post } = await aWorld(onPosts(lost), { reconcile: never })
    const posting = failure(post({ deadlineSeconds: 30 }))
    await clock.advance(60)

    expect(await posting).toBeInstanceOf(OutcomeUnknownError)
  })

  it('is open for ever without proof, and is sent again only with it', async () => {
    let state: Reconciled['state'] = 'UNKNOWN'
    const reconcile = async () => ({ state })
    let answer: Answer = onPosts(lost)
    const { post, posts } = await aWorld((request) => answer(request), { reconcile })
    await failure(post())
    answer = happy

    for (let day = 0; day < 3; day += 1) {
      await clock.advance(86_400)
      expect(await failure(post())).toBeInstanceOf(OutcomeUnknownError)
    }
    state = 'NOT_PUBLISHED'
    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(2)
  })

  it('is told as it failed when it is proved not to be out, and the journal cannot take that down', async () => {
    const world = await aWorld(onPosts(lost), {
      reconcile: async (): Promise<Reconciled> => {
        world.store.save = () => Promise.reject(new Error('the database is away'))
        return { state: 'NOT_PUBLISHED' }
      },
    })

    expect(await failure(world.post())).toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('The connection broke.'),
    })
  })

  it('is never answered with what a found thing of another kind is', async () => {
    const { client } = await aWorld(
      (request) => (request.url.endsWith('/messages') ? lost() : happy(request)),
      { reconcile: async () => ({ state: 'FOUND', result: makePostResult({ id: '7' }) }) },
    )

    const error = await failure(client.account('sample:1').sendMessage('c', 'Hello'))

    expect(error).toBeInstanceOf(OutcomeUnknownError)
  })
})

describe('a lost answer that the journal could not write down', () => {
  it('stays open under the key that the error names, while the process lives', async () => {
    const { client, posts, store } = await aWorld(onPosts(lost))
    const open = store.open
    store.open = () => Promise.reject(new Error('the database is away'))
    const account = client.account('sample:1')

    const error = await failure(account.post(HELLO))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    const { idempotencyKey } = error as { readonly idempotencyKey: string }

    store.open = open
    for (let again = 0; again < 2; again += 1)
      expect(await failure(account.post(HELLO, { idempotencyKey }))).toBeInstanceOf(OutcomeUnknownError)
    expect(posts()).toBe(1)
  })
})

describe('a receipt from the future', () => {
  it('is not believed to be repeatable: the clock was set back, and the network has forgotten the key', async () => {
    const change = {
      publish: async (
        _post: unknown,
        call: Parameters<NonNullable<ReturnType<typeof sample>['publish']>>[1],
      ) => {
        const repeatableUntil = new Date(clock.now().getTime() + 3_300_000)
        const finish = { data: {}, repeatableUntil }
        return makePostResult(await call.http.post('/posts', idReply, { finish }))
      },
    }
    let answer: Answer = onPosts(lost)
    const { post, posts } = await aWorld((request) => answer(request), change)
    await failure(post())
    answer = happy
    clock.step(-7200)
    await clock.advance(3600)

    expect(await failure(post())).toBeInstanceOf(OutcomeUnknownError)
    expect(posts()).toBe(1)
  })
})

describe('a worker that was taken over', () => {
  it('answers with what the other one published', async () => {
    const { post, store } = await aWorld(happy)
    const save = store.save
    store.save = async (key, claim, receipt, lease) => {
      store.save = save
      // This worker stood still for longer than its lease, and another one has finished meanwhile.
      await clock.advance(61)
      expect(await post()).toMatchObject({ id: '7' })
      await save(key, claim, receipt, lease)
    }

    expect(await post()).toMatchObject({ id: '7' })
  })

  it('sends nothing after it stood still for longer than its lease', async () => {
    const { post, posts, store } = await aWorld(happy)
    const save = store.save
    store.save = async (...given) => {
      store.save = save
      await save(...given)
      clock.stall(61)
    }

    expect(await failure(post())).toMatchObject({ code: 'NETWORK', delivery: 'NOT_SENT' })
    expect(posts()).toBe(0)
    expect(await post()).toMatchObject({ id: '7' })
  })

  it('does the same when it stood still while it gave the entry up', async () => {
    let answer = onPosts(() => ({ status: 404 }))
    const { post, store } = await aWorld((request) => answer(request))
    const release = store.release
    store.release = async (...given) => {
      store.release = release
      await release(...given)
      clock.stall(61)
      answer = happy
      expect(await post()).toMatchObject({ id: '7' })
    }

    expect(await post()).toMatchObject({ id: '7' })
  })

  it('tells its own error when it stood still and nobody took over', async () => {
    const { post, posts, store } = await aWorld(onPosts(() => ({ status: 404 })))
    const release = store.release
    store.release = async (...given) => {
      store.release = release
      await release(...given)
      clock.stall(61)
    }

    expect(await failure(post())).toBeInstanceOf(NotFoundError)
    expect(posts()).toBe(1)
  })

  it('does not wait for ever for a journal that hangs when it looks again', async () => {
    const { post, store } = await aWorld(onPosts(() => ({ status: 404 })))
    const release = store.release
    store.release = async (...given) => {
      store.release = never
      await release(...given)
      clock.stall(61)
    }

    const posting = failure(post())
    for (let second = 0; second < 30; second += 1) await clock.advance(1)

    expect(await Promise.race([posting, Promise.resolve('hangs')])).toBeInstanceOf(NotFoundError)
  })

  it('says that another worker has it while that one is at work', async () => {
    const answer = Promise.withResolvers<never>()
    const { post, store } = await aWorld(onPosts(() => answer.promise))
    const save = store.save
    let other: Promise<unknown> = Promise.resolve()
    store.save = async (...given) => {
      store.save = save
      await clock.advance(61)
      other = failure(post())
      await clock.advance(1)
      await save(...given)
    }

    const error = await failure(post())

    expect(error).toBeInstanceOf(PublishBusyError)
    answer.reject(new NetworkError('The connection broke.'))
    expect(await other).toBeInstanceOf(OutcomeUnknownError)
  })
})

const idOf = (outcome: unknown) => (outcome as { readonly id?: string }).id ?? null

describe('what never answers', () => {
  it.each(['open', 'save', 'finish', 'release'] as const)(
    'does not outlive the deadline: journal.%s',
    async (method) => {
      const { post, posts, store } = await aWorld(
        method === 'release' ? onPosts(() => ({ status: 404 })) : happy,
      )
      store[method] = never
      const posting = failure(post({ deadlineSeconds: 30 }))
      await clock.advance(120)

      const outcome = await Promise.race([posting, Promise.resolve('hangs')])
      expect(outcome).not.toBe('hangs')
      // A post that is out is told as out, whatever the journal does.
      expect(idOf(outcome)).toBe(method === 'finish' ? '7' : null)
      expect(posts()).toBe(method === 'open' || method === 'save' ? 0 : 1)
    },
  )

  it('does not outlive the deadline: a platform that forgot to listen to its signal', async () => {
    const { post } = await aWorld(happy, { publish: never })
    const posting = failure(post({ deadlineSeconds: 30 }))
    await clock.advance(31)

    expect(await posting).toMatchObject({ code: 'NETWORK', timedOut: true })
  })

  it('does not outlive the signal: a storage that hangs', async () => {
    const { post } = await aWorld(happy)
    storage.getConnection = never
    const stop = new AbortController()
    const posting = failure(post({ signal: stop.signal }))
    const reason = new Error('enough')
    stop.abort(reason)

    expect(await posting).toBe(reason)
  })

  it('sends nothing once its call was given up', async () => {
    const waiting = Promise.withResolvers<void>()
    const change = {
      publish: async (
        _post: unknown,
        call: Parameters<NonNullable<ReturnType<typeof sample>['publish']>>[1],
      ) => {
        await waiting.promise
        return makePostResult(await call.http.post('/posts', idReply, { finish: { data: {} } }))
      },
    }
    const { post, posts } = await aWorld(happy, change)
    const posting = failure(post({ deadlineSeconds: 30 }))
    await clock.advance(31)
    await posting
    waiting.resolve()
    await clock.advance(1)

    expect(posts()).toBe(0)
  })
})

describe('errors', () => {
  it('belong to one caller each, with its own key: three posts that waited for one failed renewal', async () => {
    const { client, transport } = await aWorld(
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

describe('a file that changed after a crash', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'social-visible-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is uploaded afresh, never spliced from two versions', async () => {
    const path = join(folder, 'long.png')
    await writeFile(path, 'one')
    const seen: unknown[] = []
    const change = {
      publish: async (
        _post: unknown,
        call: Parameters<NonNullable<ReturnType<typeof sample>['publish']>>[1],
      ) => {
        seen.push(call.receipt?.data ?? null)
        await call.checkpoint({ step: 'PREPARE', data: { piece: seen.length } })
        if (seen.length < 3) throw new NetworkError('cut')
        return makePostResult(await call.http.post('/posts', idReply, { finish: { data: {} } }))
      },
    }
    const { client } = await aWorld(happy, change)
    const post = () => client.account('sample:1').post({ media: [Media.fromFile(path)] }, KEY)
    await failure(post())
    await failure(post())
    await utimes(path, new Date(1000), new Date(1000))
    await post()

    expect(seen).toEqual([null, { piece: 1 }, null])
  })
})

describe('a platform that marks nothing', () => {
  it('is warned of', async () => {
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
    const { post } = await aWorld(happy, plain)

    await post()

    unsubscribe('social.warning', listen)
    expect(heard.join()).toContain('marked no request as the visible one')
  })
})

describe('an answer that nobody understands', () => {
  /** Repeats what is harmless to repeat, in the same call. */
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
      'makes the platform stumble',
      {
        readError: ({ status }: { readonly status: number }) => {
          if (status === 200) throw new RangeError('Nobody thought of that.')
          return null
        },
      },
    ],
  ])('ends the try of the visible request: one that %s', async (_what, change) => {
    const answers = [{ body: '<html>' }, { status: 201, body: { id: '7' } }]
    const { post, posts } = await aWorld(
      onPosts(() => answers.shift() ?? { status: 500 }),
      { ...repeating, ...change },
    )

    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(2)
  })
})
