import { WRONG_ARGUMENTS } from '@social-internal/shared-tests/wrong-arguments'
import { ConfigError } from '@social/core/store'
import { expect, it } from 'vitest'

import { PgBossQueue } from './pg-boss-queue.js'

const asked = (): never => {
  throw new Error('The server was asked.')
}

const boss = { insert: asked, send: asked, update: asked, deleteJob: asked, complete: asked }
const opened = { boss, db: { executeSql: asked, beginTransaction: asked, listen: asked } }

it.each(WRONG_ARGUMENTS)(
  '%s rejects a wrong argument before the server is asked: %s',
  async (method, said, args) => {
    // Nothing but what is called, and that must not be.
    const queue = new PgBossQueue(opened as never, { name: 'jobs', schema: 'jobs' } as never, new Set())
    // Called on its own: a method that throws before there is a promise fails here.
    const answer: unknown = Reflect.apply(Reflect.get(queue, method), queue, args)

    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(said)
  },
)
