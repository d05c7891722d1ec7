import { textMark } from '@social/meta-kit'
import { aReceipt, aReconcileCall, FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { instagram } from '../platform.js'

const SENT_AT = new Date('2026-11-22T12:00:00Z')
const account = anAccount()
const LIST = 'GET /v26.0/9/replies'
const sent = {
  way: 'COMMENT',
  textHash: textMark('Thanks'),
  sentAt: SENT_AT.toISOString(),
  writtenAt: null,
  on: '9',
}
const ours = {
  id: '10',
  text: 'Thanks',
  timestamp: '2026-11-22T12:00:01+0000',
  from: { id: account.accountId, username: 'adascakes' },
}

/**
 * Searches for a reply to a comment that was sent `later` seconds ago. The first `listedFrom`
 * requests do not list the reply.
 */
async function search(replies: readonly object[], { later = 0, listedFrom = 0 } = {}) {
  const platform = instagram()
  const begun = new Date(SENT_AT.getTime() + later * 1000)
  const clock = new FakeClock({ now: begun, autoAdvance: true })
  let queries = 0
  const call = aReconcileCall({
    platform,
    connection: account,
    clock,
    operation: 'replyToUpdate',
    replies: { [LIST]: () => ({ data: (queries += 1) > listedFrom ? replies : [] }) },
  })
  const found = await platform.reconcile(
    aReceipt({ platform: 'instagram', data: { pieces: [], parent: null, createdAt: null, sent } }),
    call,
  )
  return { found, queries, seconds: (clock.now().getTime() - begun.getTime()) / 1000, call }
}

describe('a reply to a comment whose response was lost', () => {
  it('is found immediately among the replies, by its author, text and time', async () => {
    const { found, queries, seconds, call } = await search([{ ...ours, id: '1', text: 'Other' }, ours])
    expect({ found, queries, seconds }).toEqual({
      found: { state: 'FOUND', result: null },
      queries: 1,
      seconds: 0,
    })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      { fields: 'id,text,timestamp,from{id,username}', limit: '100' },
    ])
  })

  it('is found later, because lists lag behind', async () => {
    const { found, queries, seconds } = await search([ours], { listedFrom: 2 })
    expect({ found, queries, seconds }).toEqual({
      found: { state: 'FOUND', result: null },
      queries: 3,
      seconds: 10,
    })
  })

  it.each([
    ['of somebody else', { from: { id: '5', username: 'bo' } }],
    ['of nobody known', { from: null }],
    ['with other words', { text: 'Thank you' }],
    ['without words', { text: null }],
    ['from before', { timestamp: '2026-11-22T11:58:59+0000' }],
    ['from long after', { timestamp: '2026-11-22T12:15:01+0000' }],
    ['from no moment', { timestamp: null }],
  ])('is not one %s', async (_what, changes) => {
    expect((await search([{ ...ours, ...changes }])).found).toEqual({ state: 'UNKNOWN', retryAfter: 30 })
  })

  it.each([
    [880, 30],
    [900, null],
  ])('is queried again while it can still appear: after %d seconds in %j', async (later, retryAfter) => {
    expect((await search([], { later })).found).toEqual({ state: 'UNKNOWN', retryAfter })
  })
})
