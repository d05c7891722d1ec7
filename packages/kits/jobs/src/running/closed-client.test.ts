import { anUpdate } from '@social/testkit/application'
import { expect, it } from 'vitest'

import { atWork } from '../__fixtures__/at-work.js'

it('gives a job back to the queue once, if the client of the worker is closed', async () => {
  await using at = await atWork({})
  const { id } = await at.jobs.publish({
    idempotencyKey: 'draft-1',
    post: { text: 'Hello' },
    connectionId: at.fakeId,
  })
  await at.client.close()
  await at.workFor(600)
  expect(at.names()).toEqual(['putBack'])
  expect(await at.jobs.find(id)).toMatchObject({
    state: 'WAITING',
    problem: { code: 'CLOSED', todo: 'RETRY' },
  })
  expect(at.fake.published).toEqual([])
})

it('gives a sweep back, because no token can be renewed', async () => {
  await using at = await atWork({ sweep: { connectionIds: () => ['fake:42'] } })
  await at.jobs.startSweep()
  await at.client.close()
  await at.workFor(600)
  expect(at.names()).toEqual(['putBack'])
  expect(await at.jobs.waiting()).toMatchObject([{ problem: { code: 'CLOSED' } }])
})

it('gives an update back, if its handler finds the client closed', async () => {
  await using at = await atWork({})
  const handled: string[] = []
  at.dispatcher.on('COMMENT_CREATED', async ({ id, connectionId }) => {
    handled.push(id)
    await at.client.account(connectionId).profile()
  })
  await at.jobs.deliver(anUpdate({ kind: 'COMMENT_CREATED', connectionId: at.fakeId }))
  await at.client.close()
  await at.workFor(600)
  expect(at.names()).toEqual(['putBack'])
  expect(handled).toHaveLength(1)
  expect(await at.jobs.waiting()).toHaveLength(1)
})
