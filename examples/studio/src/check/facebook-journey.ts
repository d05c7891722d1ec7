import { strict as assert } from 'node:assert'

import { sampleMp4 } from '@social/emulator'

import { choicesOf } from './plain-browser.js'
import { PICTURE } from './samples.js'
import { chooseFirst, openApproval } from './sign-in.js'
import { until, type Visitor } from './visitor.js'

/** Runs the steps at Facebook. Returns the account's id. */
export async function* facebookJourney(visitor: Visitor): AsyncGenerator<string, string> {
  yield 'Facebook: sign in through its page, and select one of the pages'
  const approval = await openApproval(visitor, 'facebook')
  const page = await visitor.browser.submit(approval, { decision: 'approve' })
  assert.deepEqual(
    choicesOf(page).map(({ label }) => label),
    ["Ada's Cakes (Page)", "Ada's Flowers (Page)"],
  )
  const accountId = await chooseFirst(visitor, page)

  yield 'Facebook: a picture from a file, then two in one post'
  const pictures = [await visitor.upload('one.png', PICTURE), await visitor.upload('two.png', PICTURE)]
  const media = pictures.map(({ id }) => ({ uploadId: id, altText: 'A cake' }))
  const one = await visitor.publish({ accountId, text: 'A cake', media: media.slice(0, 1) })
  assert.deepEqual([one.status, one.problem], ['DONE', null])
  const both = await visitor.publish({ accountId, text: 'Two cakes', media })
  assert.deepEqual([both.status, both.problem], ['DONE', null])

  yield 'Facebook: a story, which does not support text'
  const options = { placement: 'story' }
  const refused = await visitor.publish({ accountId, text: 'Text', media: media.slice(0, 1), options })
  assert.match(refused.problem ?? '', /text/i)
  const story = await visitor.publish({ accountId, media: media.slice(0, 1), options })
  assert.deepEqual([story.status, story.problem], ['DONE', null])

  yield 'Facebook: a reel, which is processed and then published'
  const { id: uploadId } = await visitor.upload('cake.mp4', sampleMp4(300_000))
  const reel = await visitor.publish({
    accountId,
    text: 'How',
    media: [{ uploadId, altText: '' }],
    options: { placement: 'reel' },
  })
  assert.deepEqual([reel.status, reel.problem], ['PROCESSING', null])
  await visitor.becomes(reel.id, 'DONE')

  yield 'Facebook: receive a pushed comment, answer it, and hide it'
  const post = await visitor.publish({ accountId, text: 'Fresh bread' })
  await visitor.happen('comment', accountId)
  const comment = await visitor.arrival(accountId, 'COMMENT_CREATED')
  assert.deepEqual([comment.aboutText, comment.hidden], [post.text, false])
  assert.ok(comment.actions.includes('REPLY') && comment.text !== null)
  await visitor.answer(comment, 'Thank you!')
  assert.equal((await visitor.setVisibility(comment, true)).hidden, true)
  return accountId
}

/** Runs the steps at Facebook after a restart of the studio. */
export async function* facebookAfterwards(visitor: Visitor, accountId: string): AsyncGenerator<string, void> {
  yield 'Facebook: the person asks for their data to be deleted, and the account is removed'
  await visitor.happen('requestDeletion', accountId)
  await until('The removal of the account', async () => {
    const { accounts } = await visitor.studio()
    return accounts.every(({ id }) => id !== accountId) ? true : null
  })
}
