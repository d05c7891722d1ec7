import { describe, expect, it } from 'vitest'

import { type QueryResult, queryRepeatedly } from './query-repeatedly.js'

const SENT_AT = new Date('2026-11-23T12:00:00Z')
const PLAN = { pauses: [0, 3, 6], retryAfterSeconds: 60, queryForSeconds: 3600 }

/**
 * Starts the queries `later` seconds after the request. Each query returns the next answer, and
 * the last answer repeats.
 */
async function run(answers: readonly QueryResult['state'][], later = 0) {
  const slept: number[] = []
  const left = [...answers]
  const signal = new AbortController().signal
  const clock = {
    now: () => SENT_AT,
    monotonic: () => 0,
    sleep: async (seconds: number) => void slept.push(seconds),
  }
  const call = { clock, signal, networkNow: () => new Date(SENT_AT.getTime() + later * 1000) }
  const next = async (): Promise<QueryResult> => {
    const state = (left.length > 1 ? left.shift() : left[0]) ?? 'ABSENT'
    return state === 'FOUND' ? { state, result: null } : { state }
  }
  return { found: await queryRepeatedly(next, SENT_AT, PLAN, call), slept }
}

describe('queryRepeatedly', () => {
  it('ends with the first query that finds the post', async () => {
    expect(await run(['FOUND'])).toEqual({ found: { state: 'FOUND', result: null }, slept: [] })
    expect(await run(['ABSENT', 'FOUND'])).toMatchObject({ found: { state: 'FOUND' }, slept: [3] })
  })

  it('ends this call when further queries cannot help, and allows a later call', async () => {
    expect(await run(['UNCERTAIN'])).toEqual({ found: { state: 'UNKNOWN', retryAfter: 60 }, slept: [] })
    expect(await run(['UNCERTAIN'], 3600)).toMatchObject({ found: { retryAfter: null } })
  })

  it.each([
    [0, 60, [3, 6]],
    [3599, 60, [3, 6]],
    [3600, null, []],
  ])(
    'allows another call while the post may still appear: after %d seconds in %j',
    async (later, retryAfter, slept) => {
      expect(await run(['ABSENT'], later)).toEqual({
        found: { state: 'UNKNOWN', retryAfter },
        slept,
      })
    },
  )

  it('allows another call at any time while another worker may have created the item', async () => {
    expect(await run(['BUSY'], 9999)).toMatchObject({ found: { state: 'UNKNOWN', retryAfter: 60 } })
    expect(await run(['ABSENT'], 9999)).toMatchObject({ found: { retryAfter: null } })
  })
})
