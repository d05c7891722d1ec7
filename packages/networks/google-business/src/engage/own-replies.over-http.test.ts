import { ConfigError, InvalidPostError, NotSupportedError, PostGoneError } from '@social/core'
import { makeUpdate } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const REPLY = '/mybusiness/v4/accounts/:account/locations/:location/reviews/:review/reply'

/** Creates an update for a review of Ada's bakery. */
async function withReview() {
  const at = await usingEmulator()
  const bakery = await at.signIn()
  const { id } = at.network.review({ location: "Ada's Bakery", by: 'Grace', stars: 4, comment: 'Great rye.' })
  const [update] = await bakery.fetchUpdates()
  if (!update) throw new Error('no update')
  at.forget()
  /** Text of the reply that people see. */
  async function shown() {
    const [review] = await bakery.fetchUpdates()
    return (review?.raw['reviewReply'] as { comment?: string } | undefined)?.comment // safe cast: the emulated Google lists replies in this format
  }
  return Object.assign(at, { bakery, update, reviewId: id, shown })
}

describe('the reply to a review', () => {
  it('is changed by the id that replyToUpdate returned, also when the response is lost', async () => {
    await using at = await withReview()
    const replyId = await at.bakery.replyToUpdate(at.update, 'Thank you!')
    expect(replyId).toBe(at.reviewId)
    at.faults.add({ fault: 'replyLost', method: 'PUT', path: REPLY })

    await at.bakery.editReply(at.update, replyId ?? '', 'Thank you, Grace!')

    expect(await at.shown()).toBe('Thank you, Grace!')
  })

  it('has its id also if it was found after a lost response', async () => {
    await using at = await withReview()
    at.faults.add({ fault: 'replyLost', method: 'PUT', path: REPLY, count: 9 })
    const reply = () => at.bakery.replyToUpdate(at.update, 'Thank you!', { idempotencyKey: 'k' })
    await reply().catch(() => null)
    at.faults.clear()
    await at.clock.advance(1200)

    expect(await reply()).toBe(at.reviewId)
  })

  it('is deleted once', async () => {
    await using at = await withReview()
    const replyId = (await at.bakery.replyToUpdate(at.update, 'Thank you!')) ?? ''

    await at.bakery.deleteReply(at.update, replyId)

    expect(await at.shown()).toBeUndefined()
    await expect(at.bakery.deleteReply(at.update, replyId)).rejects.toThrow(PostGoneError)
  })

  it('is refused before any request: another reply, a long text, a question', async () => {
    await using at = await withReview()
    const { bakery, update, reviewId } = at
    const facts = { platform: 'google_business', connectionId: bakery.id, timestamp: new Date() }
    const asked = makeUpdate({ ...facts, id: '1', kind: 'QUESTION_CREATED', postId: 'q1' })

    await expect(bakery.editReply(update, 'other', 'x')).rejects.toThrow(ConfigError)
    await expect(bakery.deleteReply(update, 'other')).rejects.toThrow(/replyToUpdate returned/)
    await expect(bakery.editReply(update, reviewId, 'é'.repeat(2049))).rejects.toThrow(InvalidPostError)
    await expect(bakery.editReply(asked, 'q1', 'x')).rejects.toMatchObject({ reason: 'REVIEWS_ONLY' })
    await expect(bakery.deleteReply(asked, 'q1')).rejects.toThrow(NotSupportedError)
    expect(at.requests()).toEqual([])
  })
})
