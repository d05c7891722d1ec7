import { OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS } from '../__fixtures__/videos.js'

const INSERT = 'POST /youtube/v3/comments'
const LIST = 'GET /youtube/v3/comments'

/**
 * Creates an update for another user's comment, and a function that replies to this comment with
 * an idempotency key.
 */
async function withComment() {
  const at = await usingEmulator()
  const ada = await at.signIn()
  const { id } = await ada.post({ media: [aVideoOf(10).media], options: OPTIONS })
  const top = at.people.comment({ by: 'Grace', on: id, text: 'Which flour?' })
  const [update] = await ada.fetchUpdates()
  if (!update) throw new Error('no update')
  at.forget()
  return Object.assign(at, {
    ada,
    top,
    answer: (text: string, idempotencyKey = 'k') =>
      ada.replyToUpdate(update, text, { idempotencyKey }).then(
        () => 'answered' as const,
        (error: unknown) => error,
      ),
    byAda: (text: string) => at.people.comment({ by: 'Ada Makes Bread', on: top.id, text }),
    answers: () =>
      at.people
        .state()
        .comments.filter(({ parentId }) => parentId === top.id)
        .map(({ text }) => text),
  })
}

const lost = { fault: 'replyLost', path: '/youtube/v3/comments', method: 'POST' } as const

describe('a reply whose response was lost', () => {
  it('is found among the replies of this channel, and not sent again', async () => {
    await using at = await withComment()
    at.faults.add(lost)

    expect(await at.answer('  Rye,\r\nor wheat ')).toBe('answered')
    expect(await at.answer('  Rye,\r\nor wheat ')).toBe('answered')

    expect(at.counts()).toEqual({ [INSERT]: 1, [LIST]: 1 })
    expect(at.answers()).toHaveLength(1)
    expect(at.requests().at(-1)?.query).toEqual({
      part: 'snippet',
      parentId: at.top.id,
      maxResults: '100',
      textFormat: 'plainText',
    })
    // Costs: 1 upload; 1 unit for the page of comments, 50 for the reply, and 1 for the query.
    expect(at.ada.usage).toEqual({ uploads: 1, units: 52 })
  })

  it('is not confused with one of the same text that another key created', async () => {
    await using at = await withComment()
    expect(await at.answer('Rye', 'first')).toBe('answered')
    at.faults.add({ ...lost, fault: 'closeBeforeEffect' })
    expect(await at.answer('Rye', 'second')).toBeInstanceOf(OutcomeUnknownError)

    at.faults.add(lost)
    expect(await at.answer('Rye', 'third')).toBe('answered')
    expect(await at.answer('Rye', 'second')).toBeInstanceOf(OutcomeUnknownError)
    expect(at.answers()).toEqual(['Rye', 'Rye'])
  })

  it('is queried again when it is listed late', async () => {
    await using at = await withComment()
    at.people.showCommentsLate({ seconds: 8 })
    at.faults.add(lost)

    expect(await at.answer('Rye')).toBe('answered')

    expect(at.counts()[INSERT]).toBe(1)
    expect(at.counts()[LIST]).toBeGreaterThan(1)
  })

  it('that is not listed remains unknown: it is never sent again, and found by a later call', async () => {
    await using at = await withComment()
    at.people.showCommentsLate({ seconds: 90 })
    at.faults.add(lost)

    expect(await at.answer('Rye')).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 60 })
    await at.clock.advance(100)
    expect(await at.answer('Rye')).toBe('answered')

    expect(at.counts()[INSERT]).toBe(1)
    expect(at.answers()).toEqual(['Rye'])
  })

  it('that never appeared requires a manual check after an hour', async () => {
    await using at = await withComment()
    at.faults.add({ fault: 'status', status: 502, path: '/youtube/v3/comments', method: 'POST' })

    expect(await at.answer('Rye')).toMatchObject({ retryAfter: 60 })
    await at.clock.advance(3600)
    const error = await at.answer('Rye')

    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({ retryAfter: null })
    expect(at.counts()[INSERT]).toBe(1)
  })

  it.each([
    [
      'the same words of somebody else',
      (at: Awaited<ReturnType<typeof withComment>>) => {
        at.people.comment({ by: 'Bo', on: at.top.id, text: 'Rye' })
      },
    ],
    [
      'other words of this channel',
      (at: Awaited<ReturnType<typeof withComment>>) => {
        at.byAda('Rye bread')
      },
    ],
  ])('is not confused with %s', async (_what, write) => {
    await using at = await withComment()
    at.faults.add({ fault: 'closeBeforeEffect', path: '/youtube/v3/comments', method: 'POST' })
    write(at)

    expect(await at.answer('Rye')).toBeInstanceOf(OutcomeUnknownError)
  })

  it('is not confused with the same text that this channel wrote before', async () => {
    await using at = await withComment()
    at.byAda('Rye')
    await at.clock.advance(10)
    at.faults.add({ fault: 'closeBeforeEffect', path: '/youtube/v3/comments', method: 'POST' })

    expect(await at.answer('Rye')).toBeInstanceOf(OutcomeUnknownError)
  })

  it('is searched on further pages, up to a limit', async () => {
    await using at = await withComment()
    at.faults.add({ ...lost, fault: 'replyLost' })
    const held = at.faults.add({
      fault: 'hold',
      path: '/youtube/v3/comments',
      method: 'GET',
      beforeEffect: true,
    })
    const answering = at.answer('Rye')
    await held.whenHeld(1)
    for (let count = 0; count < 250; count += 1)
      at.people.comment({ by: 'Bo', on: at.top.id, text: `${count}` })
    held.release()

    expect(await answering).toBe('answered')
    expect(at.counts()[LIST]).toBe(3)
  })

  it('is not found when the query is refused, which proves nothing', async () => {
    await using at = await withComment()
    at.faults.add(lost)
    at.faults.add({ fault: 'status', status: 403, path: '/youtube/v3/comments', method: 'GET', count: 2 })

    expect(await at.answer('Rye')).toBeInstanceOf(OutcomeUnknownError)
    expect(await at.answer('Rye')).toBeInstanceOf(OutcomeUnknownError)
    expect(await at.answer('Rye')).toBe('answered')

    expect(at.answers()).toEqual(['Rye'])
  })
})

it('a reply whose response is a page instead of a comment is queried', async () => {
  await using at = await withComment()
  at.faults.add({
    fault: 'status',
    status: 200,
    body: '<html>',
    path: '/youtube/v3/comments',
    method: 'POST',
  })

  expect(await at.answer('Rye')).toBeInstanceOf(OutcomeUnknownError)

  expect(at.answers()).toEqual([])
})

it('a reply that is refused can be sent again with the same key', async () => {
  await using at = await withComment()
  at.faults.add({ fault: 'status', status: 403, path: '/youtube/v3/comments', method: 'POST' })

  expect(await at.answer('Rye')).toMatchObject({ code: 'NOT_ALLOWED' })
  expect(await at.answer('Rye')).toBe('answered')

  expect(at.answers()).toEqual(['Rye'])
})
