import { setTimeout as sleep } from 'node:timers/promises'

import { createClient } from 'redis'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { configuredServer } from './__fixtures__/configured-server.js'
import { bullQueue } from './bull-queue.js'
import { ServerClock } from './server/server-clock.js'

const url = configuredServer()

describe.skipIf(url === null)('a worker whose clock is wrong by minutes', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['ahead', 180_000],
    ['behind', -180_000],
  ])('takes no jobs while it is %s, but a worker with a correct clock does', async (which, offMs) => {
    const client = createClient({ url: url ?? '' })
    client.on('error', () => undefined)
    await client.connect()
    const queue = bullQueue(client, { name: `clocks-${process.pid}-${which}`, acceptLoss: true })
    const ran: string[] = []
    const reports: string[] = []
    const work = (name: string) =>
      queue.work(
        async () => {
          ran.push(name)
          return { to: 'DONE', memo: {} }
        },
        { concurrency: 1, report: ({ type }) => reports.push(type) },
      )
    const job = { kind: 'TEST', payload: {}, keepSeconds: 3_600 }
    await queue.add({ ...job, id: 'now', dueAt: null })
    await queue.add({ ...job, id: 'later', dueAt: new Date((await queue.now()).getTime() + 400) })

    vi.setSystemTime(Date.now() + offMs)
    const wrong = await work('wrong')
    while (!reports.includes('CLOCK_OFF')) await sleep(10)
    await sleep(600)
    // The worker reports CLOCK_OFF at each check, and on a slow machine several checks may happen.
    // Duplicates are removed.
    expect([ran, [...new Set(reports)]]).toEqual([[], ['CLOCK_OFF']])
    await wrong.stop({ withinSeconds: 1 })

    vi.useRealTimers()
    const right = await work('right')
    await vi.waitFor(() => expect(ran).toEqual(['right', 'right']), 120_000)
    await right.stop({ withinSeconds: 1 })
    await queue.close()
    client.destroy()
  })
})

describe.skipIf(url === null)('a worker whose clock is set while it works', () => {
  afterEach(() => void vi.useRealTimers())

  it('detects it at the first job that it receives too early, and does not take that job repeatedly', async () => {
    const client = createClient({ url: url ?? '' })
    client.on('error', () => undefined)
    await client.connect()
    const place = { name: `set-${process.pid}`, prefix: `{set-${process.pid}}`, acceptLoss: true }
    const queue = bullQueue(client, place)
    const ran: string[] = []
    const off = Promise.withResolvers<void>()
    const worker = await queue.work(
      async ({ id }) => {
        ran.push(id)
        return { to: 'DONE', memo: {} }
      },
      { concurrency: 1, report: ({ type }) => (type === 'CLOCK_OFF' ? off.resolve() : undefined) },
    )
    const job = { kind: 'TEST', payload: {}, keepSeconds: 30 * 86_400 }
    const dueAt = new Date((await queue.now()).getTime() + 600_000)
    await queue.add({ ...job, id: 'later', dueAt })
    vi.setSystemTime(Date.now() + 1_200_000)
    // When a worker receives a job, BullMQ makes delayed jobs available by the worker's clock.
    await queue.add({ ...job, id: 'now', dueAt: null })
    await off.promise
    await worker.stop({ withinSeconds: 1 })

    expect(ran.filter((id) => id === 'later')).toEqual([])
    expect(await queue.read('later')).toMatchObject({ state: 'WAITING', dueAt })
    const [data, taken] = await client.hmGet(`${place.prefix}:${place.name}:later`, ['data', 'ats'])
    expect(data).toContain('payload')
    expect(Number(taken)).toBeLessThan(5)
    await queue.close()
    client.destroy()
  })
})

/** Fakes a server whose clock shows this time. */
const serverAt = (milliseconds: number) => async () => [
  String(Math.floor(milliseconds / 1000)),
  String((milliseconds % 1000) * 1000),
]

describe('the clock of the server', () => {
  it.each([
    [1_500, true],
    [-1_500, true],
    [2_500, false],
    [-2_500, false],
  ])('may differ by %d milliseconds: %s', async (difference, isRight) => {
    // The clock is stopped, so that the duration of the test does not change the measured
    // difference.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const heard: string[] = []
    const clock = new ServerClock(serverAt(Date.now() + difference), {
      off: (seconds) => heard.push(`off ${Math.round(seconds * 2) / 2}`),
      right: () => heard.push('right'),
      trouble: () => heard.push('trouble'),
    })
    await clock.start()
    clock.close()
    expect(clock.isRight).toBe(isRight)
    expect(heard).toEqual(isRight ? [] : [`off ${-difference / 1000}`])
    expect(Math.abs(clock.now() - Date.now() - difference)).toBeLessThan(2)
    vi.useRealTimers()
  })

  it('is checked every minute, and every five seconds while it differs, until it is closed', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
    const heard: string[] = []
    let difference = 0
    let checks = 0
    const ask = () => {
      checks += 1
      return difference === Infinity ? Promise.reject(new Error('away')) : serverAt(Date.now() + difference)()
    }
    const clock = new ServerClock(ask, {
      off: () => heard.push('off'),
      right: () => heard.push('right'),
      trouble: () => heard.push('trouble'),
    })
    await clock.start()
    difference = 5_000
    await vi.advanceTimersByTimeAsync(59_999)
    expect([checks, heard]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(1)
    expect([checks, heard, clock.isRight]).toEqual([2, ['off'], false])
    difference = Infinity
    await vi.advanceTimersByTimeAsync(5_000)
    difference = 0
    await vi.advanceTimersByTimeAsync(5_000)
    expect([checks, heard, clock.isRight]).toEqual([4, ['off', 'trouble', 'right'], true])
    clock.close()
    await vi.advanceTimersByTimeAsync(300_000)
    expect([checks, vi.getTimerCount()]).toEqual([4, 0])
    vi.useRealTimers()
  })

  it('is checked within five seconds after a change of this machine’s clock', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
    const heard: string[] = []
    let setByMs = 0
    let checks = 0
    const ask = () => {
      checks += 1
      return serverAt(Date.now() - setByMs)()
    }
    const clock = new ServerClock(ask, {
      off: (seconds) => heard.push(`off ${Math.round(seconds)}`),
      right: () => heard.push('right'),
      trouble: () => heard.push('trouble'),
    })
    await clock.start()
    await clock.readIfSet()
    await vi.advanceTimersByTimeAsync(9_000)
    expect([checks, heard]).toEqual([1, []])
    setByMs = 1_200_000
    vi.setSystemTime(Date.now() + setByMs)
    await Promise.all([clock.readIfSet(), clock.readIfSet()])
    expect([checks, heard]).toEqual([2, ['off 1200']])
    vi.setSystemTime(Date.now() - setByMs)
    setByMs = 0
    await vi.advanceTimersByTimeAsync(1_000)
    expect([checks, heard]).toEqual([3, ['off 1200', 'right']])
    setByMs = -1_200_000
    vi.setSystemTime(Date.now() + setByMs)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([checks, heard]).toEqual([4, ['off 1200', 'right', 'off -1200']])
    clock.close()
    vi.useRealTimers()
  })

  it('is not checked after the close, also during a check', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const heard = { off: () => undefined, right: () => undefined, trouble: () => undefined }
    const first = Promise.withResolvers<string[]>()
    const beginning = new ServerClock(() => first.promise, heard)
    const started = beginning.start()
    beginning.close()
    first.resolve(await serverAt(Date.now())())
    await started

    const later = Promise.withResolvers<string[]>()
    const asked = Promise.withResolvers<void>()
    let checks = 0
    const clock = new ServerClock(() => {
      checks += 1
      if (checks === 1) return serverAt(Date.now())()
      asked.resolve()
      return later.promise
    }, heard)
    await clock.start()
    await vi.advanceTimersByTimeAsync(60_000)
    await asked.promise
    clock.close()
    later.resolve(await serverAt(Date.now())())
    await vi.advanceTimersByTimeAsync(300_000)

    expect([checks, vi.getTimerCount()]).toEqual([2, 0])
    vi.useRealTimers()
  })

  it('is refused if the server returns a value that is not a time', async () => {
    const clock = new ServerClock(async () => 'PONG', { off: () => {}, right: () => {}, trouble: () => {} })
    await expect(clock.start()).rejects.toThrow('TIME')
    clock.close()
  })
})
