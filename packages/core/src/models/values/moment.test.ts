import { runInNewContext } from 'node:vm'

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { toMoment, toOptionalMoment } from './moment.js'

const expected = new Date('2026-01-31T10:00:00Z')

describe('toMoment', () => {
  it.each([
    ['a Date', new Date(expected)],
    ['a Date of another realm', runInNewContext(`new Date(${expected.getTime()})`)],
    ['a Temporal instant', { epochMilliseconds: expected.getTime() }],
    ['text in UTC', '2026-01-31T10:00:00Z'],
    ['text with an offset', '2026-01-31T12:00:00+02:00'],
    ['text with a short offset, as PostgreSQL writes it', '2026-01-31 12:00:00+02'],
    ['text without seconds', '2026-01-31T10:00Z'],
    ['text in lower case', '2026-01-31t10:00:00z'],
    ['text with a space before the offset', '2026-01-31 10:00:00 +00:00'],
    ['text with fractions', '2026-01-31T10:00:00.000000Z'],
  ])('accepts %s', (_what, value) => {
    expect(toMoment(value, 'Post.publishAt')).toEqual(expected)
  })

  it.each([8.64e15, -8.64e15])(
    'accepts the earliest and latest time that a Date can hold: %d',
    (epochMilliseconds) => {
      expect(toMoment({ epochMilliseconds }, 'field').getTime()).toBe(epochMilliseconds)
    },
  )

  it.each([
    ['an invalid Date', new Date('nonsense')],
    ['text without an offset', '2026-01-31T10:00:00'],
    ['a plain date', '2026-01-31'],
    ['a plain Temporal date and time', { year: 2026, month: 1, day: 31, hour: 10 }],
    ['a number', 1_769_853_600],
    ['a Temporal instant later than a Date can be', { epochMilliseconds: 8.64e15 + 1 }],
    ['a Temporal instant without a number', { epochMilliseconds: '1769853600000' }],
    ['text with an invalid month', '2026-13-31T10:00:00Z'],
    ['the 30th of February', '2026-02-30T10:00:00Z'],
    ['the 29th of February of a year that is not a leap year', '2025-02-29T10:00:00Z'],
    ['an invalid Date of another realm', runInNewContext('new Date(NaN)')],
    ['nothing', undefined],
    ['null', null],
  ])('refuses %s and names the field', (_what, value) => {
    expect(() => toMoment(value, 'Post.publishAt')).toThrow(ConfigError)
    expect(() => toMoment(value, 'Post.publishAt')).toThrow(/Post\.publishAt/)
  })

  it('returns a copy, so that changing the Date does not change a model', () => {
    const date = new Date(expected)
    const moment = toMoment(date, 'field')
    date.setFullYear(1999)

    expect(moment).toEqual(expected)
  })

  it('parses any ISO text that a Date produces', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }), (date) => {
        expect(toMoment(date.toISOString(), 'field')).toEqual(date)
      }),
      { numRuns: 50 },
    )
  })

  it('returns null for null and undefined when the time is optional', () => {
    expect(toOptionalMoment(null, 'field')).toBeNull()
    expect(toOptionalMoment(undefined, 'field')).toBeNull()
    expect(toOptionalMoment('2026-01-31T10:00:00Z', 'field')).toEqual(expected)
    expect(() => toOptionalMoment('2026-01-31', 'field')).toThrow(ConfigError)
  })
})
