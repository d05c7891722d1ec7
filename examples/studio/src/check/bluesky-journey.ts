import { strict as assert } from 'node:assert'

import { WITH_MESSAGES } from '@social/emulator/bluesky'

import type { ThreadInfo } from '../shared/inbox.js'
import { PICTURE } from './samples.js'
import { connectedId, openApproval } from './sign-in.js'
import type { Visitor } from './visitor.js'

/** Runs the steps at Bluesky. Returns the account's id. */
export async function* blueskyJourney(visitor: Visitor): AsyncGenerator<string, string> {
  yield 'Bluesky: get the form for handle and app password'
  const form = await openApproval(visitor, 'bluesky')
  assert.match(form.text, /type="password"/)
  assert.match(form.text, /href="https:/)

  yield 'Bluesky: refuse a wrong password'
  const wrong = { handle: 'ada.bsky.test', app_password: 'no-such-word' }
  const refused = await visitor.browser.submit(form, wrong)
  assert.equal(refused.status, 401)
  assert.match(refused.text, /role="alert"/)

  yield 'Bluesky: sign in with the form'
  const right = { handle: '@ada.bsky.test', app_password: WITH_MESSAGES }
  const again = await openApproval(visitor, 'bluesky')
  const accountId = connectedId(await visitor.browser.submit(again, right))

  yield 'Bluesky: post a picture'
  const { id: uploadId } = await visitor.upload('square.png', PICTURE)
  const media = [{ uploadId, altText: 'A very small square' }]
  const post = await visitor.publish({ accountId, text: 'Hello, @bea.bsky.test', media })
  assert.deepEqual([post.status, post.problem], ['DONE', null])

  yield 'Bluesky: post a thread with three parts in one row, and delete it'
  const chain = await visitor.publish({ accountId, text: 'One', more: ['Two', 'Three'] })
  assert.deepEqual([chain.status, chain.problem, chain.partsOut.length], ['DONE', null, 3])
  const { posts } = await visitor.ask<ThreadInfo>('GET', `/api/posts/${chain.id}/thread`)
  assert.deepEqual(
    posts.map(({ text, depth }) => [text, depth]),
    [
      ['One', 0],
      ['Two', 1],
      ['Three', 2],
    ],
  )
  await visitor.ask('DELETE', `/api/posts/${chain.id}`)

  yield 'Bluesky: receive a comment, and answer it'
  await visitor.happen('comment', accountId)
  const comment = await visitor.arrival(accountId, 'COMMENT_CREATED')
  assert.equal(comment.aboutText, post.text)
  assert.ok(comment.text !== null)
  await visitor.answer(comment, 'Thank you!')

  yield 'Bluesky: receive a like, a share and a new follower'
  for (const what of ['like', 'repost', 'follow'] as const) await visitor.happen(what, accountId)
  for (const kind of ['REACTION_ADDED', 'REPOST_ADDED', 'FOLLOWED']) await visitor.arrival(accountId, kind)
  return accountId
}
