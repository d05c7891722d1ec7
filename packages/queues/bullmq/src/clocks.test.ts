import { describe, expect, it } from 'vitest'

import { givenServer } from './__fixtures__/given-server.js'
import { aWorld } from './__fixtures__/world.js'
import { ServerClock } from './server-clock.js'

const url = givenServer()

describe.skipIf(url === null)('a worker whose clock is off by minutes', () => {
  it.each([
    ['ahead', 180],
    ['behind', -180],
  ])(
    'takes no jobs while it is %s, and another one does at their moments',
    async (_which, clockOffSeconds) => {
      await using world = await aWorld(url ?? '')
      const wrong = await world.startWorker({ clockOffSeconds })
      expect(wrong.lines).toContain('CLOCK_OFF')
      const at = new Date(Date.now() + 1_500)
      const hello = { connectionId: world.id, post: { text: 'Hello' } }
      await world.jobs.publish({ ...hello, idempotencyKey: 'now' })
      await world.jobs.publish({ ...hello, post: { text: 'Later' }, idempotencyKey: 'later', at })
      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
      expect(world.texts()).toEqual([])

      const right = await world.startWorker()
      await world.done(2)

      expect(wrong.lines.filter((line) => line !== 'CLOCK_OFF')).toEqual(['ready'])
      expect(right.lines.toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
        'published later',
        'published now',
        'ready',
      ])
      const later = await world.jobs.findPost(world.id, 'later')
      expect(later?.dueAt).toEqual(at)
    },
  )
})

/** A server that says this moment. */
const serverAt = (milliseconds: number) => async () => [
  String(Math.floor(milliseconds / 1000)),
  String((milliseconds % 1000) * 1000),
]

describe('the clock of the server', () => {
  it.each([
    [1_500, true],
    [-1_500, true],
    [2_500, false],
    [-2_500, false],
  ])('may differ by %d milliseconds: %s', async (difference, isRight) => {
    const heard: string[] = []
    const clock = new ServerClock(serverAt(Date.now() + difference), {
      off: (seconds) => heard.push(`off ${Math.round(seconds * 2) / 2}`),
      right: () => heard.push('right'),
      trouble: () => heard.push('trouble'),
    })
    await clock.start()
    clock.close()
    expect(clock.isRight).toBe(isRight)
    expect(heard).toEqual(isRight ? [] : [`off ${-difference / 1000}`])
    expect(Math.abs(clock.now() - Date.now() - difference)).toBeLessThan(200)
  })

  it('is refused when the server answers with something else than a moment', async () => {
    const clock = new ServerClock(async () => 'PONG', { off: () => {}, right: () => {}, trouble: () => {} })
    await expect(clock.start()).rejects.toThrow('TIME')
    clock.close()
  })
})
