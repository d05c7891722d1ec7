import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { ABILITY_METHODS, FLAG_METHODS } from './ability-table.js'

/** For each flag: the methods that a platform with this flag must have. */
const PROMISED = {
  POST_TEXT: ['publish'],
  POST_IMAGE: ['publish'],
  POST_VIDEO: ['publish'],
  POST_DOCUMENT: ['publish'],
  SCHEDULE: ['publish'],
  REPLY: ['publish'],
  CREATE_APP: ['createApp'],
  DELETE_POST: ['deletePost'],
  EDIT_POST: ['editPost'],
  POST_THREAD: ['checkThreadPart'],
  READ_STATS: ['readStats'],
  READ_UPDATES_AFTER: ['fetchUpdatesAfter', 'markSeen'],
  LISTEN: ['listen', 'fetchUpdatesAfter', 'markSeen'],
  PUSH_UPDATES: ['checkSignature'],
  READ_POST: ['readPost'],
  READ_THREAD: ['readThread'],
  REPLY_TO_COMMENTS: ['reply'],
  LIKE: ['like', 'unlike'],
  READ_LIKES: ['readLikes'],
  REPOST: ['repost', 'undoRepost'],
  MESSAGES: ['readConversations', 'readMessages', 'sendMessage', 'markRead'],
  START_CONVERSATIONS: ['startConversation'],
}

it('every flag requires its methods', () => {
  expect(FLAG_METHODS).toEqual(PROMISED)
})

it('every ability in the documentation of a network is in the table', () => {
  const listed = JSON.parse(
    readFileSync(new URL('../../../../docs/networks.json', import.meta.url), 'utf8'),
  ) as readonly { readonly abilities: readonly string[] }[] // safe cast: `npm run generate` writes this file
  const known = new Set(Object.values(ABILITY_METHODS).map(({ ability }) => ability))
  expect(listed.flatMap(({ abilities }) => abilities).filter((ability) => !known.has(ability))).toEqual([])
})

it('only methods without I/O are synchronous', () => {
  const sync = Object.entries(ABILITY_METHODS).flatMap(([method, row]) => (row.sync ? [method] : []))
  expect(sync).toEqual(['readUpdate', 'readUpdates', 'answerSetupCheck', 'measureText'])
})

it.each(Object.entries(ABILITY_METHODS))(
  '%s has a description, and an alternative as a sentence',
  (_name, row) => {
    expect(row.ability).toMatch(/^Can[A-Z]\w+$/)
    // Checks for a phrase that can follow "does not support".
    expect(row.what).toMatch(/^[a-z].*[^.]$/)
    expect(row.instead ?? 'A sentence.').toMatch(/^[A-Za-z].*\.$/)
  },
)
