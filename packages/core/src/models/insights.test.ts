import { inspect } from 'node:util'

import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { makeInsights } from './insights.js'

it('insights keep values, days and the raw response, which is not printed', () => {
  const days = [
    { date: '2026-11-23', value: 3 },
    { date: '2026-11-24', value: null },
  ]
  const insights = makeInsights({
    postId: '7',
    metrics: [
      { name: 'VIEWS', networkName: 'views', value: 3, days },
      { name: 'OTHER', networkName: 'taps_forward' },
    ],
    raw: { token: 'hunter2' },
  })
  expect(insights).toMatchObject({
    postId: '7',
    metrics: [
      { value: 3, days },
      { name: 'OTHER', value: null, days: [] },
    ],
  })
  expect(insights.raw).toEqual({ token: 'hunter2' })
  expect(inspect(insights)).not.toContain('hunter2')
  expect(makeInsights({ metrics: [], raw: {} }).postId).toBeNull()
})

it.each([
  [{ name: 'VIEWS', networkName: '' }],
  [{ name: 'VIEWS', networkName: 'views', days: [{ date: '24.11.2026', value: 1 }] }],
  [null],
])('a statistic like %o is refused', (metric) => {
  expect(() => makeInsights({ metrics: [metric as never], raw: {} })).toThrow(ConfigError)
})
