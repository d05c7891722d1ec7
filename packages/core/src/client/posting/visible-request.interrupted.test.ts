import { beforeEach, describe, expect, it } from 'vitest'

import { NetworkError, NotFoundError, OutcomeUnknownError, PublishBusyError } from '../../errors/index.js'
import { makePostResult } from '../../models/index.js'
import type { sample } from '../__fixtures__/sample.js'
import { idReply, never, failure, happy, onPosts } from './__fixtures__/answers.js'
import { PostingWorld } from './__fixtures__/posting-world.js'

let world: PostingWorld
beforeEach(() => {
  world = new PostingWorld()
})

describe('a worker whose lease was taken over', () => {
  it('returns the result of the other worker', async () => {
    const { post, store } = await world.open(happy)
    const save = store.save
    store.save = async (key, claim, receipt, lease) => {
      store.save = save
      // The clock passes the end of this worker's lease, and another worker publishes the post meanwhile.
      await world.clock.advance(61)
      expect(await post()).toMatchObject({ id: '7' })
      await save(key, claim, receipt, lease)
    }

    expect(await post()).toMatchObject({ id: '7' })
  })

  it('sends nothing after it was suspended for longer than its lease', async () => {
    const { post, posts, store } = await world.open(happy)
    const save = store.save
    store.save = async (...given) => {
      store.save = save
      await save(...given)
      world.clock.stall(61)
    }

    expect(await failure(post())).toMatchObject({ code: 'NETWORK', delivery: 'NOT_SENT' })
    expect(posts()).toBe(0)
    expect(await post()).toMatchObject({ id: '7' })
  })

  it('returns that result as well if it was suspended while it released the entry', async () => {
    let answer = onPosts(() => ({ status: 404 }))
    const { post, store } = await world.open((request) => answer(request))
    const release = store.release
    store.release = async (...given) => {
      store.release = release
      await release(...given)
      world.clock.stall(61)
      answer = happy
      expect(await post()).toMatchObject({ id: '7' })
    }

    expect(await post()).toMatchObject({ id: '7' })
  })

  it('reports its own error if it was suspended and no worker took over', async () => {
    const { post, posts, store } = await world.open(onPosts(() => ({ status: 404 })))
    const release = store.release
    store.release = async (...given) => {
      store.release = release
      await release(...given)
      world.clock.stall(61)
    }

    expect(await failure(post())).toBeInstanceOf(NotFoundError)
    expect(posts()).toBe(1)
  })

  it('does not wait forever for a hanging journal when it reads the entry again', async () => {
    const { post, store } = await world.open(onPosts(() => ({ status: 404 })))
    const release = store.release
    store.release = async (...given) => {
      store.release = never
      await release(...given)
      world.clock.stall(61)
    }

    const posting = failure(post())
    for (let second = 0; second < 30; second += 1) await world.clock.advance(1)

    expect(await Promise.race([posting, Promise.resolve('hangs')])).toBeInstanceOf(NotFoundError)
  })

  it('reports that another worker holds the entry while that worker runs', async () => {
    const answer = Promise.withResolvers<never>()
    const { post, store } = await world.open(onPosts(() => answer.promise))
    const save = store.save
    let other: Promise<unknown> = Promise.resolve()
    store.save = async (...given) => {
      store.save = save
      await world.clock.advance(61)
      other = failure(post())
      await world.clock.advance(1)
      await save(...given)
    }

    const error = await failure(post())

    expect(error).toBeInstanceOf(PublishBusyError)
    answer.reject(new NetworkError('The connection broke.'))
    expect(await other).toBeInstanceOf(OutcomeUnknownError)
  })
})

const idOf = (outcome: unknown) => (outcome as { readonly id?: string }).id ?? null

describe('a port that never responds', () => {
  it.each(['open', 'save', 'finish', 'release'] as const)(
    'does not outlive the deadline: journal.%s',
    async (method) => {
      const { post, posts, store } = await world.open(
        method === 'release' ? onPosts(() => ({ status: 404 })) : happy,
      )
      store[method] = never
      const posting = failure(post({ deadlineSeconds: 30 }))
      await world.clock.advance(120)

      const outcome = await Promise.race([posting, Promise.resolve('hangs')])
      expect(outcome).not.toBe('hangs')
      // Only `finish` fails after the post was published. In that case the post is reported as published.
      expect(idOf(outcome)).toBe(method === 'finish' ? '7' : null)
      expect(posts()).toBe(method === 'open' || method === 'save' ? 0 : 1)
    },
  )

  it('does not outlive the deadline: a platform that ignores its signal', async () => {
    const { post } = await world.open(happy, { publish: never })
    const posting = failure(post({ deadlineSeconds: 30 }))
    await world.clock.advance(31)

    expect(await posting).toMatchObject({ code: 'NETWORK', timedOut: true })
  })

  it('does not outlive the signal: a storage that hangs', async () => {
    const { post } = await world.open(happy)
    world.storage.getConnection = never
    const stop = new AbortController()
    const posting = failure(post({ signal: stop.signal }))
    const reason = new Error('enough')
    stop.abort(reason)

    expect(await posting).toBe(reason)
  })

  it('sends nothing after its call was aborted', async () => {
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
    const { post, posts } = await world.open(happy, change)
    const posting = failure(post({ deadlineSeconds: 30 }))
    await world.clock.advance(31)
    await posting
    waiting.resolve()
    await world.clock.advance(1)

    expect(posts()).toBe(0)
  })
})
