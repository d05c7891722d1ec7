import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { makePerson } from './reading.js'
import { makeUpdate } from './update.js'

const LEAST = {
  id: 'u1',
  kind: 'MENTION',
  platform: 'x',
  connectionId: 'x:1',
  timestamp: '2026-01-01T00:00:00Z',
} as const

it('an update keeps all that the network said, its replies hidden when it is printed', () => {
  const said = {
    ...LEAST,
    kindName: 'mention',
    timestamp: new Date(1),
    actor: makePerson({ id: 'p1' }),
    postId: '1',
    aboutPostId: '2',
    threadRootId: '3',
    conversationId: '4',
  }
  const update = makeUpdate({ ...said, raw: { a: 1 }, envelope: { b: 2 } })
  expect({ ...update }).toEqual(said)
  expect([update.raw, update.envelope]).toEqual([{ a: 1 }, { b: 2 }])
})

// Holds R-0035.
it('what the network did not say of an update is null', () => {
  const update = makeUpdate(LEAST)
  expect({ ...update }).toEqual({
    ...LEAST,
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
it('a kind that nobody knows is unknown, and its word is kept', () => {
  expect(makeUpdate({ ...LEAST, kind: 'poke' })).toMatchObject({ kind: 'UNKNOWN', kindName: 'poke' })
  expect(makeUpdate({ ...LEAST, kind: 'poke', kindName: 'Poke' })).toMatchObject({ kindName: 'Poke' })
})

// Holds R-0034.
it('an update without a moment in time is refused', () => {
  expect(() => makeUpdate({ ...LEAST, timestamp: '2026-01-01T00:00:00' })).toThrow(ConfigError)
})
