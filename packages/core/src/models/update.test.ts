import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { makePerson } from './reading.js'
import { makeUpdate } from './update.js'

const MINIMAL = {
  id: 'u1',
  kind: 'MENTION',
  platform: 'x',
  connectionId: 'x:1',
  timestamp: '2026-01-01T00:00:00Z',
} as const

it('an update keeps all given values and hides raw and envelope when printed', () => {
  const given = {
    ...MINIMAL,
    kindName: 'mention',
    timestamp: new Date(1),
    actor: makePerson({ id: 'p1' }),
    postId: '1',
    aboutPostId: '2',
    threadRootId: '3',
    conversationId: '4',
  }
  const update = makeUpdate({ ...given, raw: { a: 1 }, envelope: { b: 2 } })
  expect({ ...update }).toEqual(given)
  expect([update.raw, update.envelope]).toEqual([{ a: 1 }, { b: 2 }])
})

// Holds R-0035.
it('missing values of an update are null', () => {
  const update = makeUpdate(MINIMAL)
  expect({ ...update }).toEqual({
    ...MINIMAL,
    kindName: 'MENTION',
    timestamp: new Date('2026-01-01T00:00:00Z'),
    actor: null,
    postId: null,
    aboutPostId: null,
    threadRootId: null,
    conversationId: null,
  })
  expect([update.raw, update.envelope]).toEqual([{}, {}])
  expect(Object.isFrozen(update)).toBe(true)
})

// Holds R-0030, R-0243.
it('an unsupported kind becomes UNKNOWN and keeps its name', () => {
  expect(makeUpdate({ ...MINIMAL, kind: 'poke' })).toMatchObject({ kind: 'UNKNOWN', kindName: 'poke' })
  expect(makeUpdate({ ...MINIMAL, kind: 'poke', kindName: 'Poke' })).toMatchObject({ kindName: 'Poke' })
})

// Holds R-0034.
it('an update is refused when its timestamp has no time zone', () => {
  expect(() => makeUpdate({ ...MINIMAL, timestamp: '2026-01-01T00:00:00' })).toThrow(ConfigError)
})
