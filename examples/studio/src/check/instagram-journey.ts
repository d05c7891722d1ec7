import { strict as assert } from 'node:assert'

import { sampleJpegHead } from '@social/emulator'

import { connectedId, openApproval } from './sign-in.js'
import type { Visitor } from './visitor.js'

/**
 * Runs the steps at Instagram, which downloads files by URL. No step posts a reel, because
 * Instagram allows only one status query a minute for a video.
 */
export async function* instagramJourney(visitor: Visitor): AsyncGenerator<string, void> {
  yield 'Instagram: sign in through its page'
  const approval = await openApproval(visitor, 'instagram')
  const accountId = connectedId(await visitor.browser.submit(approval, { decision: 'approve' }))

  yield 'Instagram: refuse a text-only post, and report the required action'
  const refused = await visitor.publish({ accountId, text: 'Text' })
  assert.equal(refused.status, 'FAILED')
  assert.match(refused.problem ?? '', /picture|photo|image/i)

  yield 'Instagram: a picture, then two in a carousel, which Instagram downloads'
  const jpeg = sampleJpegHead(1080, 1080)
  const pictures = [await visitor.upload('one.jpg', jpeg), await visitor.upload('two.jpg', jpeg)]
  const media = pictures.map(({ id }) => ({ uploadId: id, altText: 'A cake' }))
  const one = await visitor.publish({ accountId, text: 'A cake', media: media.slice(0, 1) })
  assert.deepEqual([one.status, one.problem], ['DONE', null])
  const both = await visitor.publish({ accountId, text: 'Two cakes', media })
  assert.deepEqual([both.status, both.problem], ['DONE', null])

  yield 'Instagram: a story, which does not support text'
  const story = await visitor.publish({
    accountId,
    media: media.slice(0, 1),
    options: { placement: 'story' },
  })
  assert.deepEqual([story.status, story.problem], ['DONE', null])

  yield 'Instagram: receive a comment, answer it, hide it, and show it again'
  await visitor.happen('comment', accountId)
  const comment = await visitor.arrival(accountId, 'COMMENT_CREATED')
  assert.ok(comment.actions.includes('REPLY') && comment.text !== null)
  await visitor.answer(comment, 'Thank you!')
  assert.equal((await visitor.setVisibility(comment, true)).hidden, true)
  assert.equal((await visitor.setVisibility(comment, false)).hidden, false)
}
