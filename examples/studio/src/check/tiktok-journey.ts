import { strict as assert } from 'node:assert'

import { sampleMp4 } from '@social/emulator'

import type { PostInfo } from '../shared/posts.js'
import { connectedId, openApproval } from './sign-in.js'
import { until, type Visitor } from './visitor.js'

/** Data that the steps before the restart pass to the steps after the restart. */
export interface TiktokSoFar {
  readonly accountId: string
  readonly draft: PostInfo
}

/** Runs the steps at TikTok. */
export async function* tiktokJourney(visitor: Visitor): AsyncGenerator<string, TiktokSoFar> {
  yield 'TikTok: sign in through its page'
  const approval = await openApproval(visitor, 'tiktok')
  const accountId = connectedId(
    await visitor.browser.submit(approval, { person: 'ada', decision: 'approve' }),
  )

  yield 'TikTok: refuse text on a draft, and report the required action'
  const { id: uploadId } = await visitor.upload('dance.mp4', sampleMp4(600_000))
  const media = [{ uploadId, altText: '' }]
  const refused = await visitor.publish({ accountId, text: 'A caption', media })
  assert.equal(refused.status, 'FAILED')
  assert.match(refused.problem ?? '', /draft/i)

  yield 'TikTok: send a video to the drafts, where it waits for the person'
  const draft = await visitor.publish({ accountId, media })
  assert.deepEqual([draft.status, draft.problem], ['WAITING_FOR_PERSON', null])

  yield 'TikTok: a signed webhook reports the video in the drafts'
  await visitor.arrival(accountId, 'POST_DRAFTED')

  yield 'TikTok: refuse an unsigned webhook'
  const forged = await visitor.browser.open(visitor.at('/social/webhooks/tiktok'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tiktok-signature': `t=1,s=${'0'.repeat(64)}` },
    body: JSON.stringify({ event: 'post.publish.failed' }),
  })
  assert.deepEqual([forged.status, forged.text], [401, 'Refused.'])

  yield 'TikTok: post to the profile, where the video is processed and then published'
  const options = { sendTo: 'profile', privacyLevel: 'PUBLIC_TO_EVERYONE' }
  const post = await visitor.publish({ accountId, text: 'On the profile', media, options })
  assert.deepEqual([post.status, post.problem], ['PROCESSING', null])
  await visitor.becomes(post.id, 'DONE')
  await visitor.arrival(accountId, 'POST_PUBLISHED')
  return { accountId, draft }
}

/** Runs the steps at TikTok after a restart of the studio. */
export async function* tiktokAfterwards(
  visitor: Visitor,
  { accountId, draft }: TiktokSoFar,
): AsyncGenerator<string, void> {
  yield 'TikTok: the person posts the draft in the app'
  await visitor.happen('postDraft', accountId)
  await visitor.becomes(draft.id, 'DONE')
  assert.equal(await visitor.count(accountId, 'POST_DRAFTED'), 1)

  yield 'TikTok: the person revokes the access, and the account is removed'
  await visitor.happen('removeAccess', accountId)
  await until('The removal of the account', async () => {
    const { accounts } = await visitor.studio()
    return accounts.every(({ id }) => id !== accountId) ? true : null
  })
}
