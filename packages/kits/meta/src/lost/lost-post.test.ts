import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { atFirstSending, createdMoment, momentsOf, textMark, writtenNow } from './lost-post.js'

it('finds a text again when only its white space changed', () => {
  expect(textMark(' Fresh\r\n\r\nbread  today ')).toBe(textMark('Fresh bread today'))
  expect(textMark('Cafe\u0301')).toBe(textMark('Caf\u00e9'))
  expect(textMark('Fresh bread')).not.toBe(textMark('fresh bread'))
})

it('reads a text in linear time, however much white space it contains', () => {
  expect(growthOf(textMark, (letters) => `a${' '.repeat(letters)}b`)).toBeLessThan(MAX_GROWTH)
})

const leftAt = (time: string) => ({ createdAt: new Date(`2026-11-22T${time}Z`) })

describe('the send time of a request with an unknown outcome', () => {
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
  // The network's clock is an hour ahead of the local clock.
  const written = writtenNow({ clock, networkNow: () => new Date('2026-11-22T13:00:00Z') })

  it.each([
    ['at once', '12:00:00', '13:00:00'],
    ['after twenty minutes of waiting', '12:20:00', '13:20:00'],
    ['before it was written down once more, for a repeat', '11:40:00', '12:40:00'],
  ])('is the first attempt, by the network’s clock: %s', (_when, left, sent) => {
    expect(atFirstSending(written, leftAt(left)).sentAt).toBe(`2026-11-22T${sent}.000Z`)
  })

  it('does not change when it is read from a receipt repeatedly', () => {
    const once = atFirstSending(written, leftAt('12:20:00'))
    expect(atFirstSending(once, leftAt('12:20:00'))).toEqual(once)
  })

  it('is read from a receipt of an earlier version', () => {
    const old = { sentAt: '2026-11-22T13:00:00.000Z', writtenAt: null }
    expect(atFirstSending(old, leftAt('12:20:00'))).toEqual(old)
  })
})

it('is the creation time of the container when any client may have published it', () => {
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
  const call = { clock, networkNow: () => new Date('2026-11-22T13:00:00Z') }
  const createdAt = '2026-11-22T11:00:00.000Z'
  expect(createdMoment({ createdAt }, call)).toEqual({ sentAt: createdAt, writtenAt: createdAt })
  expect(createdMoment({ createdAt: null }, call)).toEqual(writtenNow(call))
  // The network's clock is an hour ahead, but `createdAt` was saved with the local clock before the
  // difference was known.
  expect(
    momentsOf({ sentAt: createdAt, writtenAt: createdAt }, call).map((one) => one.toISOString()),
  ).toEqual([createdAt, '2026-11-22T12:00:00.000Z'])
  expect(momentsOf({ sentAt: createdAt, writtenAt: null }, call)).toHaveLength(1)
})
