import { describe, expect, it } from 'vitest'

import { type Look, queryRepeatedly } from './query-repeatedly.js'

const SENT_AT = new Date('2026-11-23T12:00:00Z')
const PLAN = { pauses: [0, 3, 6], againAfterSeconds: 60, againForSeconds: 3600 }

/** Looks, so many seconds after it was sent; the last answer goes on. */
async function look(answers: readonly Look['state'][], later = 0) {
  const slept: number[] = []
  const left = [...answers]
  const signal = new AbortController().signal
  const clock = {
    now: () => SENT_AT,
    monotonic: () => 0,
    sleep: async (seconds: number) => void slept.push(seconds),
  }
  const call = { clock, signal, networkNow: () => new Date(SENT_AT.getTime() + later * 1000) }
  const next = async (): Promise<Look> => {
    const state = (left.length > 1 ? left.shift() : left[0]) ?? 'ABSENT'
    return state === 'FOUND' ? { state, result: null } : { state }
  }
  return { found: await queryRepeatedly(next, SENT_AT, PLAN, call), slept }
}

describe('looking for what was lost', () => {
  it('ends with the first look that finds it', async () => {
    expect(await look(['FOUND'])).toEqual({ found: { state: 'FOUND', result: null }, slept: [] })
    expect(await look(['ABSENT', 'FOUND'])).toMatchObject({ found: { state: 'FOUND' }, slept: [3] })
  })

  it('ends in this call when another query returns no more, and may be found by a later call', async () => {
    expect(await look(['UNCERTAIN'])).toEqual({ found: { state: 'UNKNOWN', retryAfter: 60 }, slept: [] })
    expect(await look(['UNCERTAIN'], 3600)).toMatchObject({ found: { retryAfter: null } })
  })

  it.each([
    [0, 60, [3, 6]],
    [3599, 60, [3, 6]],
    [3600, null, []],
  ])(
    'may go on in another call while it can still turn up: after %d seconds in %j',
    async (later, retryAfter, slept) => {
      expect(await look(['ABSENT'], later)).toEqual({
        found: { state: 'UNKNOWN', retryAfter },
        slept,
      })
    },
  )

  it('continues in another call, however late it is, while another worker may have made what fits', async () => {
    expect(await look(['BUSY'], 9999)).toMatchObject({ found: { state: 'UNKNOWN', retryAfter: 60 } })
    expect(await look(['ABSENT'], 9999)).toMatchObject({ found: { retryAfter: null } })
  })
})
