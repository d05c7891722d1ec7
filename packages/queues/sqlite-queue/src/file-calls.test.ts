import { ConfigError, systemClock } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { Bench } from './__fixtures__/bench.js'
import { FileCalls } from './file-calls.js'

const INSERT = 'INSERT INTO social_job_workers VALUES (?, 1, 1)'

describe('calls of the file', () => {
  it('share one transaction, and one that fails does not fail the others', async () => {
    await using bench = new Bench()
    const { file } = bench.open()
    const parts = {
      session: file.durable,
      path: bench.path,
      clock: systemClock,
      answerSeconds: 1,
      areWrites: true,
    }
    const calls = new FileCalls(parts)
    const call = (worker: string) => calls.run('queue.work', (session) => session.write(INSERT, worker))
    const answers = await Promise.allSettled([call('one'), call('one'), call('two')])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(file.quick.rows('SELECT id FROM social_job_workers').map(({ id }) => id)).toEqual(['one', 'two'])
  })

  it('run before the close, and are refused afterwards', async () => {
    await using bench = new Bench()
    const { file } = bench.open()
    const parts = {
      session: file.durable,
      path: bench.path,
      clock: systemClock,
      answerSeconds: 1,
      areWrites: true,
    }
    const calls = new FileCalls(parts)
    const running = calls.run('queue.work', (session) => session.write(INSERT, 'one'))
    calls.close()
    await expect(running).resolves.toBe(1)
    await expect(calls.run('queue.work', () => 1)).rejects.toThrow(ConfigError)
  })
})

describe('a closed queue', () => {
  it('refuses every call, and can be closed again', async () => {
    await using bench = new Bench()
    const { queue, work } = bench.open()
    await queue.close()
    await queue.close()
    for (const call of [
      queue.count(),
      queue.now(),
      queue.read('p1'),
      work(async () => ({ to: 'DONE', memo: {} })),
    ])
      await expect(call).rejects.toThrow('was closed')
  })
})
