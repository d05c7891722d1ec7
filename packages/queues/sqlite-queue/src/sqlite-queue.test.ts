import type { JobQueue } from '@social/jobs'
import { JobQueueChecks } from '@social/jobs/queue'
import { afterAll, describe, expect, it } from 'vitest'

import { TemporaryFolder } from './__fixtures__/files.js'
import { sqliteQueue } from './open.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

describe('jobs in an SQLite file', () => {
  const paths = new Map<JobQueue, string>()
  const open = (path: string): JobQueue => {
    const queue = sqliteQueue(path)
    paths.set(queue, path)
    return queue
  }
  const make = (): JobQueue => open(folder.file())
  const another = (queue: JobQueue): JobQueue => open(paths.get(queue) ?? '')

  it.each([...new JobQueueChecks({ make, another })])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
