import { WRONG_ARGUMENTS } from '@social-internal/shared-tests/wrong-arguments'
import { ConfigError } from '@social/core/store'
import { createClient } from 'redis'
import { expect, it } from 'vitest'

import { bullQueue } from './bull-queue.js'

// The client is never connected, so a request over it would wait forever.
const queue = bullQueue(createClient({ url: 'redis://127.0.0.1:1' }))

it.each(WRONG_ARGUMENTS)(
  '%s rejects a wrong argument before any request to the server: %s',
  async (method, said, args) => {
    // The method is called directly, so that the test fails if the method throws synchronously.
    const answer: unknown = Reflect.apply(Reflect.get(queue, method), queue, args)

    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(said)
  },
)
