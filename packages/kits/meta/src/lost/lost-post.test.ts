import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { atFirstSending, createdMoment, momentsOf, textMark, writtenNow } from './lost-post.js'

it('finds words again whose white space the network changed, and no others', () => {
  expect(textMark(' Fresh\r\n\r\nbread  today ')).toBe(textMark('Fresh bread today'))
  expect(textMark('Cafe\u0301')).toBe(textMark('Caf\u00e9'))
  expect(textMark('Fresh bread')).not.toBe(textMark('fresh bread'))
})

it('reads words in linear time, however much white space is in them', () => {
  expect(growthOf(textMark, (letters) => `a${' '.repeat(letters)}b`)).toBeLessThan(MAX_GROWTH)
})

const leftAt = (time: string) => ({ createdAt: new Date(`2026-11-22T${time}Z`) })

describe('the moment of a request whose outcome is open', () => {
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
  // The network's clock is an hour ahead.
  const written = writtenNow({ clock, networkNow: () => new Date('2026-11-22T13:00:00Z') })

  it.each([
    ['at once', '12:00:00', '13:00:00'],
    ['after twenty minutes of waiting', '12:20:00', '13:20:00'],
    ['before it was written down once more, for a repeat', '11:40:00', '12:40:00'],
  ])('is when it left first, by the network’s clock: %s', (_when, left, sent) => {
    expect(atFirstSending(written, leftAt(left)).sentAt).toBe(`2026-11-22T${sent}.000Z`)
  })

  it('is the same when it is read out of a receipt again and again', () => {
    const once = atFirstSending(written, leftAt('12:20:00'))
    expect(atFirstSending(once, leftAt('12:20:00'))).toEqual(once)
  })

  it('is that of a receipt of an earlier version', () => {
    const old = { sentAt: '2026-11-22T13:00:00.000Z', writtenAt: null }
    expect(atFirstSending(old, leftAt('12:20:00'))).toEqual(old)
  })
})

it('takes the moment at which a container was made for that of one that is out by whatever hand', () => {
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
  const call = { clock, networkNow: () => new Date('2026-11-22T13:00:00Z') }
  const createdAt = '2026-11-22T11:00:00.000Z'
  expect(createdMoment({ createdAt }, call)).toEqual({ sentAt: createdAt, writtenAt: createdAt })
  expect(createdMoment({ createdAt: null }, call)).toEqual(writtenNow(call))
  // The network's clock, an hour ahead, was not known when it was made.
  expect(
    momentsOf({ sentAt: createdAt, writtenAt: createdAt }, call).map((one) => one.toISOString()),
  ).toEqual([createdAt, '2026-11-22T12:00:00.000Z'])
  expect(momentsOf({ sentAt: createdAt, writtenAt: null }, call)).toHaveLength(1)
})
