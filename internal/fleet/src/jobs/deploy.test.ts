import { expect, inject, it } from 'vitest'

import { eventually, JobFleet } from './job-fleet.js'

const SERVER = inject('postgresUrl')
const TEXTS = Array.from({ length: 6 }, (_nothing, index) => `post ${index}`)

it.skipIf(SERVER === null)(
  'a rolling deploy that adds a network and migrates the stores makes no post fail',
  async () => {
    await using fleet = await JobFleet.open(SERVER ?? '')
    const older = await fleet.start(0, true)
    for (const text of TEXTS.slice(0, 3)) await fleet.publish(text)
    await eventually(
      async () =>
        (await fleet.jobs.waiting()).filter(({ problem }) => problem?.code === 'CONFIG').length === 3,
      'every job waits and shows the reason',
    )
    const [waiting] = await fleet.jobs.waiting()
    expect(waiting?.problem).toMatchObject({
      todo: 'RETRY',
      message: expect.stringContaining('There is no platform "mastodon"'),
    })

    fleet.migrateAhead()
    await fleet.start(0)
    for (const text of TEXTS.slice(3)) await fleet.publish(text)
    await eventually(() => fleet.visible().length > 0, 'a first post is published while both work', 180)
    // Stopping the older worker is the last step of a deployment. Until then, this worker takes
    // some of the jobs and returns them.
    await older.kill()
    await eventually(() => fleet.visible().length === TEXTS.length, 'every post is published', 180)
    await eventually(async () => (await fleet.jobs.counts()).ENDED >= TEXTS.length, 'every job is over')

    expect(fleet.visible()).toEqual(TEXTS)
    expect(new Set((await fleet.jobs.ended()).map(({ state }) => state))).toEqual(new Set(['DONE']))
    expect((await fleet.jobs.counts()).HELD).toBe(0)
  },
)
