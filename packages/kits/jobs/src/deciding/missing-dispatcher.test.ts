import { anUpdate } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { atWork } from '../__fixtures__/at-work.js'
import { SocialJobs } from '../social-jobs.js'

describe('a worker without a dispatcher', () => {
  it('leaves a pushed update to a worker that has one', async () => {
    await using at = await atWork()
    const handled: string[] = []
    at.dispatcher.onAny(({ id }) => void handled.push(id))
    const { client, queue, dispatcher } = at
    await at.jobs.deliver(anUpdate({ id: 'c1', connectionId: at.id }))

    await at.workFor(0, new SocialJobs({ client, queue }))
    expect(await at.jobs.waiting()).toMatchObject([{ problem: { todo: 'RETRY', code: 'CONFIG' } }])
    expect(handled).toEqual([])
    await at.workFor(60, new SocialJobs({ client, queue, dispatcher }))
    expect(handled).toEqual(['c1'])
  })
})
