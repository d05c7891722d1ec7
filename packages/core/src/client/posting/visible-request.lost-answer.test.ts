import { beforeEach, describe, expect, it } from 'vitest'

import type { ReconcileCall, Reconciled } from '../../contract/index.js'
import {
  AuthError,
  NetworkError,
  NotAllowedError,
  OutcomeUnknownError,
  PlatformError,
  RateLimitError,
  whatNext,
} from '../../errors/index.js'
import { makePostResult } from '../../models/index.js'
import type { sample } from '../__fixtures__/sample.js'
import { idReply, never, lost, failure, happy, onPosts } from './__fixtures__/answers.js'
import { type Answer, HELLO, PostingWorld } from './__fixtures__/posting-world.js'

let world: PostingWorld
beforeEach(() => {
  world = new PostingWorld()
})

const undecided = async (): Promise<Reconciled> => ({ state: 'UNKNOWN' })

describe('a lost response', () => {
  const unsure = { reconcile: async (): Promise<Reconciled> => ({ state: 'UNKNOWN', retryAfter: 20 }) }

  it('reports when another query may succeed', async () => {
    const { post } = await world.open(onPosts(lost), unsure)

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
  ])('stays unknown when it is queried later and %s', async (_what, thrown, kind) => {
    let query = (): Promise<Reconciled> => Promise.reject(thrown)
    const { post, posts } = await world.open(onPosts(lost), { reconcile: () => query() })
    const first = await failure(post())
    expect(first).toBeInstanceOf(OutcomeUnknownError)

    expect(await failure(post())).toBeInstanceOf(kind)

    query = async () => ({ state: 'FOUND', result: makePostResult({ id: '7' }) })
    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(1)
  })

  it.each([
    ['the network is down', new NetworkError('down', { delivery: 'NOT_SENT' }), 30],
    ['the network fails', new PlatformError('502', { platform: 'sample', statusCode: 502 }), 30],
    ['the network asks for a long wait', new RateLimitError('Slow down.', { retryAfter: 900 }), 900],
    ['the application storage fails', new Error('the database is away'), 30],
  ])('requires another query, not a person, when the query fails: %s', async (_what, thrown, seconds) => {
    const { post } = await world.open(onPosts(lost), { reconcile: () => Promise.reject(thrown) })

    const error = await failure(post())

    expect(whatNext(error)).toMatchObject({ todo: 'RETRY', afterSeconds: seconds, idempotencyKey: 'launch' })
    expect(error).toMatchObject({ message: expect.stringContaining(`in ${seconds} s`) })
  })

  it('is queried no longer than the repeated call lasts', async () => {
    const stop = new AbortController()
    const heard: boolean[] = []
    let query: (call: ReconcileCall) => Promise<Reconciled> = undecided
    const { post } = await world.open(onPosts(lost), {
      reconcile: (_receipt: unknown, call: ReconcileCall) => query(call),
    })
    await failure(post())

    query = async ({ signal }) => {
      stop.abort()
      heard.push(signal.aborted)
      return { state: 'UNKNOWN' }
    }
    expect(await failure(post({ signal: stop.signal }))).toBeInstanceOf(Error)
    expect(heard).toEqual([true])
  })

  it('is queried within bounds, even if the query hangs', async () => {
    const { post } = await world.open(onPosts(lost), { reconcile: never })
    const posting = failure(post({ deadlineSeconds: 30 }))
    await world.clock.advance(60)

    expect(await posting).toBeInstanceOf(OutcomeUnknownError)
  })

  it('is unknown forever without proof, and is sent again only with proof', async () => {
    let state: Reconciled['state'] = 'UNKNOWN'
    const reconcile = async () => ({ state })
    let answer: Answer = onPosts(lost)
    const { post, posts } = await world.open((request) => answer(request), { reconcile })
    await failure(post())
    answer = happy

    for (let day = 0; day < 3; day += 1) {
      await world.clock.advance(86_400)
      expect(await failure(post())).toBeInstanceOf(OutcomeUnknownError)
    }
    state = 'NOT_PUBLISHED'
    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(2)
  })

  it('is reported as failed with proof that nothing was published, even if the journal cannot store the proof', async () => {
    const one = await world.open(onPosts(lost), {
      reconcile: async (): Promise<Reconciled> => {
        one.store.save = () => Promise.reject(new Error('the database is away'))
        return { state: 'NOT_PUBLISHED' }
      },
    })

    const posting = failure(one.post())
    await world.clock.advance(60)

    expect(await posting).toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('The connection broke.'),
    })
  })

  it('is never completed with a found object of another kind', async () => {
    const { client } = await world.open(
      (request) => (request.url.endsWith('/messages') ? lost() : happy(request)),
      { reconcile: async () => ({ state: 'FOUND', result: makePostResult({ id: '7' }) }) },
    )

    const error = await failure(client.account('sample:1').sendMessage('c', 'Hello'))

    expect(error).toBeInstanceOf(OutcomeUnknownError)
  })
})

describe('a refusal that may have taken effect', () => {
  const details = { platform: 'sample', mayHaveTakenEffect: true }
  const refusing = (found: Reconciled) => ({
    readError: () => new NotAllowedError('Refused.', details),
    reconcile: async () => found,
  })
  const refused: Answer = onPosts(() => ({ status: 403, body: {} }))

  it('is a success if the post is found', async () => {
    const found = { state: 'FOUND', result: makePostResult({ id: '7' }) } as const
    const { post, posts } = await world.open(refused, refusing(found))

    expect(await post()).toMatchObject({ id: '7' })
    expect(posts()).toBe(1)
  })

  it('is the refusal with proof that nothing was published', async () => {
    const { post } = await world.open(refused, refusing({ state: 'NOT_PUBLISHED' }))

    expect(await failure(post())).toMatchObject({ code: 'NOT_ALLOWED' })
  })
})

describe('a lost response that the journal could not store', () => {
  it('stays unknown under the key in the error, while the process runs', async () => {
    const { client, posts, store } = await world.open(onPosts(lost))
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
  it('is not treated as repeatable, because the clock was set back and the network may no longer know the key', async () => {
    const change = {
      publish: async (
        _post: unknown,
        call: Parameters<NonNullable<ReturnType<typeof sample>['publish']>>[1],
      ) => {
        const repeatableUntil = new Date(world.clock.now().getTime() + 3_300_000)
        const finish = { data: {}, repeatableUntil }
        return makePostResult(await call.http.post('/posts', idReply, { finish }))
      },
    }
    let answer: Answer = onPosts(lost)
    const { post, posts } = await world.open((request) => answer(request), change)
    await failure(post())
    answer = happy
    world.clock.step(-7200)
    await world.clock.advance(3600)

    expect(await failure(post())).toBeInstanceOf(OutcomeUnknownError)
    expect(posts()).toBe(1)
  })
})
