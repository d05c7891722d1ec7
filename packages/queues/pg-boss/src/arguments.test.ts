import { WRONG_ARGUMENTS } from '@social-internal/shared-tests/wrong-arguments'
import { ConfigError } from '@social/core/store'
import { expect, it } from 'vitest'

import { PgBossQueue } from './pg-boss-queue.js'

const asked = (): never => {
  throw new Error('A request was sent to the server.')
}

const boss = { insert: asked, send: asked, update: asked, deleteJob: asked, complete: asked }
const opened = { boss, db: { executeSql: asked, beginTransaction: asked, listen: asked } }

it.each(WRONG_ARGUMENTS)(
  '%s rejects a wrong argument before any request to the server: %s',
  async (method, said, args) => {
    // The objects are incomplete, because the queue must not use them before it has checked the
    // arguments.
    const queue = new PgBossQueue(opened as never, { name: 'jobs', schema: 'jobs' } as never, new Set())
    // The method is called directly, so that the test fails if the method throws synchronously.
    const answer: unknown = Reflect.apply(Reflect.get(queue, method), queue, args)

    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(said)
  },
)
