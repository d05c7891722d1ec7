import { FakeClock } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { growthOf, MOST_GROWTH } from '../../../../../tooling/growth.js'
import { atFirstSending, isWithin, nearestTo, sentWindow, wordsMark, writtenNow } from './lost-post.js'

it('finds words again whose white space the network changed, and no others', () => {
  expect(wordsMark(' Fresh\r\n\r\nbread  today ')).toBe(wordsMark('Fresh bread today'))
  expect(wordsMark('Cafe\u0301')).toBe(wordsMark('Caf\u00e9'))
  expect(wordsMark('Fresh bread')).not.toBe(wordsMark('fresh bread'))
})

it('reads a moment as within a minute before and a quarter of an hour after', () => {
  const window = sentWindow(new Date('2026-11-22T12:00:00Z'))
  for (const [time, isIn] of [
    ['11:58:59', false],
    ['11:59:00', true],
    ['12:15:00', true],
    ['12:15:01', false],
  ] as const)
    expect([time, isWithin(new Date(`2026-11-22T${time}Z`), window)]).toEqual([time, isIn])
  expect(isWithin(null, window)).toBe(false)
})

it('reads words in linear time, however much white space is in them', () => {
  expect(growthOf(wordsMark, (letters) => `a${' '.repeat(letters)}b`)).toBeLessThan(MOST_GROWTH)
})

const leftAt = (time: string) => ({ madeAt: new Date(`2026-11-22T${time}Z`) })

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

it('takes what came out nearest to the moment, before it or after', () => {
  const moment = new Date('2026-11-22T12:00:00Z')
  const after = (item: string, seconds: number) => ({ item, at: new Date(moment.getTime() + seconds * 1000) })
  expect(nearestTo(moment, [after('a', 60), after('b', 2), after('c', -40)])).toBe('b')
  expect(nearestTo(moment, [after('a', 60), after('c', -40)])).toBe('c')
  expect(nearestTo(moment, [])).toBe(null)
})
