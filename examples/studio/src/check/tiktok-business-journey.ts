import { strict as assert } from 'node:assert'

import { connectedId, openApproval } from './sign-in.js'
import type { Visitor } from './visitor.js'

/** Runs the steps at TikTok Business, which supports comments but no posts. */
export async function* tiktokBusinessJourney(visitor: Visitor): AsyncGenerator<string, void> {
  yield 'TikTok Business: sign in through its page'
  const approval = await openApproval(visitor, 'tiktok_business')
  const accountId = connectedId(await visitor.browser.submit(approval, { decision: 'approve' }))

  yield 'TikTok Business: refuse a post'
  const refused = await visitor.publish({ accountId, text: 'Text' })
  assert.equal(refused.status, 'FAILED')

  yield 'TikTok Business: receive a comment on a video, answer it, and hide it'
  await visitor.happen('comment', accountId)
  const comment = await visitor.arrival(accountId, 'COMMENT_CREATED')
  await visitor.answer(comment, 'Thank you!')
  assert.equal((await visitor.setVisibility(comment, true)).hidden, true)
}
