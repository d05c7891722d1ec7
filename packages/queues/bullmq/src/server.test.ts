import { installedRedis, startRedis } from '@social-internal/servers'
import { NetworkError } from '@social/core/store'
import type { WorkerReport } from '@social/jobs/queue'
import { createClient } from 'redis'
import { describe, expect, it, vi } from 'vitest'

import { bullQueue } from './bull-queue.js'
import { readSettings } from './options.js'
import { inspectServer, serverTime } from './server/server.js'

const job = { id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }

async function connected(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: () => 50 } })
  client.on('error', () => undefined)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.destroy() })
}

const infoOf = (lines: readonly string[]) => async () => lines.join('\r\n')

const factsOf = (version: string) => [
  '# Server',
  `redis_version:${version}`,
  'maxmemory_policy:noeviction',
  'aof_enabled:1',
]

describe('the server of a queue', () => {
  it.each([
    ['is too old', ['redis_version:6.0.16', 'maxmemory_policy:noeviction', 'aof_enabled:1'], '6.2'],
    [
      'may drop jobs',
      ['redis_version:7.0.15', 'maxmemory_policy:allkeys-lru', 'aof_enabled:1'],
      'noeviction',
    ],
    [
      'loses jobs on a restart',
      ['redis_version:7.0.15', 'maxmemory_policy:noeviction', 'aof_enabled:0'],
      'appendonly',
    ],
  ])('is refused if it %s', async (_what, lines, message) => {
    await expect(inspectServer(infoOf(lines), { acceptLoss: false })).rejects.toThrow(message)
  })

  it.each(['6.2.0', '7.0.15', '8.4'])('is accepted with version %s', async (version) => {
    await expect(inspectServer(infoOf(factsOf(version)), { acceptLoss: false })).resolves.toBeUndefined()
  })

  it.each(['5.9.0', '6.1.9'])('is refused with version %s, which the message contains', async (version) => {
    const inspected = inspectServer(infoOf(factsOf(version)), { acceptLoss: false })
    await expect(inspected).rejects.toThrow(`6.2 or newer; this one is ${version}.`)
  })

  it('may lose jobs if that is accepted', async () => {
    const info = infoOf(['redis_version:7.0.15', 'maxmemory_policy:noeviction', 'aof_enabled:0'])
    await expect(inspectServer(info, { acceptLoss: true })).resolves.toBeUndefined()
  })

  it('returns its time in milliseconds, and is refused without a complete time', async () => {
    expect(await serverTime(async () => ['1700000000', '250000'])).toBe(1_700_000_000_250)
    for (const reply of [[], ['1700000000'], 'PONG', null])
      await expect(serverTime(async () => reply)).rejects.toThrow('TIME')
  })

  it('is accepted if it returns no information', async () => {
    await expect(inspectServer(async () => '', { acceptLoss: false })).resolves.toBeUndefined()
  })

  it.each([
    ['a value that is not a client', {}],
    ['options of a client', { host: 'localhost', port: 6379 }],
    ['nothing', null],
  ])('is refused: %s', (_what, client) => {
    expect(() => bullQueue(client as never)).toThrow('connected client')
  })

  it.each([
    [{ nam: 'x' }, 'Did you mean "name"'],
    [{ name: 'a:b' }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'n'.repeat(65) }, 'name'],
    [{ prefix: 7 }, 'prefix'],
    [{ answerSeconds: '5' }, 'answerSeconds'],
    [{ leaseSeconds: Infinity }, 'leaseSeconds'],
    [{ prefix: '' }, 'prefix'],
    [{ answerSeconds: 0 }, 'answerSeconds'],
    [{ leaseSeconds: Number.NaN }, 'leaseSeconds'],
  ])('is refused with the options %o', (options, message) => {
    const client = { duplicate: () => undefined, sendCommand: async () => '' }
    expect(() => bullQueue(client, options as object)).toThrow(message)
  })
})

it('has defaults for all settings', () => {
  expect(readSettings({})).toEqual({
    name: 'social',
    prefix: '{bull}',
    acceptLoss: false,
    answerSeconds: 10,
    leaseSeconds: 20,
  })
  expect(readSettings({ name: 'n'.repeat(64) }).name).toHaveLength(64)
})

describe.skipIf(installedRedis() === null)('a test server', () => {
  it('that drops jobs when its memory is full is refused before the first job', async () => {
    await using server = await startRedis({ args: ['--maxmemory-policy', 'allkeys-lru'] })
    await using client = await connected(server?.url ?? '')
    const queue = bullQueue(client, { acceptLoss: true })
    await expect(queue.add(job)).rejects.toThrow('maxmemory-policy')
    await queue.close()
  })

  it('that is reconfigured to drop jobs gets no new jobs, and its workers report that and continue', async () => {
    await using server = await startRedis({ durable: true })
    await using client = await connected(server?.url ?? '')
    const queue = bullQueue(client)
    const later = { ...job, id: 'p2', dueAt: new Date(Date.now() + 3_600_000) }
    await queue.add(later)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const reports: WorkerReport[] = []
    const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), {
      concurrency: 1,
      report: (report) => reports.push(report),
    })
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru'])
    vi.advanceTimersByTime(61_000)
    vi.useRealTimers()
    await expect.poll(() => reports).toMatchObject([{ type: 'TROUBLE', error: { code: 'CONFIG' } }])

    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
    await expect(queue.add(job)).rejects.toThrow('maxmemory-policy is allkeys-lru')
    expect(await queue.withdraw(later.id, {})).toBe(true)
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory-policy', 'noeviction'])
    expect(await queue.add(job)).toBe(true)
    vi.restoreAllMocks()
    await expect.poll(async () => (await queue.read(job.id))?.state).toBe('DONE')
    await worker.stop({ withinSeconds: 5 })
    await queue.close()
  })

  it('that hangs causes a timeout, and the same call can be repeated later', async () => {
    await using server = await startRedis({ durable: true })
    await using client = await connected(server?.url ?? '')
    const queue = bullQueue(client, { answerSeconds: 0.3 })
    expect(await queue.count()).toMatchObject({ WAITING: 0 })
    await server?.pause(true)
    await expect(queue.add(job)).rejects.toMatchObject({ code: 'NETWORK', timedOut: true })
    await server?.pause(false)
    await queue.add(job)
    expect(await queue.count()).toMatchObject({ WAITING: 1 })
    await queue.close()
  })

  it('that is full, or a replica, is reported clearly, and the jobs continue after it accepts them again', async () => {
    await using server = await startRedis({ durable: true })
    await using client = await connected(server?.url ?? '')
    const queue = bullQueue(client)
    await queue.add(job)
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '1mb'])
    const full: unknown = await queue.add({ ...job, id: 'p2' }).catch((error: unknown) => error)
    expect(NetworkError.is(full)).toBe(true)
    expect(String(full)).toContain('maxmemory')
    const reported = Promise.withResolvers<unknown>()
    const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), {
      concurrency: 2,
      report: (report) => {
        if (report.type === 'TROUBLE') reported.resolve(report.error)
      },
    })
    expect(NetworkError.is(await reported.promise)).toBe(true)
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '0'])
    await client.sendCommand(['REPLICAOF', '127.0.0.1', '1'])
    const replica: unknown = await queue.add({ ...job, id: 'p3' }).catch((error: unknown) => error)
    expect(NetworkError.is(replica)).toBe(true)
    expect(String(replica)).toContain('READONLY')
    await client.sendCommand(['REPLICAOF', 'NO', 'ONE'])
    await queue.add({ ...job, id: 'p4' })
    for (const end = performance.now() + 240_000; performance.now() < end;) {
      if ((await queue.count()).ENDED === 2) break
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
    expect(await queue.count()).toEqual({ WAITING: 0, RUNNING: 0, HELD: 0, ENDED: 2 })
    await worker.stop({ withinSeconds: 1 })
    await queue.close()
  })

  it('that is killed and restarted with its append-only file has every job, and workers continue', async () => {
    await using server = await startRedis({ durable: true })
    await using client = await connected(server?.url ?? '')
    const queue = bullQueue(client, { leaseSeconds: 1 })
    const ids = Array.from({ length: 40 }, (_nothing, at) => `p${at}-x`)
    const runs = new Map<string, number>()
    for (const id of ids) await queue.add({ ...job, id })
    const half = Promise.withResolvers<undefined>()
    const worker = await queue.work(
      async ({ id }) => {
        runs.set(id, (runs.get(id) ?? 0) + 1)
        if (runs.size === ids.length / 2) half.resolve(undefined)
        await new Promise((resolve) => {
          setTimeout(resolve, 5)
        })
        return { to: 'DONE', memo: {} }
      },
      { concurrency: 3, report: () => undefined },
    )
    await half.promise
    await server?.kill()
    await server?.start()
    for (const end = performance.now() + 240_000; performance.now() < end;) {
      const counts = await queue.count().catch(() => null)
      if (counts?.ENDED === ids.length) break
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
    expect(await queue.count()).toEqual({ WAITING: 0, RUNNING: 0, HELD: 0, ENDED: ids.length })
    expect([...runs.keys()].length).toBe(ids.length)
    await worker.stop({ withinSeconds: 1 })
    await queue.close()
  })
})
