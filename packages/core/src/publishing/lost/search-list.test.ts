import { describe, expect, it, vi } from 'vitest'

import type { Page } from '../../models/index.js'
import { searchList } from './search-list.js'

const SENT = new Date('2026-11-23T12:00:00Z')
const span = { from: new Date('2026-11-23T11:59:00Z'), until: new Date('2026-11-23T12:15:00Z') }

interface Item {
  readonly id: string
  readonly at: Date | null
  readonly text: string
}

/** Makes an item of the account, created `seconds` after the sent post. */
const item = (id: string, seconds: number | null, text = 'else'): Item => ({
  id,
  at: seconds === null ? null : new Date(SENT.getTime() + seconds * 1000),
  text,
})

interface Search {
  readonly pages: readonly Page<Item>[]
  readonly isNewestFirst?: boolean
  readonly maxPages?: number
}

async function search({ pages, isNewestFirst = true, maxPages = 10 }: Search) {
  const left = [...pages]
  const fetchPage = vi.fn<(after: string | null) => Promise<Page<Item>>>(async () => {
    const page = left.length > 1 ? left.shift() : left[0]
    if (page === undefined) throw new Error('no such page')
    return page
  })
  const result = await searchList<Item>({
    fetchPage,
    idOf: ({ id }) => id,
    createdAt: ({ at }) => at,
    fits: ({ text }) => text === 'ours',
    span: () => span,
    isNewestFirst,
    maxPages,
  })
  return {
    ids: result.fitting.map((one) => one.item.id),
    isWhole: result.isWhole,
    requested: fetchPage.mock.calls.map(([after]) => after),
    result,
  }
}

const ours = item('7', 1, 'ours')

describe('the sent post is found', () => {
  it('behind any number of newer items, without reading older pages', async () => {
    const pages = [
      { items: [item('9', 5000), item('8', 4000)], next: 'a' },
      { items: [ours, item('6', -5)], next: 'b' },
      { items: [item('5', -61), item('4', -70)], next: 'c' },
    ]
    expect(await search({ pages })).toMatchObject({ ids: ['7'], isWhole: true, requested: [null, 'a', 'b'] })
  })

  it('once, if pages overlap', async () => {
    const pages = [
      { items: [item('8', 4000), ours], next: 'a' },
      { items: [ours, item('6', -500)], next: null },
    ]
    expect(await search({ pages })).toMatchObject({ ids: ['7'], isWhole: true })
  })

  it('behind empty pages and items without a creation time', async () => {
    const pages = [
      { items: [], next: 'a' },
      { items: [item('8', null, 'ours')], next: 'b' },
      { items: [ours], next: null },
    ]
    expect(await search({ pages })).toMatchObject({ ids: ['7'], isWhole: true })
  })

  it('behind a pinned old item, and behind old pages of an unordered list', async () => {
    const pinned = { items: [item('1', -9_000_000), item('8', 30)], next: 'a' }
    expect((await search({ pages: [pinned, { items: [ours], next: null }] })).ids).toEqual(['7'])
    const old = { items: [item('1', -9_000_000)], next: 'a' }
    const pages = [old, { items: [ours], next: null }]
    expect((await search({ pages, isNewestFirst: false })).ids).toEqual(['7'])
    expect(await search({ pages })).toMatchObject({ ids: [], isWhole: true, requested: [null] })
  })
})

describe('the list was not read completely', () => {
  it.each<[string, Search, number, boolean]>([
    ['a cursor comes again', { pages: [{ items: [ours], next: 'a' }] }, 2, false],
    [
      'cursors never end',
      { pages: 'abcdef'.split('').map((next) => ({ items: [], next })), maxPages: 5 },
      5,
      true,
    ],
  ])('when %s', async (_why, list, requests, isCutShort) => {
    const { result, requested } = await search(list)
    expect({ ...result, requests: requested.length }).toMatchObject({ isWhole: false, isCutShort, requests })
  })
})

it('requests the first page again when its response reveals another clock of the network', async () => {
  const later = new Date(span.until.getTime() + 300_000)
  const spans = [span, { from: span.from, until: later }]
  const requested: Date[] = []
  const { fitting } = await searchList<Item>({
    fetchPage: async (_after, { until }) => {
      requested.push(until)
      return { items: [item('8', 1100, 'ours')], next: null }
    },
    idOf: ({ id }) => id,
    createdAt: ({ at }) => at,
    fits: () => true,
    span: () => (spans.length > 1 ? (spans.shift() ?? span) : { from: span.from, until: later }),
    isNewestFirst: true,
    maxPages: 1,
  })
  expect([requested, fitting.length]).toEqual([[span.until, later], 1])
})

it('ignores items that were created outside the span', async () => {
  const others = [-60.001, 900.001].map((seconds, id) => item(String(id), seconds, 'ours'))
  const edges = [-60, 900].map((seconds, id) => item(`edge ${id}`, seconds, 'ours'))
  expect((await search({ pages: [{ items: [...others, ...edges], next: null }] })).ids).toEqual([
    'edge 0',
    'edge 1',
  ])
})

it('rejects with the error of a page, also in the middle of the list', async () => {
  const fetchPage = vi
    .fn<(after: string | null) => Promise<Page<Item>>>()
    .mockResolvedValueOnce({ items: [ours], next: 'a' })
    .mockRejectedValue(new Error('503'))
  const options = { idOf: () => '7', createdAt: () => SENT, fits: () => true, span: () => span }
  await expect(searchList({ ...options, fetchPage, isNewestFirst: true, maxPages: 9 })).rejects.toThrow('503')
})
