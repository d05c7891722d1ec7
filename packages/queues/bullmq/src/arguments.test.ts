import { WRONG_ARGUMENTS } from '@social-internal/shared-tests/wrong-arguments'
import { ConfigError } from '@social/core/store'
import { createClient } from 'redis'
import { expect, it } from 'vitest'

import { bullQueue } from './bull-queue.js'

// Never connected: what was asked of it would wait for ever.
const queue = bullQueue(createClient({ url: 'redis://127.0.0.1:1' }))

it.each(WRONG_ARGUMENTS)(
  '%s rejects a wrong argument before the server is asked: %s',
  async (method, said, args) => {
    // Called on its own: a method that throws before there is a promise fails here.
    const answer: unknown = Reflect.apply(Reflect.get(queue, method), queue, args)

    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(said)
  },
)
