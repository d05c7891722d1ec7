import { describe, expect, it } from 'vitest'

import { sentMoments, sentSpan } from './sent-moment.js'

const at = (time: string): Date => new Date(`2026-11-23T${time}Z`)

/**
 * Returns the possible times of a request whose receipt was written at 12:00 and queried at 13:00,
 * both by the local clock.
 */
function momentsOf(written: string, networkNow: string): readonly string[] {
  const call = { clock: { now: () => at('13:00:00') }, networkNow: () => at(networkNow) }
  // safe cast: `sentMoments` reads only the clock and `networkNow` of the call
  const caller = call as unknown as Parameters<typeof sentMoments>[2]
  return sentMoments(at(written), { createdAt: at('12:00:00') }, caller).map((moment) =>
    moment.toISOString().slice(11, 19),
  )
}

describe('the time of a request by the clock of the network', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['one time if the clocks agree', '12:00:00', '13:00:00', ['12:00:00']],
    ['one time if the clock of the network was known', '12:05:00', '13:05:00', ['12:05:00']],
    ['one time up to a difference of ten seconds', '12:00:00', '13:00:10', ['12:00:00']],
    ['both if the clock of the network became known later', '12:00:00', '13:05:00', ['12:00:00', '12:05:00']],
    ['both on another machine', '12:00:00', '12:55:00', ['12:00:00', '11:55:00']],
  ])('is %s', (_what, written, networkNow, moments) => {
    expect(momentsOf(written, networkNow)).toEqual(moments)
  })
})

it('covers all times, with slack', () => {
  const slack = { secondsBefore: 60, secondsAfter: 900 }
  expect(sentSpan([at('12:00:00')], slack)).toEqual({ from: at('11:59:00'), until: at('12:15:00') })
  expect(sentSpan([at('12:00:00'), at('11:50:00')], slack)).toEqual({
    from: at('11:49:00'),
    until: at('12:15:00'),
  })
})
