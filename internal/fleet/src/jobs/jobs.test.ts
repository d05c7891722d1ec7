import { expect, inject, it } from 'vitest'

import { eventually, JobFleet } from './job-fleet.js'

const SERVER = inject('postgresUrl')
const TEXTS = Array.from({ length: 6 }, (_nothing, index) => `post ${index}`)
/** Request that creates a status. */
const VISIBLE = { method: 'POST', path: '/api/v1/statuses' } as const

it.skipIf(SERVER === null).concurrent(
  'every post is published once, although its worker is killed twice and every clock is off by minutes',
  async () => {
    await using fleet = await JobFleet.open(SERVER ?? '')
    for (const text of TEXTS) await fleet.publish(text)
    // The first worker is killed after the status is created and before the response. The second
    // worker is killed before its request has an effect.
    for (const beforeEffect of [false, true]) {
      const held = fleet.emulator.faults('mastodon').add({ ...VISIBLE, fault: 'hold', beforeEffect })
      const worker = await fleet.start()
      await held.whenHeld(1)
      await worker.kill()
      held.remove()
    }
    await fleet.start()
    await eventually(async () => (await fleet.jobs.counts()).WAITING === 0, 'nothing waits any more')
    await eventually(() => fleet.visible().length >= TEXTS.length, 'every post is published')
    await eventually(async () => (await fleet.jobs.counts()).RUNNING === 0, 'nothing runs any more')

    expect(fleet.visible()).toEqual(TEXTS)
    expect((await fleet.jobs.counts()).HELD).toBe(0)
  },
)

it.skipIf(SERVER === null).concurrent(
  'a worker that slept too long is notified that it lost the lease of its job, and does not change the job',
  async () => {
    await using fleet = await JobFleet.open(SERVER ?? '')
    await fleet.publish('slept')
    const held = fleet.emulator.faults('mastodon').add({ ...VISIBLE, fault: 'hold' })
    const asleep = await fleet.start()
    await held.whenHeld(1)
    asleep.child.kill('SIGSTOP')
    held.remove()
    await fleet.start()
    await eventually(
      async () => (await fleet.jobs.ended()).some(({ kind }) => kind === 'PUBLISH'),
      'the job is done',
    )
    asleep.child.kill('SIGCONT')
    await eventually(() => asleep.lines.includes('LEASE_LOST'), 'the sleeping worker is notified')

    expect(fleet.visible()).toEqual(['slept'])
    expect((await fleet.jobs.findPost(fleet.connectionId, 'slept'))?.state).toBe('DONE')
  },
)

it.skipIf(SERVER === null).concurrent.each([
  ['three minutes ahead', 180],
  ['three minutes behind', -180],
])('a worker whose clock is %s publishes at the right time', async (_how, aheadSeconds) => {
  await using fleet = await JobFleet.open(SERVER ?? '')
  const due = Date.now() + 6_000
  await fleet.publish('later', new Date(due))
  await fleet.start(aheadSeconds)
  let seenAt = 0
  await eventually(() => {
    seenAt = Date.now()
    return fleet.visible().length === 1
  }, 'the post is published')

  expect(seenAt).toBeGreaterThanOrEqual(due)
  // The clock is wrong by three minutes. The limit is lower, with some extra time for a busy
  // machine.
  expect(seenAt).toBeLessThan(due + 150_000)
})
