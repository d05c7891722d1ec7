import { aCall } from '@social/testkit/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { readGraphList } from './paging.js'

const item = v.object({ id: v.string() })
const NEXT = 'https://graph.facebook.com/v26.0/1/posts?access_token=secret&after=a1'

async function idsOf(pages: readonly object[], options: Partial<Parameters<typeof readGraphList>[3]> = {}) {
  const left = [...pages]
  const call = aCall({ replies: { 'GET /posts': () => left.shift() ?? { data: [] } } })
  const ids: string[] = []
  for await (const { id } of readGraphList(call, '/posts', item, { maxPages: 10, ...options })) ids.push(id)
  return { ids, queries: call.transport.requests.map(({ url }) => new URL(url).search) }
}

describe('readGraphList', () => {
  it('requests the next page by its cursor, never by the URL that contains a token', async () => {
    const { ids, queries } = await idsOf(
      [
        { data: [{ id: '1' }], paging: { cursors: { after: 'a1' }, next: NEXT } },
        { data: [{ id: '2' }], paging: { cursors: { after: 'a2' } } },
      ],
      { query: { limit: 1 } },
    )
    expect(ids).toEqual(['1', '2'])
    expect(queries).toEqual(['?limit=1', '?limit=1&after=a1'])
  })

  it('continues by the cursor when the network never sends the next page', async () => {
    const pages = [{ data: [{ id: '1' }], paging: { cursors: { after: 'a1' } } }, { data: [] }]
    expect(await idsOf(pages, { more: 'CURSOR' })).toMatchObject({ ids: ['1'], queries: ['', '?after=a1'] })
  })

  it('omits unreadable entries, and stops at the page limit and at a repeated cursor', async () => {
    const again = { data: [{ id: '1' }, { nothing: true }], paging: { cursors: { after: 'a' }, next: NEXT } }
    expect((await idsOf([again, again, again])).ids).toEqual(['1', '1'])
    expect((await idsOf([again, again], { maxPages: 1 })).ids).toEqual(['1'])
    expect((await idsOf([{}])).ids).toEqual([])
  })

  it('sends the given headers with each page, with or without the token', async () => {
    const call = aCall({ replies: { 'GET /posts': { data: [] } } })
    const options = { maxPages: 1, auth: 'none', headers: { authorization: 'OAuth of-the-page' } } as const
    for await (const { id } of readGraphList(call, '/posts', item, options)) expect(id).toBe('never')
    expect(call.transport.requests.map(({ headers }) => headers)).toMatchObject([
      { authorization: 'OAuth of-the-page' },
    ])
  })
})
