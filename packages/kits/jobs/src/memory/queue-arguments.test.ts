import { WRONG_ARGUMENTS } from '@social-internal/shared-tests/wrong-arguments'
import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { InMemoryJobQueue } from './memory-queue.js'

const report = () => undefined

describe('the in-memory queue', () => {
  it.each(WRONG_ARGUMENTS)('%s rejects a wrong argument: %s', async (method, message, args) => {
    const queue = new InMemoryJobQueue()
    // Calls the method outside of a promise, so that the test fails if the method throws instead of
    // rejecting.
    const answer: unknown = Reflect.apply(Reflect.get(queue, method), queue, args)

    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(message)
    expect(await queue.count()).toEqual({ WAITING: 0, RUNNING: 0, HELD: 0, ENDED: 0 })
  })

  it.each([undefined, {}, { withinSeconds: Number.NaN }])(
    'does not stop a worker within %o',
    async (options) => {
      const queue = new InMemoryJobQueue()
      const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), { concurrency: 1, report })

      await expect(worker.stop(options as never)).rejects.toThrow(ConfigError)
      await queue.close()
    },
  )
})
