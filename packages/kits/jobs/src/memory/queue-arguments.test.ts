import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { InMemoryJobQueue } from './memory-queue.js'

const JOB = { id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
const run = () => Promise.resolve({ to: 'DONE', memo: {} })
const report = () => undefined

const WRONG: readonly (readonly [method: string, said: string, args: readonly unknown[]])[] = [
  ['add', 'queue.add takes an object', [undefined]],
  ['add', 'queue.add: job.id must be text', [{ ...JOB, id: 1 }]],
  ['add', 'queue.add: job.kind must be text', [{ ...JOB, kind: null }]],
  ['add', 'queue.add: job.payload takes an object', [{ ...JOB, payload: 'text' }]],
  ['add', 'queue.add: job.payload must be', [{ ...JOB, payload: { run } }]],
  ['add', 'queue.add: job.dueAt must be a Date', [{ ...JOB, dueAt: '2026-11-23' }]],
  ['add', 'queue.add: job.dueAt must be a Date', [{ ...JOB, dueAt: new Date(Number.NaN) }]],
  ['add', 'queue.add: job.keepSeconds must be', [{ ...JOB, keepSeconds: -1 }]],
  ['work', 'queue.work: run must be a function', [{}, { atOnce: 1, report }]],
  ['work', 'queue.work: options takes an object', [run]],
  ['work', 'queue.work: options.atOnce must be', [run, { atOnce: 0, report }]],
  ['work', 'queue.work: options.report must be', [run, { atOnce: 1 }]],
  ['resume', 'queue.resume: id must be text', [1, {}]],
  ['resume', 'queue.resume: memo takes an object', ['p1', null]],
  ['withdraw', 'queue.withdraw: id must be text', [undefined, {}]],
  ['withdraw', 'queue.withdraw: memo must be', ['p1', { run }]],
  ['read', 'queue.read: id must be text', [null]],
  ['list', 'queue.list: list must be one of WAITING', ['DONE', { offset: 0, limit: 1 }]],
  ['list', 'queue.list: window takes an object', ['WAITING']],
  ['list', 'queue.list: window.offset must be', ['WAITING', { offset: -1, limit: 1 }]],
  ['list', 'queue.list: window.limit must be', ['WAITING', { offset: 0, limit: '1' }]],
]

describe('the queue in memory', () => {
  it.each(WRONG)('%s rejects a wrong argument: %s', async (method, said, args) => {
    const queue = new InMemoryJobQueue()
    // Called on its own: a method that throws before there is a promise fails here.
    const answer: unknown = Reflect.apply(Reflect.get(queue, method), queue, args)

    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(said)
    expect(await queue.count()).toEqual({ WAITING: 0, RUNNING: 0, HELD: 0, ENDED: 0 })
  })

  it.each([undefined, {}, { withinSeconds: Number.NaN }])(
    'does not stop a worker within %o',
    async (options) => {
      const queue = new InMemoryJobQueue()
      const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), { atOnce: 1, report })

      await expect(worker.stop(options as never)).rejects.toThrow(ConfigError)
      await queue.close()
    },
  )
})
