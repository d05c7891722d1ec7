import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { makePostResult } from './post.js'

it('a post result keeps all given values', () => {
  const given = {
    id: '1',
    url: 'https://x.example/1',
    state: 'PROCESSING',
    cid: 'baf',
    idempotencyKey: 'k',
    notice: 'Only its owner sees it.',
  } as const
  const result = makePostResult({ ...given, raw: { id: 1 } })
  expect({ ...result }).toEqual({ ...given, isDone: false, failure: null, firstComment: null })
  expect(result.raw).toEqual({ id: 1 })
})

// Holds R-0016.
it('a post result is DONE by default, and missing values are null', () => {
  const result = makePostResult({ id: '1' })
  expect({ ...result }).toEqual({
    id: '1',
    url: null,
    state: 'DONE',
    cid: null,
    idempotencyKey: null,
    isDone: true,
    notice: null,
    failure: null,
    firstComment: null,
  })
  expect(result.raw).toEqual({})
  expect(Object.isFrozen(result)).toBe(true)
})

it.each(['', 7, null, undefined])('a post result requires an id: %j', (id) => {
  // The cast passes an invalid id, as a network package in plain JavaScript can.
  const make = () => makePostResult({ id: id as string })

  expect(make).toThrow(ConfigError)
  expect(make).toThrow(/^makePostResult: id must be the id of the post at the network, as text, not/)
})
