import { closedClientTrial } from '@social-internal/shared-tests/closed-client-trial'
import { SocialJobs } from '@social/jobs'
import { createClient } from 'redis'
import { expect, it } from 'vitest'

import { configuredServer } from './__fixtures__/configured-server.js'
import { bullQueue } from './bull-queue.js'

const url = configuredServer()

it.skipIf(url === null)('returns a job of a worker whose client is closed to the queue', async () => {
  const redis = createClient({ url: url ?? '' })
  redis.on('error', () => undefined)
  await redis.connect()
  const queue = bullQueue(redis, { name: `closed-client-${process.pid}`, acceptLoss: true })

  const { returned, ended, published } = await closedClientTrial(
    (client) => new SocialJobs({ client, queue }),
  )

  expect(returned).toMatchObject({ state: 'WAITING', problem: { code: 'CLOSED' } })
  expect([ended?.state, published]).toEqual(['DONE', 1])
  await queue.close()
  redis.destroy()
})
