import { strict as assert } from 'node:assert'

import { samplePng } from '@social/emulator'

import type { OpeningHours } from '../shared/accounts.js'
import { choicesOf } from './plain-browser.js'
import { chooseFirst, openApproval } from './sign-in.js'
import type { Visitor } from './visitor.js'

/** Bytes appended to a small picture, because Google refuses pictures below 10 kB. */
const FILLING = new Uint8Array(20_000)

/** Runs the steps at Google Business Profile. */
export async function* googleBusinessJourney(visitor: Visitor): AsyncGenerator<string, void> {
  yield 'Google Business Profile: sign in through its page, and select one of the places'
  const approval = await openApproval(visitor, 'google_business')
  const page = await visitor.browser.submit(approval, { decision: 'approve' })
  assert.deepEqual(
    choicesOf(page).map(({ label }) => label),
    ["Ada's Bakery (Location)", "Ada's Cafe (Location)"],
  )
  const accountId = await chooseFirst(visitor, page)

  yield 'Google Business Profile: a post with a button and a picture that Google downloads'
  const upload = await visitor.upload('bread.png', Buffer.concat([samplePng(400, 300), FILLING]))
  const post = await visitor.publish({
    accountId,
    text: 'Fresh bread from six',
    media: [{ uploadId: upload.id, altText: '' }],
    options: { callToActionType: 'ORDER', callToActionUrl: 'https://bakery.example/order' },
  })
  assert.equal(post.problem, null)

  yield 'Google Business Profile: receive a review, and answer it'
  await visitor.happen('review', accountId)
  const review = await visitor.arrival(accountId, 'REVIEW_CREATED')
  assert.ok(review.actions.includes('REPLY') && review.rating !== null)
  await visitor.answer(review, 'Thank you, come again!')

  yield 'Google Business Profile: receive the changed review'
  await visitor.happen('editReview', accountId)
  const edited = await visitor.arrival(accountId, 'REVIEW_UPDATED')
  assert.notEqual(edited.id, review.id)
  assert.notEqual(edited.text, review.text)

  yield 'Google Business Profile: change the opening hours of the listing'
  const path = `/api/accounts/${encodeURIComponent(accountId)}/hours`
  const hours: OpeningHours = { opens: '06:30', closes: '17:00' }
  assert.deepEqual(await visitor.ask<OpeningHours>('PUT', path, hours), hours)
}
