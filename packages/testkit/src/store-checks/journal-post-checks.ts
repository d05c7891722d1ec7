import { strict as assert } from 'node:assert'

import type { JournalKey, PublishJournal } from '@social/core/store'

import { inParallel, type StoreCheckDefinition } from './check.js'
import { claimOf, KEY, keyOf, MINUTE, mustBeLost, PRINT, RECEIPT, RESULT, SHORT } from './journal-bench.js'

const POST = 'at://did:plc:abc/app.bsky.feed.post/3k2a"'
const CREATED_NOW = { id: POST, ageSeconds: 0 }
const ONLY = { pick: 'ONLY' } as const
const FIRST = { pick: 'FIRST' } as const
/**
 * Two journal keys that contain the same idempotency key as `KEY`. The first has a different
 * account, the second a different operation.
 */
const ELSEWHERE: JournalKey = { ...KEY, connectionId: 'bluesky:did:plc:other' }
const REPLY: JournalKey = { ...KEY, operation: 'reply' }

/**
 * Opens an entry, and claims a post on the network for the entry's key. Returns the resulting
 * state.
 */
async function claimPost(port: PublishJournal, key: JournalKey): Promise<string> {
  const claim = await claimOf(port, 'NEW', key)
  return (await port.claimPost(key, claim, [CREATED_NOW], ONLY)).state
}

/** Opens an entry, and saves that the worker awaits the response to a publish request. */
async function sending(port: PublishJournal, key: JournalKey, lease = MINUTE): Promise<string> {
  const claim = await claimOf(port, 'NEW', key, lease)
  await port.save(key, claim, RECEIPT, { ...lease, awaitsResponse: true })
  return claim
}

/** Checks that each post on the network belongs to at most one journal key. */
export const POST_CHECKS: readonly StoreCheckDefinition<PublishJournal>[] = [
  {
    name: 'assigns a post to one key of a connection, also after claims of other keys',
    run: async ({ port }) => {
      assert.equal(await claimPost(port, KEY), 'OWNED')
      assert.equal(await claimPost(port, keyOf('second')), 'TAKEN')
      assert.equal(await claimPost(port, REPLY), 'TAKEN', 'Another operation is another key.')
      assert.equal(await claimPost(port, ELSEWHERE), 'OWNED', 'Posts of another account are other posts.')
    },
  },
  {
    name: 'assigns a post to one of many keys that claim it concurrently',
    run: async ({ port }) => {
      const states = await inParallel(8, (index) => claimPost(port, keyOf(`key ${index}`)))
      assert.equal(states.filter((state) => state === 'OWNED').length, 1)
    },
  },
  {
    name: 'returns the result of the first claim for a repeated claim',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      for (let time = 0; time < 2; time += 1)
        assert.deepEqual(await port.claimPost(KEY, claim, [CREATED_NOW], ONLY), { state: 'OWNED', id: POST })
      await port.finish(KEY, claim, RESULT, { postId: POST })
      assert.equal(await claimPost(port, keyOf('second')), 'TAKEN')
    },
  },
  {
    name: 'owns the post of a result, with both ways of saving it',
    run: async ({ port }) => {
      const claim = await claimOf(port, 'NEW')
      await port.finish(KEY, claim, RESULT, { postId: POST })
      assert.equal(await claimPost(port, keyOf('second')), 'TAKEN')
      if (!port.finishNew) return
      await port.finishNew(keyOf('third'), PRINT, RESULT, { postId: '7' })
      const fourth = await claimOf(port, 'NEW', keyOf('fourth'))
      const seven = [{ id: '7', ageSeconds: 0 }]
      assert.deepEqual(await port.claimPost(keyOf('fourth'), fourth, seven, ONLY), { state: 'TAKEN' })
    },
  },
  {
    name: 'stores a result whose post another key already owns',
    run: async ({ port }) => {
      assert.equal(await claimPost(port, keyOf('second')), 'OWNED')
      const claim = await claimOf(port, 'NEW')
      await port.finish(KEY, claim, RESULT, { postId: POST })
      assert.equal((await port.open(KEY, PRINT, MINUTE)).state, 'DONE')
      if (!port.finishNew) return
      await port.finishNew(keyOf('third'), PRINT, RESULT, { postId: POST })
      assert.equal((await port.open(keyOf('third'), PRINT, MINUTE)).state, 'DONE')
    },
  },
  {
    name: 'chooses among several posts: the only free one, or the first free one',
    run: async ({ port }) => {
      assert.equal(await claimPost(port, keyOf('second')), 'OWNED')
      const claim = await claimOf(port, 'NEW')
      const [one, two] = ['1', '2'].map((id) => ({ id, ageSeconds: 0 }))
      assert.ok(one && two)
      assert.deepEqual(await port.claimPost(KEY, claim, [], ONLY), { state: 'TAKEN' })
      assert.deepEqual(await port.claimPost(KEY, claim, [CREATED_NOW, one, two], ONLY), { state: 'SEVERAL' })
      assert.deepEqual(await port.claimPost(KEY, claim, [CREATED_NOW, one, two], FIRST), {
        state: 'OWNED',
        id: '1',
      })
      assert.deepEqual(await port.claimPost(KEY, claim, [two, one], FIRST), { state: 'OWNED', id: '1' })
    },
  },
  {
    name: 'assigns no post while another key awaits the response to an earlier request',
    run: async ({ port }) => {
      const second = await sending(port, keyOf('second'))
      const claim = await claimOf(port, 'NEW')
      const busy = { state: 'BUSY' }
      assert.deepEqual(await port.claimPost(KEY, claim, [CREATED_NOW], ONLY), busy)
      const before = [{ id: POST, ageSeconds: 3600 }]
      assert.equal((await port.claimPost(KEY, claim, before, ONLY)).state, 'OWNED', 'The post is older.')
      const one = [{ id: '1', ageSeconds: 0 }]
      await port.save(keyOf('second'), second, RECEIPT, MINUTE)
      const third = await claimOf(port, 'NEW', keyOf('third'))
      assert.equal(
        (await port.claimPost(keyOf('third'), third, one, ONLY)).state,
        'OWNED',
        'No longer awaited.',
      )
    },
  },
  {
    name: 'ignores the awaited response of a key that was released, finished, or queries for its own post',
    run: async ({ port }) => {
      const [second, third, fourth] = ['second', 'third', 'fourth'].map((each) => keyOf(each))
      assert.ok(second && third && fourth)
      await port.release(second, await sending(port, second))
      await port.finish(third, await sending(port, third), RESULT, { postId: '3' })
      const querying = await sending(port, fourth)
      assert.equal((await port.claimPost(fourth, querying, [CREATED_NOW], ONLY)).state, 'OWNED')
      const claim = await claimOf(port, 'NEW')
      const one = [{ id: '1', ageSeconds: 0 }]
      assert.equal((await port.claimPost(KEY, claim, one, ONLY)).state, 'OWNED')
    },
  },
  {
    name: 'ignores the awaited response of a worker whose lease has expired',
    run: async (bench) => {
      await sending(bench.port, keyOf('second'), SHORT)
      await bench.pass(1.5)
      assert.equal(await claimPost(bench.port, KEY), 'OWNED')
    },
  },
  {
    name: 'refuses a claim on a post after another worker took over the entry',
    run: async (bench) => {
      const lost = await claimOf(bench.port, 'NEW', KEY, SHORT)
      await bench.port.save(KEY, lost, RECEIPT, SHORT)
      await bench.pass(1.5)
      await claimOf(bench.port, 'CONTINUE')
      await mustBeLost(() => bench.port.claimPost(KEY, lost, [CREATED_NOW], ONLY), 'A late claim on a post')
    },
  },
  {
    name: 'still knows the owner of a post after a restart',
    needs: 'reopen',
    run: async (bench) => {
      assert.equal(await claimPost(bench.port, KEY), 'OWNED')
      const again = await bench.reopened()
      assert.equal(await claimPost(again, keyOf('second')), 'TAKEN')
    },
  },
  {
    name: 'assigns a post to one of several processes',
    needs: 'processes',
    run: async (bench) => {
      await bench.race(4, async (competitors) => {
        const states = await Promise.all(
          competitors.map((competitor, index) => competitor.ask('journal.claimPost', [`key ${index}`, POST])),
        )
        assert.equal(states.filter((state) => state === 'OWNED').length, 1)
      })
    },
  },
]
