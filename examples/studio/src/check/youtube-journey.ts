import { strict as assert } from 'node:assert'

import { sampleMp4 } from '@social/emulator'

import { choicesOf } from './plain-browser.js'
import { chooseFirst, openApproval } from './sign-in.js'
import type { Visitor } from './visitor.js'

/** Size of the video in bytes. The video is larger than one upload chunk. */
const VIDEO_BYTES = 9_000_000
const OPTIONS = { title: 'Changing a tyre', madeForKids: false }

/** Runs the steps at YouTube. Returns the account's id. */
export async function* youtubeJourney(visitor: Visitor): AsyncGenerator<string, string> {
  yield 'YouTube: sign in through its page, and get the list of channels'
  const approval = await openApproval(visitor, 'youtube')
  const page = await visitor.browser.submit(approval, { person: 'bea@example.com', decision: 'approve' })
  assert.deepEqual(
    choicesOf(page).map(({ label }) => label),
    ['Bea Rides (Channel)', 'Bea Repairs (Channel)'],
  )

  yield 'YouTube: select a channel'
  const accountId = await chooseFirst(visitor, page)
  const { accounts } = await visitor.studio()
  assert.equal(accounts.find(({ id }) => id === accountId)?.name, 'Bea Rides')

  yield 'YouTube: refuse a video without the declaration about children'
  const { id: uploadId } = await visitor.upload('tyre.mp4', sampleMp4(VIDEO_BYTES))
  const media = [{ uploadId, altText: '' }]
  const refused = await visitor.publish({ accountId, media, options: { title: OPTIONS.title } })
  assert.equal(refused.status, 'FAILED')
  assert.match(refused.problem ?? '', /children|kids/i)

  yield 'YouTube: upload a video, which is then processed'
  const video = await visitor.publish({ accountId, text: 'In ten minutes', media, options: OPTIONS })
  assert.deepEqual([video.status, video.problem], ['PROCESSING', null])

  yield 'YouTube: the video is done'
  await visitor.becomes(video.id, 'DONE')

  yield 'YouTube: receive a comment, and answer it'
  await visitor.happen('comment', accountId)
  const comment = await visitor.arrival(accountId, 'COMMENT_CREATED')
  assert.equal(comment.aboutText, video.text)
  assert.ok(comment.actions.includes('REPLY') && comment.text !== null)
  assert.ok(comment.text !== null && comment.actor !== null)
  await visitor.answer(comment, 'Thank you!')
  return accountId
}
