import { strict as assert } from 'node:assert'

import { sampleMp4 } from '@social/emulator'

import { PICTURE } from './samples.js'
import { connectedId, openApproval } from './sign-in.js'
import { until, type Visitor } from './visitor.js'

/** Steps at X. */
export async function* xJourney(visitor: Visitor): AsyncGenerator<string, void> {
  yield 'X: sign in through its page'
  const approval = await openApproval(visitor, 'x')
  const accountId = connectedId(
    await visitor.browser.submit(approval, { person: 'ada', decision: 'approve' }),
  )
  const spent = async () => {
    const { spending } = await visitor.studio()
    return spending.find(({ network }) => network === 'x')?.spent ?? 0
  }

  yield 'X: post a poll, and read its cost'
  const before = await spent()
  const poll = { options: ['this', 'that'], durationMinutes: 60 }
  const asked = await visitor.publish({ accountId, text: 'Which one?', options: { poll } })
  assert.deepEqual([asked.status, asked.problem], ['DONE', null])
  assert.ok((await spent()) >= before + 15, 'a post costs 15 thousandths of a dollar')

  yield 'X: post pictures with descriptions, and a video'
  const { id: pictureId } = await visitor.upload('cat.png', PICTURE)
  const media = [{ uploadId: pictureId, altText: 'A cat asleep' }]
  const shown = await visitor.publish({ accountId, text: 'Look', media })
  assert.deepEqual([shown.status, shown.problem], ['DONE', null])
  const { id: videoId } = await visitor.upload('cat.mp4', sampleMp4(1_500_000))
  const film = [{ uploadId: videoId, altText: '' }]
  const moved = await visitor.publish({ accountId, text: 'And it moves', media: film })
  assert.deepEqual([moved.status, moved.problem], ['DONE', null])

  yield 'X: receive a reply, and answer it'
  await visitor.happen('comment', accountId)
  const mention = await until('A mention', async () => {
    const { updates } = await visitor.studio()
    return updates.find((update) => update.accountId === accountId && update.kind === 'MENTION')
  })
  const { answer } = await visitor.answer(mention, 'Thank you!')
  assert.equal(answer, 'Thank you!')
}
