import { OutcomeUnknownError, PublishBusyError, SocialBaseError } from '@social/core'
import { aPicture, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const PIN = 'POST /v5/pins'
const LOOK = 'GET /v5/boards/:board/pins'

type At = Awaited<ReturnType<typeof usingEmulator>>

async function outcome(work: Promise<{ readonly id: string }>): Promise<string | SocialBaseError> {
  try {
    return (await work).id
  } catch (error) {
    if (SocialBaseError.is(error)) return error
    throw error
  }
}

const made = (at: At): readonly string[] => at.effects().map(({ id }) => id)

/** Creates a function that posts with one idempotency key. Each call uses a new process. */
async function aPost(at: At, media = [aPicture()]) {
  const { id } = await at.signIn()
  const post = { text: 'Velvet, 1970.', media, options: { boardId: at.board(), title: 'A chair' } }
  return () => outcome(at.anotherClient().accountOf('pinterest', id).post(post, { idempotencyKey: 'k' }))
}

/** Loses the response to the first pin. */
async function withLostAnswer(options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  at.faults.add({ fault: 'replyLost', method: 'POST', path: '/v5/pins' })
  return at
}

describe('the search for a pin', () => {
  it('continues for some seconds, because a new pin can be listed late', async () => {
    await using at = await withLostAnswer({ server: { listDelaySeconds: 9 } })
    const post = await aPost(at)

    expect(await post()).toBe(made(at)[0])
    expect(at.counts()[LOOK]).toBeGreaterThan(1)
  })

  it('returns a retryAfter, and finds the pin then', async () => {
    await using at = await withLostAnswer({ server: { listDelaySeconds: 120 } })
    const post = await aPost(at)

    expect(await post()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 60 })
    await at.clock.advance(120)

    expect(await post()).toBe(made(at)[0])
  })

  it('returns no retryAfter after a long time without the pin', async () => {
    await using at = await usingEmulator()
    const post = await aPost(at)
    at.faults.add({ fault: 'closeBeforeEffect', method: 'POST', path: '/v5/pins' })
    await post()
    await at.clock.advance(3600)

    expect(await post()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })
  })

  it('reads times without a time zone as UTC', async () => {
    await using at = await withLostAnswer({ server: { timesWithoutZone: true } })

    expect(await (await aPost(at))()).toBe(made(at)[0])
  })

  it('searches the section of the pin', async () => {
    await using at = await withLostAnswer()
    const ada = await at.signIn()
    const boardId = at.board()
    const { createSection } = await import('../index.js')
    const section = await ada.run((call) => createSection(boardId, 'Velvet', call))

    const { id } = await ada.post({
      text: 'a',
      media: [aPicture()],
      options: { boardId, boardSectionId: section.id },
    })

    expect(made(at)).toEqual([id])
    expect(at.counts()['GET /v5/boards/:board/sections/:section/pins']).toBe(1)
  })

  it('reads past a hundred newer pins', async () => {
    await using at = await usingEmulator({
      server: { rates: { all: Infinity, reads: Infinity, writes: Infinity } },
    })
    const ada = await at.signIn()
    const boardId = at.board()
    const post = { text: 'the first', media: [aPicture()], options: { boardId } }
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '/v5/pins' })
    const queries = at.faults.add({
      fault: 'status',
      status: 404,
      path: '/v5/boards/:board/pins',
      count: 'all',
    })
    await outcome(ada.post(post, { idempotencyKey: 'k' }))
    queries.remove()
    for (let number = 0; number < 120; number += 1)
      await ada.post({ text: `number ${number}`, media: [aPicture()], options: { boardId } })

    const { id } = await ada.post(post, { idempotencyKey: 'k' })

    expect(id).toBe(made(at)[0])
  })

  it('does not match an older pin with the same text', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'Every week the same', media: [aPicture()], options: { boardId: at.board() } }
    await ada.post(post)
    await at.clock.advance(3600)
    at.faults.add({ fault: 'closeBeforeEffect', method: 'POST', path: '/v5/pins' })

    expect(await outcome(ada.post(post, { idempotencyKey: 'k' }))).toBeInstanceOf(OutcomeUnknownError)
  })

  it('does not match another person’s pin on a shared board', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn('ada')
    const bo = await at.signIn('bo')
    const boardId = at.board('ada')
    at.people.shareBoard({ board: boardId, with: 'bo' })
    const post = { text: 'the same', media: [aPicture()], options: { boardId } }
    await bo.post(post)
    at.faults.add({ fault: 'closeBeforeEffect', method: 'POST', path: '/v5/pins' })

    expect(await outcome(ada.post(post, { idempotencyKey: 'k' }))).toBeInstanceOf(OutcomeUnknownError)
  })

  it('does not match a pin that another process created with another key', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    const post = { text: 'twice on purpose', media: [aPicture()], options: { boardId: at.board() } }
    await at.anotherClient().accountOf('pinterest', id).post(post)
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '/v5/pins' })

    const posting = at.anotherClient().accountOf('pinterest', id).post(post, { idempotencyKey: 'k' })

    expect(await outcome(posting)).toBe(made(at)[1])
    expect(made(at)).toHaveLength(2)
  })

  it('does not match a pin that the same process created with another key', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'twice on purpose', media: [aPicture()], options: { boardId: at.board() } }
    await ada.post(post)
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '/v5/pins' })

    const second = await outcome(ada.post(post, { idempotencyKey: 'k' }))
    at.faults.add({ fault: 'closeBeforeEffect', method: 'POST', path: '/v5/pins' })
    const third = await outcome(ada.post(post, { idempotencyKey: 'l' }))

    expect(second).toBe(made(at)[1])
    expect(third).toBeInstanceOf(OutcomeUnknownError)
    expect(made(at)).toHaveLength(2)
  })

  it('distinguishes a video from an image with the same text', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'the same', options: { boardId: at.board() } }
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '/v5/pins', nth: 2 })
    await ada.post({ ...post, media: [aPicture()] })

    const { id } = await ada.post({ ...post, media: [aVideo()] })

    expect(made(at)[1]).toBe(id)
  })

  it('does not start for a pin without text', async () => {
    await using at = await withLostAnswer()
    const ada = await at.signIn()
    const post = { media: [aPicture()], options: { boardId: at.board() } }

    expect(await outcome(ada.post(post, { idempotencyKey: 'k' }))).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      retryAfter: null,
    })
    expect(at.counts()[LOOK]).toBeUndefined()
  })

  it('finds the pin of a crashed process in another process', async () => {
    await using at = await usingEmulator()
    const { id: connectionId } = await at.signIn()
    const post = { text: 'a', media: [aPicture()], options: { boardId: at.board() } }
    const sending = at.faults.add({ fault: 'hold', method: 'POST', path: '/v5/pins' })
    const queries = at.faults.add({
      fault: 'status',
      status: 500,
      path: '/v5/boards/:board/pins',
      count: 'all',
    })
    const stop = new AbortController()
    const first = at.client
      .accountOf('pinterest', connectionId)
      .post(post, { idempotencyKey: 'k', signal: stop.signal })
    await sending.whenHeld(1)

    const second = () =>
      outcome(at.anotherClient().accountOf('pinterest', connectionId).post(post, { idempotencyKey: 'k' }))
    expect(await second()).toBeInstanceOf(PublishBusyError)
    stop.abort(new Error('killed'))
    await expect(first).rejects.toThrow(OutcomeUnknownError)
    sending.remove()
    queries.remove()

    expect(await second()).toBe(made(at)[0])
    expect(at.counts()[PIN]).toBe(1)
  })
})
