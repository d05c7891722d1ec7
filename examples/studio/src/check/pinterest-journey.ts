import { strict as assert } from 'node:assert'

import { sampleMp4 } from '@social/emulator'

import type { OptionChoices } from '../shared/networks.js'
import { PICTURE } from './samples.js'
import { connectedId, openApproval } from './sign-in.js'
import type { Visitor } from './visitor.js'

/** Runs the steps at Pinterest. */
export async function* pinterestJourney(visitor: Visitor): AsyncGenerator<string, void> {
  yield 'Pinterest: sign in through its page'
  const approval = await openApproval(visitor, 'pinterest')
  const accountId = connectedId(
    await visitor.browser.submit(approval, { person: 'ada', decision: 'approve' }),
  )

  yield 'Pinterest: refuse a pin without a board, and report the required action'
  const { id: pictureId } = await visitor.upload('chair.png', PICTURE)
  const media = [{ uploadId: pictureId, altText: '' }]
  const refused = await visitor.publish({ accountId, text: 'A chair', media })
  assert.equal(refused.status, 'FAILED')
  assert.match(refused.problem ?? '', /board/i)

  yield 'Pinterest: select a board from the list, and pin a picture to it'
  const account = encodeURIComponent(accountId)
  const path = `/api/accounts/${account}/choices`
  const { boardId } = await visitor.ask<OptionChoices>('POST', path, { options: {} })
  assert.deepEqual(
    boardId?.map(({ label }) => label),
    ['Chairs', 'Tables'],
  )
  const options = { boardId: boardId?.[0]?.value, title: 'A red chair' }
  const pin = await visitor.publish({ accountId, text: 'Velvet, 1970.', media, options })
  assert.deepEqual([pin.status, pin.problem], ['DONE', null])

  yield 'Pinterest: pin a video after Pinterest has processed it'
  const { id: videoId } = await visitor.upload('chair.mp4', sampleMp4(300_000))
  const film = [{ uploadId: videoId, altText: '' }]
  const video = await visitor.publish({ accountId, text: 'Chair production', media: film, options })
  assert.deepEqual([video.status, video.problem], ['DONE', null])
}
