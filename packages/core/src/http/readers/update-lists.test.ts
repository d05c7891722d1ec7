import { describe, expect, it } from 'vitest'

import { ConfigError, PlatformError, PostGoneError, RateLimitError } from '../../errors/index.js'
import { makeUpdate } from '../../models/index.js'
import { QuickClock } from '../__fixtures__/engine.js'
import { readAllUpdateSteps, readUpdateLists, type UpdatePage } from './update-lists.js'

const update = (id: string, second = 0) =>
  makeUpdate({
    id,
    kind: 'COMMENT_CREATED',
    platform: 'sample',
    connectionId: 'sample:1',
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
  })

type Pages = Readonly<Record<string, UpdatePage | Error>>

/**
 * Creates lists from `pages`. The keys are the list id for a first page, and list id and cursor
 * (`a:2`) for a further page.
 */
function lists(pages: Pages, ids: readonly string[] = ['a', 'b', 'c']) {
  const requested: string[] = []
  const clock = new QuickClock()
  const step = (progress: string | null, maxPages = 10) =>
    readUpdateLists(progress, {
      readIds: async () => ids,
      readPage: async (id, cursor) => {
        const key = cursor === null ? id : `${id}:${cursor}`
        requested.push(key)
        const page = pages[key] ?? { updates: [], next: null }
        if (page instanceof Error) throw page
        return page
      },
      isGone: (error) => PostGoneError.is(error),
      maxPages,
      clock,
    })
  return { requested, clock, step }
}

const idsOf = (updates: readonly { readonly id: string }[]) => updates.map(({ id }) => id)
const outage = () =>
  new PlatformError('sample has trouble.', { platform: 'fake', statusCode: 500, isOutage: true })

describe('a step of a poll over many lists', () => {
  it('reads the first page of each list before any second page', async () => {
    const { step, requested } = lists({
      a: { updates: [update('a2', 5), update('a1', 3)], next: '2' },
      'a:2': { updates: [update('a0', 1)], next: null },
      b: { updates: [update('b', 4)], next: null },
    })
    const { updates, isComplete, progress, interruptedBy } = await step(null)
    expect(requested).toEqual(['a', 'b', 'c', 'a:2'])
    expect(idsOf(updates)).toEqual(['a0', 'a1', 'b', 'a2'])
    expect({ isComplete, progress, interruptedBy }).toEqual({
      isComplete: true,
      progress: null,
      interruptedBy: null,
    })
  })

  it('stops after its pages and resumes with the next list', async () => {
    const { step, requested } = lists({ a: { updates: [update('a')], next: '2' } })
    const first = await step(null, 2)
    const second = await step(first.progress, 2)
    expect([first.isComplete, second.isComplete]).toEqual([false, true])
    expect(requested).toEqual(['a', 'b', 'c', 'a:2'])
  })

  it('keeps the updates when a rate limit interrupts the step, and resumes with the refused list', async () => {
    const pages: Record<string, UpdatePage | Error> = {
      a: { updates: [update('a')], next: '2' },
      b: new RateLimitError('Slow down.', { retryAfter: 300 }),
    }
    const { step, requested } = lists(pages)
    const first = await step(null)
    expect(idsOf(first.updates)).toEqual(['a'])
    expect(first.interruptedBy).toBe(pages['b'])
    delete pages['b']
    expect((await step(first.progress)).isComplete).toBe(true)
    expect(requested).toEqual(['a', 'b', 'b', 'c', 'a:2'])
  })

  it('reads the other lists when one fails, then only the failed list, then starts again with all lists', async () => {
    const { step, requested } = lists({ b: outage(), c: { updates: [update('c')], next: null } })
    const first = await step(null)
    expect(idsOf(first.updates)).toEqual(['c'])
    expect(first).toMatchObject({ isComplete: false, progress: '[["b"]]' })
    expect(first.interruptedBy).toBeInstanceOf(PlatformError)
    expect(await step(first.progress)).toMatchObject({ isComplete: false, progress: null })
    expect(requested).toEqual(['a', 'b', 'c', 'b'])
  })

  it('reads a list again from its first page when its cursor is refused', async () => {
    const refused = new PlatformError('The cursor is too old.', {
      platform: 'fake',
      statusCode: 400,
      isOutage: false,
    })
    const { step, requested } = lists({ 'a:2': refused, b: { updates: [], next: '2' } })
    const { progress } = await step('[["a","2"],["b"]]', 2)
    await step(progress, 2)
    expect(requested).toEqual(['a:2', 'b', 'b:2', 'a'])
  })

  it('ends after three failures in a row', async () => {
    const { step, requested } = lists({ a: outage(), b: outage(), c: outage() }, ['a', 'b', 'c', 'd'])
    const { progress } = await step(null)
    expect(requested).toEqual(['a', 'b', 'c'])
    expect(progress).toBe('[["d"],["a"],["b"],["c"]]')
  })

  it('continues without a list that no longer exists', async () => {
    const { step } = lists({ a: new PostGoneError('It is gone.') })
    expect(await step(null)).toMatchObject({ isComplete: true, interruptedBy: null })
  })

  it('reads no further page after 90 seconds, but at least one', async () => {
    const { step, clock, requested } = lists({
      get a() {
        clock.pass(90)
        return { updates: [update('a')], next: null }
      },
    })
    expect(await step(null)).toMatchObject({ isComplete: false, progress: '[["b"],["c"]]' })
    expect(requested).toEqual(['a'])
  })

  it.each(['', 'x', '{}', '[]', '[7]', '[[7]]', '[["a",7]]'])(
    'refuses invalid progress: %s',
    async (text) => {
      await expect(lists({}).step(text)).rejects.toThrow(ConfigError)
    },
  )
})

const options = (clock: QuickClock, maxSteps = 10) => ({
  maxSteps,
  maxWaitSeconds: 70,
  sleep: (seconds: number) => clock.sleep(seconds),
})

describe('all steps in one call', () => {
  it('waits for a short rate limit and continues', async () => {
    const pages: Record<string, UpdatePage | Error> = {
      b: new RateLimitError('Slow down.', { retryAfter: 60 }),
      c: { updates: [update('c', 1)], next: null },
    }
    const { step, clock } = lists(pages)
    const all = readAllUpdateSteps(async (progress) => {
      const read = await step(progress)
      delete pages['b']
      return read
    }, options(clock))
    expect(idsOf((await all).updates)).toEqual(['c'])
    expect(clock.sleeps).toEqual([60])
  })

  it('fails with a longer rate limit and with any other error', async () => {
    for (const error of [new RateLimitError('Slow down.', { retryAfter: 300 }), outage()]) {
      const { step, clock } = lists({ b: error })
      await expect(readAllUpdateSteps(step, options(clock))).rejects.toBe(error)
    }
  })

  it('ends after the maximum number of steps and reports unread lists', async () => {
    const { step, clock } = lists({})
    const read = (progress: string | null) => step(progress, 1)
    expect(await readAllUpdateSteps(read, options(clock, 2))).toEqual({ updates: [], isComplete: false })
  })
})
