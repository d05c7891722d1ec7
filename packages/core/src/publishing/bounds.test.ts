import { expect, it } from 'vitest'

import { Deadline } from '../http/deadline.js'
import { InstantClock } from '../tokens/__fixtures__/a-keeper.js'
import { Bounds } from './bounds.js'

const never = () => new Promise<never>(() => {})
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('leaves ten seconds for cleaning up, whatever became of the call', async () => {
  const clock = new InstantClock()
  const call = new Deadline({ clock, seconds: 60, platform: 'sample' })
  const bounds = new Bounds(call)
  expect(bounds.deadline).toBe(call)

  const cleanUp = bounds.startCleanUp(clock, 'sample')
  expect(bounds.deadline).toBe(cleanUp)
  expect(bounds.startCleanUp(clock, 'sample')).toBe(cleanUp)

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

it('leaves no alarm behind', () => {
  const clock = new InstantClock()
  const call = new Deadline({ clock, seconds: 60 })
  const bounds = new Bounds(call)
  bounds.startCleanUp(clock, 'sample')
  bounds.end()
  call.end()
  expect(clock.limits).toBe(0)
})
