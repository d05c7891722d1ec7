import { PlatformError } from '@social/core/platform'
import { aCall, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { readGraphInsights } from './index.js'

/** Reads `metrics` from a network that sends the replies in this order. */
async function reading(metrics: readonly string[], ...replies: readonly object[]) {
  const call = aCall({ replies: { 'GET /insights': inTurn(...replies) } })
  const read = readGraphInsights({ path: '/insights', metrics }, call)
  const asked = () => call.transport.requests.map(({ query }) => query['metric'])
  return { read, asked }
}
const refused = (message: string, code = 100, subcode?: number) => ({
  status: 400,
  body: { error: { code, error_subcode: subcode, message } },
})
const sent = (...data: readonly unknown[]) => ({ data })
const lifetime = (name: string, value: unknown) => ({ name, period: 'lifetime', values: [{ value }] })
const UNNAMED = refused('(#100) The value must be a valid insights metric')

describe('statistics of the Graph API', () => {
  it.each([
    ['a number', { values: [{ value: 7 }] }, 7],
    ['a total', { values: [], total_value: { value: 8 } }, 8],
    ['a sum of kinds', { values: [{ value: { like: 2, love: 1 } }] }, 3],
    ['a sum of links', { link_total_values: [{ value: 2 }, { value: 3 }] }, 5],
    ['a list', { values: [{ value: [1] }] }, null],
    ['text', { values: 'none' }, null],
  ])('have the total of %s', async (_what, body, total) => {
    const { read } = await reading(['views'], sent({ name: 'views', ...body }, 'nonsense'))
    expect((await read).insights).toEqual([{ name: 'views', total, days: [] }])
  })

  it('have the date of the day that ends, oldest first', async () => {
    const values = [
      { value: 3, end_time: '2026-11-22T08:00:00+0000' },
      { value: null, end_time: '2026-11-21T08:00:00+0000' },
    ]
    const { read } = await reading(['views'], sent({ name: 'views', values }))
    expect((await read).insights).toEqual([
      {
        name: 'views',
        total: null,
        days: [
          { date: '2026-11-20', value: null },
          { date: '2026-11-21', value: 3 },
        ],
      },
    ])
  })

  it('are requested again without the refused metric', async () => {
    const no = refused('(#100) The metric saved is not supported')
    const { read, asked } = await reading(
      ['views', 'saved', 'likes'],
      no,
      sent(lifetime('views', 1), lifetime('likes', 2)),
    )
    expect((await read).insights.map(({ name }) => name)).toEqual(['views', 'likes'])
    expect(asked()).toEqual(['views,saved,likes', 'views,likes'])
  })

  it('are requested one by one if the refusal names no metric', async () => {
    const { read, asked } = await reading(['views', 'saved'], UNNAMED, UNNAMED, sent(lifetime('saved', 2)))
    const { insights, raw } = await read
    expect(insights).toEqual([{ name: 'saved', total: 2, days: [] }])
    expect(raw).toEqual({ data: [lifetime('saved', 2)] })
    expect(asked()).toEqual(['views,saved', 'views', 'saved'])
  })

  it('are refused if every metric is refused', async () => {
    const { read, asked } = await reading(['views', 'saved'], UNNAMED, UNNAMED, UNNAMED)
    await expect(read).rejects.toThrow(PlatformError)
    expect(asked()).toHaveLength(3)
  })

  it.each([
    ['a missing object', refused('Not here', 100, 33)],
    ['another refusal', refused('Not here', 190)],
  ])('are not requested again after %s', async (_what, reply) => {
    const { read, asked } = await reading(['views', 'saved'], reply)
    await expect(read).rejects.toThrow('Not here')
    expect(asked()).toHaveLength(1)
  })
})
