import { emptyDatabase } from '@social-internal/servers'
import type { JobQueue } from '@social/jobs'
import { JobQueueChecks } from '@social/jobs/queue'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { pgBossQueue } from './open.js'

const SERVER = inject('postgresUrl')

describe.skipIf(SERVER === null)('jobs in PostgreSQL', () => {
  let url = ''
  let remove: (() => Promise<void>) | null = null
  let made = 0
  beforeAll(async () => {
    const database = await emptyDatabase(SERVER ?? '')
    url = database.url
    remove = database.remove
  })
  afterAll(() => remove?.())

  const names = new Map<JobQueue, string>()
  const open = async (name: string): Promise<JobQueue> => {
    const queue = await pgBossQueue({ connectionString: url, name })
    names.set(queue, name)
    return queue
  }
  const make = (): Promise<JobQueue> => {
    made += 1
    return open(`queue_${made}`)
  }
  const another = (queue: JobQueue): Promise<JobQueue> => open(names.get(queue) ?? '')

  it.each([...new JobQueueChecks({ make, another })])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
