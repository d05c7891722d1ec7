import { aReceipt, aReconcileCall, FakeClock, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { pinterest } from '../platform.js'
import { printOf, sentPinData } from './receipt.js'

const LIST = 'GET /v5/boards/5/pins'
const SENT_AT = new Date('2026-11-22T12:00:00Z')
const WORDS = { title: 'A chair', description: 'Velvet, 1970.', link: null, altText: null }
const receipt = aReceipt({
  platform: 'pinterest',
  createdAt: SENT_AT,
  data: sentPinData({ boardId: '5', sectionId: null, kind: 'image', print: printOf(WORDS) }, null),
})

/** A listed pin, by default the one that was sent. */
const aPin = (id: string, changes: object = {}) => ({
  id,
  created_at: '2026-11-22T12:00:01',
  title: 'A chair',
  description: 'Velvet, 1970.',
  is_owner: true,
  media: { media_type: 'image' },
  ...changes,
})

async function search(replies: unknown) {
  const call = aReconcileCall({
    platform: pinterest(),
    connection: anAccount(),
    clock: new FakeClock({ now: SENT_AT, autoAdvance: true }),
    replies: { [LIST]: replies },
  })
  const found = await pinterest().reconcile(receipt, call)
  return { found, asked: call.transport.requests.map(({ query }) => query['bookmark']) }
}

describe('a pin whose response was lost', () => {
  it('is counted once when pages overlap', async () => {
    const { found } = await search(inTurn({ items: [aPin('7')], bookmark: 'a' }, { items: [aPin('7')] }))
    expect(found).toMatchObject({ state: 'FOUND', result: { id: '7' } })
  })

  it('is ambiguous with another pin of the same text', async () => {
    expect(await search({ items: [aPin('7'), aPin('8')] })).toEqual({
      found: { state: 'UNKNOWN', retryAfter: 60 },
      asked: [undefined, undefined, undefined, undefined],
    })
  })

  it('is searched for on four pages', async () => {
    let page = 0
    const { found, asked } = await search(() => ({ items: [aPin('7')], bookmark: String((page += 1)) }))
    expect({ found, asked }).toEqual({
      found: { state: 'UNKNOWN', retryAfter: 60 },
      asked: [undefined, '1', '2', '3'],
    })
  })

  it('is found after an empty page, and after old pins that were moved up', async () => {
    const old = aPin('1', { created_at: '2020-01-01T00:00:00', title: 'Old' })
    const pages = inTurn(
      { items: [], bookmark: 'a' },
      { items: [old, aPin('9', { title: 'New' })], bookmark: 'b' },
      { items: [aPin('7')] },
    )
    expect((await search(pages)).found).toMatchObject({ result: { id: '7' } })
  })
})
