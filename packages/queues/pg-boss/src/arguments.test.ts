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
    // An incomplete object, because nothing of it may be used.
    const queue = new PgBossQueue(opened as never, { name: 'jobs', schema: 'jobs' } as never, new Set())
    // Called without a wrapper: a method that throws synchronously fails here.
    const answer: unknown = Reflect.apply(Reflect.get(queue, method), queue, args)

    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(said)
  },
)
