import { WRONG_ARGUMENTS } from '@social-internal/shared-tests/wrong-arguments'
import { ConfigError } from '@social/core/store'
import { afterAll, expect, it } from 'vitest'

import { TemporaryFolder } from './__fixtures__/files.js'
import { sqliteQueue } from './open.js'

const folder = new TemporaryFolder()
const queue = sqliteQueue(folder.file())
afterAll(async () => {
  await queue.close()
  folder.remove()
})

it.each(WRONG_ARGUMENTS)('%s rejects a wrong argument: %s', async (method, said, args) => {
  // The method is called directly, so that the test fails if the method throws synchronously.
  const answer: unknown = Reflect.apply(Reflect.get(queue, method), queue, args)

  await expect(answer).rejects.toThrow(ConfigError)
  await expect(answer).rejects.toThrow(said)
})
