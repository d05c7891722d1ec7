import type { JobQueue } from '@social/jobs/queue'
import { createClient } from 'redis'
import { describe, expect, it } from 'vitest'

import { configuredServer } from './__fixtures__/configured-server.js'
import { aCutLine } from './__fixtures__/cut-line.js'
import { bullQueue } from './bull-queue.js'

const url = configuredServer()
/** Exceeds the number of messages that the withdrawal of a job sends. */
const MAX_MESSAGES = 12

async function connected(address: string) {
  const client = createClient({ url: address, socket: { reconnectStrategy: false } })
  client.on('error', () => undefined)
  await client.connect()
  return Object.assign(client, {
    [Symbol.asyncDispose]: async () => {
      if (client.isOpen) client.destroy()
    },
  })
}

/** Starts a worker that holds every job. */
async function holding(queue: JobQueue, ran: string[] = []) {
  return queue.work(
    async ({ id }) => {
      ran.push(id)
      return { to: 'HELD', memo: { why: 'look' } }
    },
    { concurrency: 20, report: () => undefined },
  )
}

describe.skipIf(url === null)('a job whose withdrawing process is killed', () => {
  it.each(['waits for its moment', 'is held'] as const)(
    'that %s keeps its id at all times, and does not run after the withdrawal',
    async (how) => {
      await using client = await connected(url ?? '')
      const name = `withdrawn-${process.pid}-${how.length}`
      const queue = bullQueue(client, { name, acceptLoss: true })
      const dueAt = how === 'is held' ? null : new Date((await queue.now()).getTime() + 3_600_000)
      const jobs = Array.from({ length: MAX_MESSAGES }, (_nothing, at) => {
        return { id: `p${at}-x`, kind: 'TEST', payload: { at }, dueAt, keepSeconds: 3_600 }
      })
      for (const job of jobs) await queue.add(job)
      const first = await holding(queue)
      const before = how === 'is held' ? 'HELD' : 'WAITING'
      await expect.poll(async () => (await queue.count())[before]).toBe(jobs.length)
      await first.stop({ withinSeconds: 5 })

      const states: string[] = []
      for (const [messages, job] of jobs.entries()) {
        await using line = await aCutLine(url ?? '')
        await using cut = await connected(line.url)
        const other = bullQueue(cut, { name, acceptLoss: true, answerSeconds: 2 })
        await other.read(job.id)
        line.cutAfter(messages)
        const withdrawn = await other.withdraw(job.id, { why: 'cancelled' }).catch(() => null)
        await other.close().catch(() => undefined)
        const stored = await queue.read(job.id)
        expect(await queue.add(job)).toBe(false)
        expect([withdrawn, stored?.state]).not.toEqual([true, before])
        states.push(stored?.state ?? 'GONE')
      }
      const kept = states.filter((state) => state === before).length
      expect(kept).toBeGreaterThan(0)
      expect(states).toEqual(jobs.map((_job, at) => (at < kept ? before : 'CANCELLED')))

      const held = (await queue.list('HELD', { offset: 0, limit: 100 })).length
      expect(held).toBe(how === 'is held' ? kept : 0)
      const ran: string[] = []
      const second = await holding(queue, ran)
      await expect
        .poll(async () => (await queue.count()).ENDED)
        .toBeGreaterThanOrEqual(jobs.length - kept - 1)
      await second.stop({ withinSeconds: 5 })
      expect(ran).toEqual([])
      await queue.close()
    },
  )
})

describe.skipIf(url === null)('a job that is withdrawn and taken concurrently', () => {
  it('is either run or withdrawn, never both', async () => {
    await using client = await connected(url ?? '')
    const queue = bullQueue(client, { name: `taken-${process.pid}`, acceptLoss: true })
    const ids = Array.from({ length: 60 }, (_nothing, at) => `p${at}-x`)
    for (const id of ids) await queue.add({ id, kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 3_600 })
    const ran: string[] = []
    const working = queue.work(
      async ({ id }) => {
        ran.push(id)
        return { to: 'DONE', memo: {} }
      },
      { concurrency: 5, report: () => undefined },
    )
    const answers = await Promise.all(
      ids.toReversed().map(async (id) => ((await queue.withdraw(id, {})) ? [id] : [])),
    )
    const withdrawn = answers.flat()
    await expect.poll(async () => (await queue.count()).ENDED).toBe(ids.length)
    expect(new Set([...ran, ...withdrawn]).size).toBe(ids.length)
    expect(ran.length + withdrawn.length).toBe(ids.length)
    await (await working).stop({ withinSeconds: 5 })
    await queue.close()
  })
})
