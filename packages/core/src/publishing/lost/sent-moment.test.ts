import { describe, expect, it } from 'vitest'

import { sentMoments, sentSpan } from './sent-moment.js'

const at = (time: string): Date => new Date(`2026-11-23T${time}Z`)

/** A receipt written at noon by this machine's clock, asked about an hour later. */
function momentsOf(written: string, networkNow: string): readonly string[] {
  const call = { clock: { now: () => at('13:00:00') }, networkNow: () => at(networkNow) }
  // Only the present is asked for.
  const asked = call as unknown as Parameters<typeof sentMoments>[2]
  return sentMoments(at(written), { createdAt: at('12:00:00') }, asked).map((moment) =>
    moment.toISOString().slice(11, 19),
  )
}

describe('when a request left, by the network’s clock', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['one moment where the clocks agree', '12:00:00', '13:00:00', ['12:00:00']],
    ['one moment where it was known then', '12:05:00', '13:05:00', ['12:05:00']],
    ['one moment while ten seconds are not passed', '12:00:00', '13:00:10', ['12:00:00']],
    [
      'both where the network told its time only afterwards',
      '12:00:00',
      '13:05:00',
      ['12:00:00', '12:05:00'],
    ],
    ['both where another machine asks', '12:00:00', '12:55:00', ['12:00:00', '11:55:00']],
  ])('is %s', (_what, written, networkNow, moments) => {
    expect(momentsOf(written, networkNow)).toEqual(moments)
  })
})

it('spans all of them, with slack', () => {
  const slack = { secondsBefore: 60, secondsAfter: 900 }
  expect(sentSpan([at('12:00:00')], slack)).toEqual({ from: at('11:59:00'), until: at('12:15:00') })
  expect(sentSpan([at('12:00:00'), at('11:50:00')], slack)).toEqual({
    from: at('11:49:00'),
    until: at('12:15:00'),
  })
})
