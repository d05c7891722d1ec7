import { describe, expect, it } from 'vitest'

import * as enumerations from './enumerations.js'
import { makeUpdate } from './index.js'

const TABLES = new Map<string, object>(Object.entries(enumerations))

it.each([...TABLES])('every key of %s equals its value', (_name, table) => {
  for (const [key, value] of Object.entries(table)) expect(value).toBe(key)
})

/**
 * Values that applications store and compare. New values may be added, but existing ones must not
 * be removed or renamed.
 */
const PROMISED = {
  PostState: 'DONE SCHEDULED PROCESSING WAITING_FOR_PERSON FAILED',
  MediaKind: 'IMAGE VIDEO',
  TextCount: 'CHARACTERS GRAPHEMES UTF8_BYTES UTF16_UNITS NETWORK',
  UpdateKind: `COMMENT_CREATED COMMENT_DELETED MENTION MESSAGE_RECEIVED REACTION_ADDED REPOST_ADDED FOLLOWED
    POST_PUBLISHED POST_DRAFTED POST_FAILED POST_UPDATED POST_DELETED CONNECTION_REVOKED DATA_DELETION_REQUESTED
    REVIEW_CREATED REVIEW_UPDATED QUESTION_CREATED ANSWER_CREATED UNKNOWN`,
  Visibility: 'PUBLIC UNLISTED FOLLOWERS DIRECT',
  LinkKind: 'MENTION LINK TAG',
  Unavailable: 'DELETED BLOCKED HIDDEN',
} satisfies Record<keyof typeof enumerations, string>

// Holds R-0045, R-0242.
it.each(Object.entries(PROMISED))('%s keeps the values that applications may have stored', (name, list) => {
  expect(Object.keys(TABLES.get(name) ?? {})).toEqual(expect.arrayContaining(list.split(/\s+/)))
})

// Holds R-0118.
it('a post has one of five states', () => {
  expect(Object.keys(enumerations.PostState).toSorted()).toEqual(
    ['DONE', 'FAILED', 'PROCESSING', 'SCHEDULED', 'WAITING_FOR_PERSON'].toSorted(),
  )
})

describe('an update', () => {
  it('cannot be changed', () => {
    const update = makeUpdate({
      id: '1',
      kind: 'MENTION',
      platform: 'sample',
      connectionId: 'sample:1',
      timestamp: '2026-01-01T00:00:00Z',
    })
    expect(Object.isFrozen(update)).toBe(true)
  })
})
