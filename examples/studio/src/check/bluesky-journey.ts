import { strict as assert } from 'node:assert'

import { WITH_MESSAGES } from '@social/emulator/bluesky'

import type { ThreadInfo } from '../shared/inbox.js'
import { PICTURE } from './samples.js'
import { answerByScript, startByScript } from './sign-in.js'
import type { Visitor } from './visitor.js'

const CALLBACK = '/social/callback/bluesky'

/** Runs the steps at Bluesky. Returns the account's id. */
export async function* blueskyJourney(visitor: Visitor): AsyncGenerator<string, string> {
  yield 'Bluesky: get the form for handle and app password'
  const step = await startByScript(visitor, 'bluesky')
  assert.ok(step.step === 'ask_for_details')
  assert.deepEqual(
    step.fields.map(({ name, secret }) => [name, secret]),
    [
      ['handle', false],
      ['app_password', true],
    ],
  )
  assert.match(step.help_url ?? '', /^https:/)

  yield 'Bluesky: refuse a wrong password'
  const wrong = { state: step.state, handle: 'ada.bsky.test', app_password: 'no-such-word' }
  assert.equal((await answerByScript(visitor, CALLBACK, wrong)).status, 401)

  yield 'Bluesky: sign in with the form'
  const again = await startByScript(visitor, 'bluesky')
  assert.ok(again.step === 'ask_for_details')
  const right = { state: again.state, handle: '@ada.bsky.test', app_password: WITH_MESSAGES }
  const { answer } = await answerByScript(visitor, CALLBACK, right)
  assert.ok(answer.step === 'connected')
  const accountId = answer.connection_id

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
