import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { aReceipt, aReconcileCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { youtube } from '../platform.js'
import { findComment, replyData } from './find-comment.js'

/** Start time of each fake clock. */
const NOW = new Date('2024-01-01T00:00:00Z')
const LIST = 'GET /youtube/v3/comments'

const written = (text: string) => replyData({ parentId: 'top', text }, NOW)

const aReply = (textOriginal: string, changes: object = {}) => ({
  id: 'top.1',
  snippet: {
    publishedAt: NOW.toISOString(),
    textOriginal,
    authorChannelId: { value: anAccount().accountId },
    ...changes,
  },
})

function query(replies: unknown, data: object = written('Rye')) {
  const call = aReconcileCall({
    platform: youtube(),
    connection: anAccount(),
    operation: 'replyToUpdate',
    replies: { [LIST]: replies },
  })
  const receipt = aReceipt({ platform: 'youtube', step: 'FINISH', data: { ...data }, createdAt: NOW })
  return { call, found: findComment(receipt, call) }
}

describe('the receipt of a reply', () => {
  it('does not contain its text', () => {
    expect(JSON.stringify(written('Rye'))).not.toContain('Rye')
  })
})

describe('a reply among others', () => {
  it.each([
    ['as it was sent', aReply('Rye')],
    ['with other line ends and spaces', aReply(' Rye\r\n')],
    ['shown, where the original is kept back', aReply('', { textOriginal: undefined, textDisplay: 'Rye' })],
    [
      'written five seconds before it was sent, as far as clocks tell',
      aReply('Rye', { publishedAt: '2023-12-31T23:59:55Z' }),
    ],
  ])('is found %s', async (_what, item) => {
    const { call, found } = query({ items: [{}, item] })

    expect(await found).toMatchObject({ state: 'FOUND', result: { id: 'top.1' } })
    expect(call.clock.sleeps).toEqual([])
  })

  it.each([
    ['of six seconds before', aReply('Rye', { publishedAt: '2023-12-31T23:59:54Z' })],
    ['of no readable moment', aReply('Rye', { publishedAt: 'yesterday' })],
    ['of nobody', aReply('Rye', { authorChannelId: null })],
    ['of somebody else', aReply('Rye', { authorChannelId: { value: 'UC_other' } })],
    ['of other words', aReply('rye')],
    ['without an id', { ...aReply('Rye'), id: '' }],
  ])('is not one %s: three queries, and another call may query again', async (_what, item) => {
    const { call, found } = query({ items: [item] })

    expect(await found).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
    expect(call.clock.sleeps).toEqual([5, 5])
    expect(call.transport.requests).toHaveLength(3)
  })

  it('is searched on ten pages at most, and then requires a manual check', async () => {
    let page = 0
    const { call, found } = query(() => ({ items: [], nextPageToken: `more${(page += 1)}` }))

    expect(await found).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
    expect(call.transport.requests).toHaveLength(10)
    expect(call.transport.requests[0]?.url).not.toContain('pageToken')
    expect(call.transport.requests[1]?.url).toContain('pageToken=more1')
  })

  it('is searched on no page twice in one query', async () => {
    const { call, found } = query({ items: [], nextPageToken: 'more' })

    expect(await found).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
    expect(call.transport.requests).toHaveLength(6)
  })

  it.each([
    [3595, 60],
    [3600, null],
  ])('that was sent %i seconds ago is queried again after %s seconds', async (seconds, retryAfter) => {
    // The search pauses twice for five seconds, which is part of the age of the reply.
    const sentAt = new Date(NOW.getTime() - (seconds - 10) * 1000)

    const { found } = query({}, replyData({ parentId: 'top', text: 'Rye' }, sentAt))

    expect(await found).toEqual({ state: 'UNKNOWN', retryAfter })
  })

  it('whose older receipt has no data is not searched', async () => {
    const { call, found } = query({}, { parentId: 'top' })

    expect(await found).toEqual({ state: 'UNKNOWN' })
    expect(call.transport.requests).toEqual([])
  })

  it.each(['\u0301\u0316', '\r\n', ' '])('is compared in linear time, even with many %j', (unit) => {
    expect(growthOf(written, (letters) => `a${unit.repeat(letters)}b`)).toBeLessThan(MAX_GROWTH)
  })
})
