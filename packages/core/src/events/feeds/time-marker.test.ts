import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import {
  beginningAt,
  fingerprint,
  markerAfter,
  MAX_REMEMBERED,
  readTimeMarker,
  startOfWindow,
  type TimeMarker,
  writeTimeMarker,
} from './time-marker.js'

const at = Date.parse('2026-03-01T12:00:00Z')
const shownOf = (ids: readonly string[], moment: number) =>
  new Map(ids.map((id) => [fingerprint(id), anUpdate({ id, timestamp: new Date(moment) })]))

describe('The marker of polling by time', () => {
  it('reads every marker that it wrote', () => {
    const anyMoment = fc.option(fc.date({ noInvalidDate: true }).map((date) => date.getTime()))
    const anyMarker = fc.record({
      at: anyMoment,
      from: anyMoment,
      seen: fc
        .array(fc.tuple(fc.string().map(fingerprint), fc.date({ noInvalidDate: true }).map(Number)))
        .map((entries) => new Map(entries)),
      walk: fc.option(
        fc.record({
          progress: fc.string(),
          startedAt: fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
        }),
      ),
    })
    fc.assert(
      fc.property(anyMarker, (marker) => {
        expect(readTimeMarker(writeTimeMarker(marker))).toEqual(marker)
      }),
    )
  })

  it('is readable JSON with a version', () => {
    const marker: TimeMarker = { at, from: at - 1, seen: new Map([['abcdefghijkl', at]]), walk: null }
    expect(writeTimeMarker(marker)).toBe(
      '{"v":1,"at":"2026-03-01T12:00:00.000Z","from":"2026-03-01T11:59:59.999Z","seen":["abcdefghijkl.mm7p6yo0"]}',
    )
  })

  it('stays readable at its maximum size', () => {
    const seen = new Map(
      Array.from({ length: MAX_REMEMBERED }, (_, index) => [fingerprint(`${index}`), -8.64e15]),
    )
    const text = writeTimeMarker({ at, from: at, seen, walk: null })
    expect(readTimeMarker(text).seen.size).toBe(MAX_REMEMBERED)
  })

  it('is refused if any part of it is invalid', () => {
    const fine = { v: 1, at: null, from: null, seen: [] }
    const entries = [
      'abcdefghijkl',
      'abcdefghijk.1',
      'abcdefghijkl.',
      'abcdefghijkl.1!',
      '!abcdefghijkl.1',
      7,
    ]
    const wrong = [
      null,
      7,
      [],
      { ...fine, v: 2 },
      { ...fine, at: 'soon' },
      { ...fine, at: undefined },
      { ...fine, from: 7 },
      { ...fine, seen: {} },
      { ...fine, walk: null },
      { ...fine, walk: { progress: 7, startedAt: '2026-03-01T12:00:00.000Z' } },
      { ...fine, walk: { progress: 'p', startedAt: null } },
      ...entries.map((entry) => ({ ...fine, seen: [entry] })),
    ]
    for (const one of wrong) expect(() => readTimeMarker(JSON.stringify(one))).toThrow(ConfigError)
    expect(() => readTimeMarker('{')).toThrow(ConfigError)
    expect(() => readTimeMarker(JSON.stringify(fine) + ' '.repeat(200_000))).toThrow(ConfigError)
    expect(readTimeMarker(JSON.stringify(fine))).toEqual(beginningAt(null))
  })

  it('starts one overlap before its newest time, and never before its start time', () => {
    expect(startOfWindow({ at: null, from: null }, 60)).toBe(null)
    expect(startOfWindow({ at: null, from: 5 }, 60)).toBe(5)
    expect(startOfWindow({ at, from: null }, 60)).toBe(at - 60_000)
    expect(startOfWindow({ at, from: at - 1 }, 60)).toBe(at - 1)
    expect(startOfWindow({ at, from: 5 }, 60)).toBe(at - 60_000)
  })

  it('moves to the newest time listed that is not in the future, and never back', () => {
    const options = { now: at, overlapSeconds: 60 }
    const before = { ...beginningAt(null), at: at - 10 }
    expect(markerAfter(before, shownOf(['a'], at), options).at).toBe(at)
    expect(markerAfter(before, shownOf(['a'], at + 1), options).at).toBe(at - 10)
    expect(markerAfter(before, shownOf(['a'], at - 20), options).at).toBe(at - 10)
    expect(markerAfter(beginningAt(null), shownOf(['a'], at + 1), options).at).toBe(null)
  })

  it('keeps its start time until the overlap has passed it', () => {
    const options = { now: at, overlapSeconds: 60 }
    const from = at - 60_000
    expect(markerAfter(beginningAt(from), shownOf(['a'], at - 1), options).from).toBe(from)
    expect(markerAfter(beginningAt(from), shownOf(['a'], at), options).from).toBe(null)
    expect(markerAfter(beginningAt(from), shownOf(['a'], at + 1), options).from).toBe(from)
  })

  it('remembers updates within the window, in the order of their times', () => {
    const options = { now: at, overlapSeconds: 60 }
    const seen = new Map([
      ['out', at - 60_001],
      [fingerprint('again'), at - 60_000],
      ['edge', at - 60_000],
    ])
    const after = markerAfter({ at, from: null, seen, walk: null }, shownOf(['again', 'new'], at), options)
    expect([...after.seen]).toEqual([
      ['edge', at - 60_000],
      [fingerprint('again'), at],
      [fingerprint('new'), at],
    ])
  })
})
