import { expect, it } from 'vitest'

import { atWork } from '../__fixtures__/at-work.js'

it('names the missing option of a worker without sweep', async () => {
  await using at = await atWork({})
  await at.jobs.startSweep()
  await at.workFor()
  const failed = at.events.find(({ event }) => 'error' in event)?.event
  expect(failed).toMatchObject({
    error: {
      message:
        'startSweep was called, but this worker has no sweep option. Pass sweep: { connectionIds } to SocialJobs in every process that calls work.',
    },
  })
})
