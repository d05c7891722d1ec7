import { expect, it } from 'vitest'

import type { FoundPost, PostClaim } from '../../contract/index.js'
import { claimNearest } from './claim-nearest.js'

const SENT = new Date('2026-11-23T12:00:00Z')
const LATER = new Date('2026-11-23T12:05:00Z')
const at = (id: string, seconds: number) => ({ item: { id }, at: new Date(SENT.getTime() + seconds * 1000) })
const SEVERAL = [at('late', 60), at('near', 2), at('early', -40)]

/** Which posts the journal is asked for, in which order, and how it is to pick. */
async function asked(moments: readonly Date[]) {
  const calls: { readonly ids: readonly string[]; readonly pick: string }[] = []
  const call = {
    async claimPost(posts: readonly FoundPost[], { pick }: { readonly pick: string }): Promise<PostClaim> {
      calls.push({ ids: posts.map(({ id }) => id), pick })
      return { state: 'OWNED', id: posts[0]?.id ?? '' }
    },
  }
  const looked = { fitting: SEVERAL, isWhole: true, isCutShort: false }
  const claimed = await claimNearest(looked, { idOf: ({ id }) => id, moments }, call)
  return { calls, claimed }
}

it('claims the nearest of several, older or younger, before the others', async () => {
  expect(await asked([SENT])).toEqual({
    calls: [{ ids: ['near', 'early', 'late'], pick: 'FIRST' }],
    claimed: { state: 'OWNED', item: { id: 'near' } },
  })
})

it('claims only an item that fits alone where the moment is in doubt', async () => {
  expect((await asked([SENT, LATER])).calls).toEqual([{ ids: ['late', 'near', 'early'], pick: 'ONLY' }])
  expect((await asked([])).calls).toMatchObject([{ pick: 'ONLY' }])
})
