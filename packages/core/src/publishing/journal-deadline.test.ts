import { expect, it } from 'vitest'

import { Deadline } from '../http/time/deadline.js'
import { InstantClock } from '../tokens/__fixtures__/a-keeper.js'
import { JournalDeadline } from './journal-deadline.js'

const never = () => new Promise<never>(() => {})
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('allows ten seconds for cleaning up after any outcome of the call', async () => {
  const clock = new InstantClock()
  const call = new Deadline({ clock, seconds: 60, platform: 'sample' })
  const journalDeadline = new JournalDeadline(call)
  expect(journalDeadline.deadline).toBe(call)

  const cleanUp = journalDeadline.startCleanUp(clock, 'sample')
  expect(journalDeadline.deadline).toBe(cleanUp)

  const outcome = cleanUp.race(never()).catch((error: unknown) => error)
  clock.advance(9.9)
  await turn()
  expect(cleanUp.signal.aborted).toBe(false)
  clock.advance(0.1)
  expect(await outcome).toMatchObject({
    message: 'The call did not finish within 10 seconds.',
    platform: 'sample',
    timedOut: true,
  })
  call.end()
})

it('leaves no timer behind', () => {
  const clock = new InstantClock()
  const call = new Deadline({ clock, seconds: 60 })
  const journalDeadline = new JournalDeadline(call)
  journalDeadline.startCleanUp(clock, 'sample')
  journalDeadline.end()
  call.end()
  expect(clock.limits).toBe(0)
})

it('allows ten seconds again after a query for a lost post', async () => {
  const clock = new InstantClock()
  const call = new Deadline({ clock, seconds: 60 })
  const journalDeadline = new JournalDeadline(call)
  const querying = journalDeadline.startCleanUp(clock, 'sample', 20)
  clock.advance(29)
  await turn()
  expect(querying.signal.aborted).toBe(false)

  const cleanUp = journalDeadline.startCleanUp(clock, 'sample')
  clock.advance(9)
  await turn()
  expect(cleanUp.signal.aborted).toBe(false)
  journalDeadline.end()
  call.end()
  expect(clock.limits).toBe(0)
})

it('still limits a call of the journal that began in an earlier clean-up', async () => {
  const clock = new InstantClock()
  const call = new Deadline({ clock, seconds: 60 })
  const journalDeadline = new JournalDeadline(call)
  const hanging = journalDeadline.startCleanUp(clock, 'sample').race(new Promise<never>(() => {}))
  const failed = hanging.then(
    () => null,
    (error: unknown) => error,
  )
  journalDeadline.startCleanUp(clock, 'sample')
  clock.advance(11)

  expect(await failed).toMatchObject({ timedOut: true })
  journalDeadline.end()
  call.end()
  expect(clock.limits).toBe(0)
})
