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

/** Creates a message of the account. `changes` replaces fields. */
const aMessage = (changes: object = {}) => ({
  id: '1',
  text: 'Hello',
  dm_conversation_id: PAIR,
  created_at: '2026-11-22T12:00:05.000Z',
  sender_id: ada.accountId,
  ...changes,
})

function search(data: readonly object[], ownedByOthers: readonly string[] = []) {
  const replies = { [`GET /2/dm_conversations/${PAIR}/dm_events`]: { data } }
  const call = aReconcileCall({ platform: x(), connection: ada, replies, ownedByOthers })
  return findMessage(SOUGHT, { createdAt: SOUGHT.since }, call)
}

describe('a message whose response was lost', () => {
  it('matches the message with the same text in the time span', async () => {
    expect(await search([aMessage()])).toMatchObject({ state: 'OWNED', item: { id: '1', text: 'Hello' } })
  })

  it.each([
    ['a message with a different text', { text: 'Hello!' }],
    ['a received message', { sender_id: '999' }],
    ['an older message', { created_at: '2026-11-22T11:59:49.999Z' }],
  ])('does not match %s', async (_what, changes) => {
    expect(await search([aMessage(changes)])).toEqual({ state: 'ABSENT' })
  })

  it('can have a slightly earlier time, because clocks differ', async () => {
    expect(await search([aMessage({ created_at: '2026-11-22T11:59:50.000Z' })])).toMatchObject({
      state: 'OWNED',
    })
  })

  it('does not match a message of another key', async () => {
    expect(await search([aMessage()], ['1'])).toEqual({ state: 'ABSENT' })
  })

  it('is ambiguous with another message of the same text until a key has claimed that one', async () => {
    const both = [aMessage(), aMessage({ id: '2' })]
    expect(await search(both)).toEqual({ state: 'BUSY' })
    expect(await search(both, ['2'])).toMatchObject({ state: 'OWNED', item: { id: '1' } })
  })

  it('is read from its receipt, and not from other receipts', () => {
    expect(readSoughtMessage({ data: toSoughtMessageData(SOUGHT) })).toEqual(SOUGHT)
    for (const data of [{}, { soughtMessage: { conversationId: PAIR, text: 'Hello', since: 'then' } }])
      expect(readSoughtMessage({ data })).toBeNull()
  })
})
