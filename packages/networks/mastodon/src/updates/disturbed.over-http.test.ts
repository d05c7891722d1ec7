import { fakeRandom } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { GENEROUS, until, usingListener } from '../__fixtures__/listening.js'

const STREAM = '/api/v1/streaming/user/notification'
const LIST = '/api/v1/notifications'

const STEPS = 60

type At = Awaited<ReturnType<typeof usingListener>>
type Disturb = (at: At, chance: () => number) => unknown

const one = <T>(of: readonly T[], chance: () => number): T | undefined => of[Math.floor(chance() * of.length)]

/** Failures of streams, polls and clocks. */
const DISTURBANCES: readonly Disturb[] = [
  ({ people }, chance) => people.dropStreams({ how: one(['END', 'CUT', 'MID_EVENT'], chance) }),
  ({ people }, chance) =>
    people.disturbStreams({ dropAfter: 1 + Math.floor(chance() * 4), how: 'MID_EVENT', repeats: 2 }),
  ({ people }) => people.disturbStreams({ loseEvery: 2, repeats: 3 }),
  ({ people }) => people.disturbStreams(),
  ({ people }) => people.streamEvent({ event: 'notification', payload: '{"id":1' }),
  ({ people }) => people.streamEvent({ event: 'notifications_merged' }),
  ({ people }) => people.streamEvent({ event: 'nobody_knows_it', payload: 'x'.repeat(5000) }),
  ({ faults }, chance) =>
    faults.add({ path: STREAM, fault: 'status', status: one([500, 502, 503, 429], chance) ?? 500 }),
  ({ faults }) => faults.add({ path: STREAM, fault: 'replyLost' }),
  ({ faults }, chance) =>
    faults.add({ path: LIST, fault: 'status', status: one([500, 503, 429], chance) ?? 500, count: 5 }),
  ({ faults }) => faults.add({ path: LIST, fault: 'replyLost', count: 2 }),
  ({ faults }) => faults.add({ path: LIST, fault: 'dropMidBody' }),
  ({ faults }) => faults.add({ path: LIST, fault: 'status', status: 200, body: '<html>' }),
  ({ clock }, chance) => clock.advance(chance() * 90),
]

it.each([
  [1, {}],
  [7, {}],
  [3, { notificationIds: 'RANDOM', notificationPages: 'NEWEST' }],
  [4, { notificationIds: 'TIMED', notificationPages: 'INCLUSIVE' }],
] as const)('each update arrives once despite disturbances (seed %i, server %j)', async (seed, server) => {
  await using at = await usingListener({ server: { ...GENEROUS, ...server } })
  const random = fakeRandom(seed)
  const chance = () => random.fraction()
  at.mention('before')
  at.listen()
  await at.isOpen()
  const made: string[] = []
  for (let step = 0; step < STEPS; step += 1) {
    if (chance() < 0.6) made.push(at.mention(`step ${step}`))
    await one(DISTURBANCES, chance)?.(at, chance)
    if (chance() < 0.3) await new Promise((resolve) => setImmediate(resolve))
  }
  at.faults.clear()
  at.people.disturbStreams()
  made.push(at.mention('the last'))
  for (let minutes = 0; at.got.length < made.length && minutes < 60; minutes += 1) await at.clock.advance(60)
  await until(() => at.got.length >= made.length)

  expect(new Set(at.posts())).toEqual(new Set(made))
  expect(at.got).toHaveLength(made.length)
})
