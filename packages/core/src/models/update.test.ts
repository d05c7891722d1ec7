import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { makeAttachment, makePerson } from './reading.js'
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
    parentId: '5',
    text: 'Hello',
    attachments: [makeAttachment({ kind: 'image', url: 'https://cdn.example/a.png' })],
    rating: 4,
    url: 'https://x.example/1',
    isOwn: false,
    actions: ['REPLY', 'HIDE'],
  } as const
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
    parentId: null,
    text: null,
    attachments: [],
    rating: null,
    url: null,
    isOwn: false,
    actions: [],
  })
  expect([update.raw, update.envelope]).toEqual([{}, {}])
  expect(Object.isFrozen(update)).toBe(true)
})

it('an update of the account itself is marked', () => {
  const own = { ...MINIMAL, actor: makePerson({ id: '1' }) }
  expect(makeUpdate(own).isOwn).toBe(true)
  expect(makeUpdate({ ...MINIMAL, actor: makePerson({ id: '2' }) }).isOwn).toBe(false)
  expect(makeUpdate({ ...own, isOwn: false }).isOwn).toBe(false)
})

it('a URL of an update that is not http(s) becomes null', () => {
  expect(makeUpdate({ ...MINIMAL, url: 'javascript:alert(1)' }).url).toBeNull()
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
