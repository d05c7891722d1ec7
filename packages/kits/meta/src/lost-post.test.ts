import { expect, it } from 'vitest'

import { growthOf, MOST_GROWTH } from '../../../../tooling/growth.js'
import { isWithin, sentWindow, wordsMark } from './lost-post.js'

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
