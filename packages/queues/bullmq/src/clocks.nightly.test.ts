import { describe, expect, it } from 'vitest'

import { configuredServer } from './__fixtures__/configured-server.js'
import { aWorld } from './__fixtures__/world.js'

const url = configuredServer()

describe.skipIf(url === null)('a worker whose clock is wrong by minutes', () => {
  it.each([
    ['ahead', 180],
    ['behind', -180],
  ])(
    'takes no jobs while it is %s, and another worker runs them on time',
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
