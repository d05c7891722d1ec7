import { aReconcileCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { x } from '../platform.js'
import { findMessage, readSoughtMessage, type SoughtMessage, toSoughtMessageData } from './find-message.js'

const ada = anAccount()
const PAIR = `${ada.accountId}-999`
const SOUGHT: SoughtMessage = {
  conversationId: PAIR,
  text: 'Hello',
  since: new Date('2026-11-22T12:00:00Z'),
}

/** A message of the account, and what is special about it. */
const aMessage = (changes: object = {}) => ({
  id: '1',
  text: 'Hello',
  dm_conversation_id: PAIR,
  created_at: '2026-11-22T12:00:05.000Z',
  sender_id: ada.accountId,
  ...changes,
})

function looking(data: readonly object[], ownedByOthers: readonly string[] = []) {
  const replies = { [`GET /2/dm_conversations/${PAIR}/dm_events`]: { data } }
  const call = aReconcileCall({ platform: x(), connection: ada, replies, ownedByOthers })
  return findMessage(SOUGHT, { createdAt: SOUGHT.since }, call)
}

describe('a message whose answer was lost', () => {
  it('is the one of the same words that was sent since', async () => {
    expect(await looking([aMessage()])).toMatchObject({ state: 'OWNED', item: { id: '1', text: 'Hello' } })
  })

  it.each([
    ['one of other words', { text: 'Hello!' }],
    ['one that was received', { sender_id: '999' }],
    ['an older one', { created_at: '2026-11-22T11:59:49.999Z' }],
  ])('is not %s', async (_what, changes) => {
    expect(await looking([aMessage(changes)])).toEqual({ state: 'ABSENT' })
  })

  it('may seem a little older, because clocks differ', async () => {
    expect(await looking([aMessage({ created_at: '2026-11-22T11:59:50.000Z' })])).toMatchObject({
      state: 'OWNED',
    })
  })

  it('is not one that another key has sent', async () => {
    expect(await looking([aMessage()], ['1'])).toEqual({ state: 'ABSENT' })
  })

  it('cannot be told from another one with the same text until a key owns that one', async () => {
    const both = [aMessage(), aMessage({ id: '2' })]
    expect(await looking(both)).toEqual({ state: 'BUSY' })
    expect(await looking(both, ['2'])).toMatchObject({ state: 'OWNED', item: { id: '1' } })
  })

  it('is kept in a receipt, and a receipt of something else holds none', () => {
    expect(readSoughtMessage({ data: toSoughtMessageData(SOUGHT) })).toEqual(SOUGHT)
    for (const data of [{}, { soughtMessage: { conversationId: PAIR, text: 'Hello', since: 'then' } }])
      expect(readSoughtMessage({ data })).toBeNull()
  })
})
