import { describe, expect, it } from 'vitest'

import { withReplies } from '../__fixtures__/with-replies.js'
import { readPerformance } from './index.js'

const NUMBERS = 'GET /v1/locations/2:fetchMultiDailyMetricsTimeSeries'

const ofDays = (datedValues: unknown) => ({
  dailyMetricTimeSeries: [{ dailyMetric: 'CALL_CLICKS', timeSeries: { datedValues } }],
})

describe('metrics of the listing', () => {
  const range = { metrics: ['CALL_CLICKS'], from: '2026-10-30', to: '2026-11-03' } as const

  it('are requested by their names and days', async () => {
    const call = withReplies({ [NUMBERS]: {} })
    expect(await readPerformance({ ...range, metrics: ['CALL_CLICKS', 'WEBSITE_CLICKS'] }, call)).toEqual([])
    const [request] = call.transport.requests
    expect(request?.url).toContain('https://businessprofileperformance.googleapis.com/v1/')
    expect(request?.searchParams.getAll('dailyMetrics')).toEqual(['CALL_CLICKS', 'WEBSITE_CLICKS'])
    const { dailyMetrics: _metrics, ...days } = request?.query ?? {}
    expect(days).toEqual({
      'dailyRange.startDate.year': '2026',
      'dailyRange.startDate.month': '10',
      'dailyRange.startDate.day': '30',
      'dailyRange.endDate.year': '2026',
      'dailyRange.endDate.month': '11',
      'dailyRange.endDate.day': '3',
    })
  })

  it('are the metrics of Google', async () => {
    const all = [
      'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
      'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
      'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
      'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
      'BUSINESS_CONVERSATIONS',
      'BUSINESS_DIRECTION_REQUESTS',
      'CALL_CLICKS',
      'WEBSITE_CLICKS',
      'BUSINESS_BOOKINGS',
      'BUSINESS_FOOD_ORDERS',
      'BUSINESS_FOOD_MENU_CLICKS',
    ] as const
    await readPerformance({ ...range, metrics: all }, withReplies({ [NUMBERS]: {} }))
    const wrong = ['LIKES'] as unknown as typeof all // safe cast: the test passes an unknown name on purpose, as JavaScript callers can
    await expect(readPerformance({ ...range, metrics: wrong }, withReplies({}))).rejects.toThrow(
      all.join(', '),
    )
  })

  it('are zero if Google omits one, and missing if unreadable', async () => {
    const date = { year: 2026, month: 1, day: 2 }
    const series = [ofDays([{ date, value: '7' }, { date }, { date, value: 8 }]), ofDays(null), {}]
    const call = withReplies({ [NUMBERS]: { multiDailyMetricTimeSeries: series } })
    expect(await readPerformance(range, call)).toEqual([
      { metric: 'CALL_CLICKS', day: '2026-01-02', value: 7 },
      { metric: 'CALL_CLICKS', day: '2026-01-02', value: 0 },
      { metric: 'CALL_CLICKS', day: '2026-01-02', value: 0 },
    ])
  })

  it.each([
    '2026-2-03',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    'x2026-11-01',
    '2026-11-01T00',
  ])('start and end on a day, unlike %s', async (day) => {
    for (const name of ['from', 'to'] as const)
      await expect(readPerformance({ ...range, [name]: day }, withReplies({}))).rejects.toThrow(
        `readPerformance: ${name} must be a day such as 2026-11-01`,
      )
  })
})
