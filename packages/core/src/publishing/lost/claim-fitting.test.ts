import { expect, it } from 'vitest'

import type { PostClaim } from '../../contract/index.js'
import { claimFitting, type ClaimFittingOptions } from './claim-fitting.js'

const AT = new Date('2026-11-23T12:00:00Z')
const listOf = (...ids: string[]) => ids.map((id) => ({ item: { id }, at: AT }))

/** Claims an item of a list. By default the search has read the list to its end. */
async function claim(
  found: { readonly ids: readonly string[]; readonly isWhole?: boolean; readonly isCutShort?: boolean },
  answer: PostClaim,
  more: Partial<ClaimFittingOptions<{ readonly id: string }>> = {},
) {
  const requested: unknown[] = []
  const call = {
    claimPost: async (...given: unknown[]): Promise<PostClaim> => {
      requested.push(given)
      return answer
    },
  }
  const { ids, isWhole = true, isCutShort = false } = found
  const list = { fitting: listOf(...ids), isWhole, isCutShort }
  return {
    claimed: await claimFitting(list, { idOf: ({ id }) => id, pick: 'ONLY', ...more }, call),
    requested,
  }
}

it('returns the item whose post the journal assigns to the key', async () => {
  const { claimed, requested } = await claim(
    { ids: ['1', '2'] },
    { state: 'OWNED', id: '2' },
    { pick: 'FIRST' },
  )
  expect(claimed).toEqual({ state: 'OWNED', item: { id: '2' } })
  expect(requested).toEqual([
    [
      [
        { id: '1', createdAt: AT },
        { id: '2', createdAt: AT },
      ],
      { pick: 'FIRST' },
    ],
  ])
})

it.each([
  ['TAKEN', 'ABSENT'],
  ['SEVERAL', 'BUSY'],
  ['BUSY', 'BUSY'],
] as const)('maps %s of the journal to %s', async (state, expected) => {
  expect((await claim({ ids: ['1'] }, { state })).claimed).toEqual({ state: expected })
})

it('does not call the journal when no item matches, or when an unread page may contain another match', async () => {
  const owned = { state: 'OWNED', id: '1' } as const
  expect(await claim({ ids: [] }, owned)).toEqual({ claimed: { state: 'ABSENT' }, requested: [] })
  const cut = { isWhole: false, isCutShort: true }
  expect(await claim({ ids: [], ...cut }, owned)).toEqual({ claimed: { state: 'UNCERTAIN' }, requested: [] })
  expect(await claim({ ids: ['1'], ...cut }, owned)).toEqual({
    claimed: { state: 'UNCERTAIN' },
    requested: [],
  })
})

it('accepts a unique id in a list that was not read to its end', async () => {
  const { claimed } = await claim(
    { ids: ['1'], isWhole: false },
    { state: 'OWNED', id: '1' },
    { isUnique: true },
  )
  expect(claimed).toMatchObject({ state: 'OWNED' })
})
