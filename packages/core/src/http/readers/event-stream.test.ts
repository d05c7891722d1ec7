import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { EventStreamReader, type StreamEvent } from './event-stream.js'

/** Returns what the reader parses from a text that arrives in pieces of `pieceBytes`. */
function read(text: string, pieceBytes = 1_000_000, maxEventLength?: number) {
  const events: StreamEvent[] = []
  let tooLong = 0
  const listener = { onEvent: (event: StreamEvent) => events.push(event), onTooLong: () => (tooLong += 1) }
  const reader = new EventStreamReader(listener, maxEventLength === undefined ? {} : { maxEventLength })
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += pieceBytes)
    reader.take(bytes.subarray(start, start + pieceBytes))
  return { events, tooLong }
}

const named = (event: string, data: string) => ({ event, data })

describe('a stream of events', () => {
  it('is parsed as Mastodon sends it: comments with and without a blank line between', () => {
    const text =
      ':)\n:thump\n:thump\n\nevent: notification\ndata: {"id":"1"}\n\n:thump\nevent: delete\ndata: 7\n\n'

    expect(read(text).events).toEqual([named('notification', '{"id":"1"}'), named('delete', '7')])
  })

  it.each([
    ['data: a\n\n', [named('message', 'a')]],
    ['data:a\n\n', [named('message', 'a')]],
    ['data:  a\n\n', [named('message', ' a')]],
    ['data\n\n', [named('message', '')]],
    ['data: a\ndata: b\ndata\n\n', [named('message', 'a\nb\n')]],
    ['event: x\n\n', []],
    ['event: x\n\ndata: a\n\n', [named('message', 'a')]],
    ['id: 1\nretry: 5\nsomething: else\ndata: a:b\n\n', [named('message', 'a:b')]],
    ['\uFEFFdata: a\n\n', [named('message', 'a')]],
    ['data: a\n\ndata: cut off', [named('message', 'a')]],
    ['data: a\n\ndata: cut off\n', [named('message', 'a')]],
    ['\n\n\ndata: a\n\n\n', [named('message', 'a')]],
    ['data: 🦣\n\n', [named('message', '🦣')]],
  ])('%j contains %j, for any pieces', (text, events) => {
    for (const pieceBytes of [1, 2, 3, 1000])
      for (const end of ['\n', '\r\n', '\r'])
        expect(read(text.replaceAll('\n', end), pieceBytes).events).toEqual(events)
  })

  it('discards an event that is too long, reports it and continues', () => {
    const long = 'x'.repeat(200)
    const text = `event: a\ndata: ${long}\n\ndata: ${'y\ndata: '.repeat(100)}\n\ndata: short\n\n`

    for (const pieceBytes of [1, 7, 10_000])
      expect(read(text, pieceBytes, 100)).toEqual({ events: [named('message', 'short')], tooLong: 2 })
  })

  it('does not count comments as part of an event, for any length and number', () => {
    const text = `data: a\n${`:${'x'.repeat(300)}\n`.repeat(20)}data: b\n\n`

    expect(read(text, 50, 100)).toEqual({ events: [named('message', 'a\nb')], tooLong: 0 })
  })

  it.each([
    ['one event of one line', (letters: number) => `data: ${'x'.repeat(letters)}\n\n`],
    ['one event of many lines', (letters: number) => `${'data: x\n'.repeat(letters / 8)}\n`],
    ['many events', (letters: number) => 'data: x\n\n'.repeat(letters / 9)],
    ['only line feeds', (letters: number) => '\n'.repeat(letters)],
    ['only carriage returns', (letters: number) => '\r'.repeat(letters)],
    ['comments', (letters: number) => ':\n'.repeat(letters / 2)],
    ['one comment', (letters: number) => ':'.repeat(letters)],
    ['a field without an end', (letters: number) => 'a:'.repeat(letters / 2)],
  ])('is parsed in linear time: %s', (_what, make) => {
    expect(growthOf((text: string) => read(text), make)).toBeLessThan(MAX_GROWTH)
    expect(growthOf((text: string) => read(text, 64, 4096), make)).toBeLessThan(MAX_GROWTH)
  })
})
