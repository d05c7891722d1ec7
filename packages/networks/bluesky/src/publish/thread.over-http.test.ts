import { InvalidPostError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const CREATE = '/xrpc/com.atproto.repo.createRecord'
const GET_RECORD = '/xrpc/com.atproto.repo.getRecord'
const KEY = { idempotencyKey: 'k' }
const THREE = [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }]

type At = Awaited<ReturnType<typeof usingEmulator>>

const recordsOf = (at: At) => at.network.state().posts

/** Returns the `reply` fields of the records that `createRecord` wrote. */
const repliesOf = (at: At) =>
  at.emulator
    .requests('bluesky')
    .filter(({ path }) => path === CREATE)
    .map(({ json }) => (json as { readonly record: { readonly reply?: unknown } }).record.reply) // safe cast: requests to this path create a post record

describe('a thread on Bluesky', () => {
  it('is a chain of replies below one root, with the gate on the first post', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const { parts } = await account.postThread(
      [{ text: 'One', options: { allowReplies: ['mentioned'] } }, { text: 'Two' }, { text: 'Three' }],
      KEY,
    )

    const [one, two] = parts.map(({ id, cid }) => ({ uri: id, cid }))
    expect(recordsOf(at).map(({ uri }) => uri)).toEqual(parts.map(({ id }) => id))
    // The first post is missing here, because `applyWrites` writes it together with its gate.
    expect(repliesOf(at)).toEqual([
      { root: one, parent: one },
      { root: one, parent: two },
    ])
  })

  it.each([
    ['too long', { text: 'a'.repeat(301) }],
    ['with allowReplies', { text: 'Two', options: { allowReplies: [] } }],
  ])('is refused completely before any request for a last part that is %s', async (_what, last) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.clear()

    const refused = account.postThread([{ text: 'One' }, last], KEY)

    await expect(refused).rejects.toThrow(InvalidPostError)
    await expect(refused).rejects.toThrow(/part 2 of 2/)
    expect(at.routes()).toEqual([])
  })

  it.each(['replyLost', 'dropMidBody'] as const)(
    'is published once when the response of the second part is lost: %s',
    async (fault) => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      at.emulator.faults('bluesky').add({ method: 'POST', path: CREATE, nth: 2, fault })
      // The first request to this path reads the parent of the second part. The fault covers the
      // later requests.
      const queries = at.emulator
        .faults('bluesky')
        .add({ method: 'GET', path: GET_RECORD, nth: 2, count: 'all', fault: 'closeBeforeEffect' })

      await expect(account.postThread(THREE, KEY)).rejects.toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        partsOut: [{ id: expect.stringContaining('app.bsky.feed.post') as string }],
      })
      queries.remove()
      const { parts } = await account.postThread(THREE, KEY)

      expect(recordsOf(at).map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
      expect(recordsOf(at).map(({ uri }) => uri)).toEqual(parts.map(({ id }) => id))
    },
  )
})
