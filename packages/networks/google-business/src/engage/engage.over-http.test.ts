import {
  ConfigError,
  InvalidPostError,
  NotSupportedError,
  OutcomeUnknownError,
  PostGoneError,
} from '@social/core'
import { makeUpdate, type Update } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const REPLY = '/mybusiness/v4/accounts/:account/locations/:location/reviews/:review/reply'
const REVIEW = '/mybusiness/v4/accounts/:account/locations/:location/reviews/:review'

/** Creates an update for a review of Ada's bakery. */
async function withReview(options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  const bakery = await at.signIn()
  const { id } = at.network.review({ location: "Ada's Bakery", by: 'Grace', stars: 4, comment: 'Great rye.' })
  const [update] = await bakery.fetchUpdates()
  if (!update) throw new Error('no update')
  at.forget()
  return Object.assign(at, {
    bakery,
    update,
    reviewId: id,
    answer: (text = 'Thank you!', idempotencyKey = 'k') =>
      bakery.replyToUpdate(update, text, { idempotencyKey }).then(
        () => 'answered' as const,
        (error: unknown) => error,
      ),
    puts: () => at.requests().filter(({ method }) => method === 'PUT').length,
    async answers() {
      const [review] = await bakery.fetchUpdates()
      return (review?.raw['reviewReply'] as { comment?: string } | undefined)?.comment // safe cast: the emulated Google lists replies in this format
    },
  })
}

describe('a reply to a review', () => {
  // Holds R-0230, R-0475.
  it('is one request per key', async () => {
    await using at = await withReview()
    expect([await at.answer(), await at.answer()]).toEqual(['answered', 'answered'])
    expect(at.requests()).toHaveLength(1)
    expect(await at.answers()).toBe('Thank you!')
  })

  it('replaces an earlier reply', async () => {
    await using at = await withReview()
    await at.answer('One', '1')
    await at.answer('Two', '2')
    expect(await at.answers()).toBe('Two')
  })

  it('counts bytes, and sends no long reply', async () => {
    await using at = await withReview()
    expect(await at.answer('é'.repeat(2049))).toBeInstanceOf(InvalidPostError)
    expect(at.requests()).toEqual([])
    expect(await at.answer('é'.repeat(2048))).toBe('answered')
  })

  it('that Google rejects in its response is refused, with the reason', async () => {
    await using at = await withReview()
    at.network.rejectNextReply({ violation: 'PERSONAL_INFO' })
    const error = await at.answer()
    expect(error).toBeInstanceOf(InvalidPostError)
    expect((error as Error).message).toContain('PERSONAL_INFO')
    expect(await at.answer('Other words', 'other')).toBe('answered')
  })

  it('to a deleted review reports that it is deleted', async () => {
    await using at = await withReview()
    at.network.deleteReview({ id: at.reviewId })
    expect(await at.answer()).toBeInstanceOf(PostGoneError)
  })

  it.each(['replyLost', 'closeBeforeEffect', 'dropMidBody'] as const)(
    'is sent again after %s: it replaces itself',
    async (fault) => {
      await using at = await withReview()
      at.faults.add({ fault, method: 'PUT', path: REPLY })
      expect(await at.answer()).toBe('answered')
      expect(await at.answers()).toBe('Thank you!')
    },
  )

  it('whose responses are all lost is found by reading the review', async () => {
    await using at = await withReview({ retries: { attempts: 1 } })
    at.faults.add({ fault: 'replyLost', method: 'PUT', path: REPLY })
    at.faults.add({ fault: 'status', status: 500, method: 'GET', path: REVIEW, count: 3 })
    expect(await at.answer()).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(1200)
    at.faults.clear()
    expect(await at.answer()).toBe('answered')
    expect(at.puts()).toBe(1)
  })

  it('that never arrived remains unknown after the time in which it can be repeated', async () => {
    await using at = await withReview({ retries: { attempts: 1 } })
    at.faults.add({ fault: 'status', status: 502, method: 'PUT', path: REPLY, count: 1 })
    expect(await at.answer()).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(4000)
    expect(await at.answer()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })
    expect(at.puts()).toBe(1)
  })

  it.each([400, 403, 404, 429])('whose query is refused with %d remains unknown', async (status) => {
    await using at = await withReview({ retries: { attempts: 1 } })
    at.faults.add({ fault: 'replyLost', method: 'PUT', path: REPLY })
    at.faults.add({ fault: 'status', status, method: 'GET', path: REVIEW, count: 4 })
    expect(await at.answer()).not.toBe('answered')
    await at.clock.advance(1200)
    at.faults.clear()
    expect(await at.answer()).toBe('answered')
    expect(at.puts()).toBe(1)
  })

  it('refuses an update of another location, and one without a review', async () => {
    await using at = await withReview()
    const facts = {
      platform: 'google_business',
      connectionId: at.bakery.id,
      timestamp: new Date(),
      kind: 'REVIEW_CREATED',
    }
    for (const changes of [
      {},
      { postId: '' },
      { postId: 'x', connectionId: 'google_business:2' },
      { postId: '..' },
      { postId: 'a/b?c' },
    ])
      await expect(
        at.bakery.replyToUpdate(makeUpdate({ ...facts, id: '1', ...changes }), 'x'),
      ).rejects.toThrow(ConfigError)
    expect(at.requests()).toEqual([])
  })

  it('takes an update that was read back from JSON without its raw data', async () => {
    await using at = await withReview()
    const { raw: _raw, envelope: _envelope, ...facts } = at.update
    const stored = JSON.parse(JSON.stringify(facts)) as Update // safe cast: the same update without hidden data
    await at.bakery.replyToUpdate(makeUpdate(stored), 'Thank you!')
    expect(await at.answers()).toBe('Thank you!')
  })

  it('is an action of the update, which has text and stars', async () => {
    await using at = await withReview()
    expect(at.update).toMatchObject({ text: 'Great rye.', rating: 4, isOwn: false, actions: ['REPLY'] })
    expect(await at.bakery.actionsFor(at.update)).toEqual(['REPLY'])
  })
})

const question = (connectionId: string, id: string) =>
  makeUpdate({
    id: '1',
    kind: 'QUESTION_CREATED',
    platform: 'google_business',
    connectionId,
    timestamp: new Date(),
    postId: id.slice(id.lastIndexOf('/') + 1),
  })

describe('questions', () => {
  it('are refused by name, with the date on which Google closed them', async () => {
    await using at = await withReview()
    const error: unknown = await at.bakery
      .replyToUpdate(question(at.bakery.id, 'q1'), 'x')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotSupportedError)
    expect((error as Error).message).toContain('3 November 2025')
    expect(at.requests()).toEqual([])
  })

  it('are refused by Google if the application enables them', async () => {
    await using at = await withReview({ platform: { questions: true } })
    const error: unknown = await at.bakery
      .replyToUpdate(question(at.bakery.id, 'q1'), 'x')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotSupportedError)
    // Polling still returns reviews.
    expect(await at.bakery.fetchUpdates()).toHaveLength(1)
  })

  // Holds R-0230, R-0476, R-0486.
  it('are polled and answered while they exist', async () => {
    await using at = await withReview({ platform: { questions: true }, server: { questions: true } })
    at.network.ask({ location: "Ada's Bakery", by: 'Bo', text: 'Open on Sunday?' })
    const updates = await at.bakery.fetchUpdates()
    const asked = updates.find(({ kind }) => kind === 'QUESTION_CREATED')
    if (!asked) throw new Error('no question')
    await at.bakery.replyToUpdate(asked, 'Yes, from eight.')
    expect(JSON.stringify(at.network.state())).toContain('Yes, from eight.')
  })
})

// Holds R-0231.
it('other updates cannot be replied to', async () => {
  await using at = await withReview()
  const facts = { platform: 'google_business', connectionId: at.bakery.id, timestamp: new Date() }
  const other = makeUpdate({ ...facts, id: '1', kind: 'GOOGLE_UPDATE' })
  await expect(at.bakery.replyToUpdate(other, 'x')).rejects.toThrow(NotSupportedError)
})
