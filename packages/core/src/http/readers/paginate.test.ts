import { expect, it, vi } from 'vitest'

import type { Page } from '../../models/index.js'
import { paginate } from './paginate.js'

const PAGES: Readonly<Record<string, Page<number>>> = {
  '': { items: [1, 2], next: 'a' },
  a: { items: [], next: 'b' },
  b: { items: [3], next: null },
}

function fetchFrom(pages: Readonly<Record<string, Page<number>>>) {
  return vi.fn<(after: string | null) => Promise<Page<number>>>((after) => {
    const page = pages[after ?? '']
    return page === undefined ? Promise.reject(new Error('no such page')) : Promise.resolve(page)
  })
}

async function collect(items: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = []
  for await (const item of items) all.push(item)
  return all
}

it('reads to the last page, including empty pages', async () => {
  const fetchPage = fetchFrom(PAGES)
  await expect(collect(paginate(fetchPage))).resolves.toEqual([1, 2, 3])
  expect(fetchPage.mock.calls).toEqual([[null], ['a'], ['b']])
})

it('stops after the maximum number of pages', async () => {
  const fetchPage = fetchFrom(PAGES)
  await expect(collect(paginate(fetchPage, { maxPages: 1 }))).resolves.toEqual([1, 2])
  expect(fetchPage).toHaveBeenCalledOnce()
})

it('stops when a cursor repeats', async () => {
  const again = fetchFrom({ ...PAGES, b: { items: [3], next: 'a' } })
  await expect(collect(paginate(again))).resolves.toEqual([1, 2, 3])
})

it('fetches only pages that are consumed', async () => {
  const fetchPage = fetchFrom(PAGES)
  for await (const item of paginate(fetchPage)) if (item === 1) break
  expect(fetchPage).toHaveBeenCalledOnce()
})
