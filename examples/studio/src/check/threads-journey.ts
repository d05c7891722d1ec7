import { strict as assert } from 'node:assert'

import { sampleJpegHead } from '@social/emulator'

import { connectedId, openApproval } from './sign-in.js'
import type { Visitor } from './visitor.js'

/** Runs the steps at Threads, which downloads files by URL. */
export async function* threadsJourney(visitor: Visitor): AsyncGenerator<string, void> {
  yield 'Threads: sign in through its page'
  const approval = await openApproval(visitor, 'threads')
  const accountId = connectedId(await visitor.browser.submit(approval, { decision: 'approve' }))

  yield 'Threads: post a text, and a picture that Threads downloads'
  const post = await visitor.publish({ accountId, text: 'Fresh bread' })
  assert.deepEqual([post.status, post.problem], ['DONE', null])
  const { id: uploadId } = await visitor.upload('one.jpg', sampleJpegHead(1080, 1080))
  const picture = await visitor.publish({
    accountId,
    text: 'A cake',
    media: [{ uploadId, altText: 'A cake' }],
  })
  assert.deepEqual([picture.status, picture.problem], ['DONE', null])

  yield 'Threads: receive a reply, answer it, and hide it'
  await visitor.happen('comment', accountId)
  const comment = await visitor.arrival(accountId, 'COMMENT_CREATED')
  assert.ok(comment.actions.includes('REPLY') && comment.text !== null)
  await visitor.answer(comment, 'Thank you!')
  assert.equal((await visitor.setVisibility(comment, true)).hidden, true)
}
