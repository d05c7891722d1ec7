import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { unwatched, watched } from './watch.js'

const reachedBy = async (work: () => unknown) =>
  [...(await watched(async () => void (await work()))).keys()].toSorted()

describe('watched work', () => {
  it.each<[string, () => unknown, readonly string[]]>([
    ['nothing', () => new Date(0).toISOString(), []],
    ['the wall clock, as a date', () => new Date(), ['the wall clock']],
    ['the wall clock, as a number', () => Date.now(), ['the wall clock']],
    ['a timer', () => clearTimeout(setTimeout(() => {}, 1)), ['a timer']],
    ['a timer that repeats', () => clearInterval(setInterval(() => {}, 1)), ['a timer']],
    ['a timer as a promise', () => sleep(1), ['a timer']],
    ['a signal with a time limit', () => AbortSignal.timeout(1), ['a timer']],
    ['chance', () => [Math.random(), crypto.randomUUID()], ['Math.random', 'crypto.randomUUID']],
    ['the global fetch', () => fetch('https://api.example/').catch(() => null), ['the global fetch']],
  ])('is seen to reach for %s', async (_what, work, reached) => {
    expect(await reachedBy(work)).toEqual(reached)
  })

  it('is reported with the place in the code', async () => {
    const [place] = (await watched(async () => void Date.now())).values()

    expect(place).toContain('watch.test.ts')
  })

  it('is seen after it waited, too', async () => {
    expect(await reachedBy(() => Promise.resolve().then(() => Math.random()))).toEqual(['Math.random'])
  })

  it('does not hide what the checks do themselves', async () => {
    expect(await reachedBy(() => unwatched(() => Date.now()))).toEqual([])
  })

  it('is the only observed work', async () => {
    const [seen] = await Promise.all([reachedBy(() => sleep(1)), Promise.resolve().then(() => Date.now())])

    expect(seen).toEqual(['a timer'])
  })

  it('leaves everything as it was, even when it fails', async () => {
    const { fetch, Date: RealDate } = globalThis
    const { random } = Math

    await Promise.all([reachedBy(() => sleep(2)), reachedBy(() => null)])
    await expect(watched(() => Promise.reject(new Error('no')))).rejects.toThrow('no')

    expect(globalThis.fetch).toBe(fetch)
    expect(globalThis.Date).toBe(RealDate)
    expect(Math.random).toBe(random)
    expect(Object.hasOwn(crypto, 'randomUUID')).toBe(false)
    expect(crypto.randomUUID()).toMatch(/^[-0-9a-f]{36}$/)
  })
})
