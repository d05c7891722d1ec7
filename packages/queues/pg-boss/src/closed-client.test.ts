import { emptyDatabase } from '@social-internal/servers'
import { closedClientTrial } from '@social-internal/shared-tests/closed-client-trial'
import { SocialJobs } from '@social/jobs'
import { expect, inject, it } from 'vitest'

import { pgBossQueue } from './open.js'

const SERVER = inject('postgresUrl')

it.skipIf(SERVER === null)('returns a job of a worker whose client is closed to the queue', async () => {
  const database = await emptyDatabase(SERVER ?? '')
  const queue = await pgBossQueue({ connectionString: database.url })

  const { returned, ended, published } = await closedClientTrial(
    (client) => new SocialJobs({ client, queue }),
  )

  expect(returned).toMatchObject({ state: 'WAITING', problem: { code: 'CLOSED' } })
  expect([ended?.state, published]).toEqual(['DONE', 1])
  await queue.close()
  await database.remove()
})
