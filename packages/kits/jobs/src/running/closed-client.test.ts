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
