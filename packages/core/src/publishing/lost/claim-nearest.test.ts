import { expect, it } from 'vitest'

import type { FoundPost, PostClaim } from '../../contract/index.js'
import { claimNearest } from './claim-nearest.js'

const SENT = new Date('2026-11-23T12:00:00Z')
const LATER = new Date('2026-11-23T12:05:00Z')
const at = (id: string, seconds: number) => ({ item: { id }, at: new Date(SENT.getTime() + seconds * 1000) })
const SEVERAL = [at('late', 60), at('near', 2), at('early', -40)]

/**
 * Returns the posts that `claimNearest` passed to the journal, in order, and the requested `pick`.
 */
async function callsOf(moments: readonly Date[]) {
  const calls: { readonly ids: readonly string[]; readonly pick: string }[] = []
  const call = {
    async claimPost(posts: readonly FoundPost[], { pick }: { readonly pick: string }): Promise<PostClaim> {
      calls.push({ ids: posts.map(({ id }) => id), pick })
      return { state: 'OWNED', id: posts[0]?.id ?? '' }
    },
  }
  const found = { fitting: SEVERAL, isWhole: true, isCutShort: false }
  const claimed = await claimNearest(found, { idOf: ({ id }) => id, moments }, call)
  return { calls, claimed }
}

it('prefers the nearest of several items, older or newer', async () => {
  expect(await callsOf([SENT])).toEqual({
    calls: [{ ids: ['near', 'early', 'late'], pick: 'FIRST' }],
    claimed: { state: 'OWNED', item: { id: 'near' } },
  })
})

it('claims only the single match when the time is uncertain', async () => {
  expect((await callsOf([SENT, LATER])).calls).toEqual([{ ids: ['late', 'near', 'early'], pick: 'ONLY' }])
  expect((await callsOf([])).calls).toMatchObject([{ pick: 'ONLY' }])
})
