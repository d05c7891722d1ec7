import { InMemoryPublishJournal, OutcomeUnknownError, PublishBusyError } from '@social/core'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { START, PIECE, SMALL, type At, ranges, thrownBy } from '../__fixtures__/uploading.js'
import { aVideoOf, OPTIONS, STEP } from '../__fixtures__/videos.js'

/** Posts a video, and aborts the call once this number of bytes was sent. */
async function dieAfter(at: At, bytes: number, key: string, length = 4 * STEP) {
  const ada = await at.signIn()
  const { media } = aVideoOf(length)
  const controller = new AbortController()
  const post = { text: 'What we did', media: [media], options: OPTIONS }
  const error = await thrownBy(
    ada.post(post, {
      idempotencyKey: key,
      signal: controller.signal,
      onProgress: ({ sentBytes }) => sentBytes >= bytes && controller.abort(new Error('stopped')),
    }),
  )
  return { ada, post, error }
}

describe('a process that dies', () => {
  it("resumes at YouTube's offset with the same key", async () => {
    await using at = await usingEmulator(SMALL)
    const { ada, post, error } = await dieAfter(at, 2 * STEP, 'launch')
    expect(error).toMatchObject({ message: 'stopped' })
    at.forget()

    const result = await ada.post(post, { idempotencyKey: 'launch' })

    const total = 4 * STEP
    expect(at.counts()).toEqual({ [PIECE]: 3 })
    expect(ranges(at)).toEqual([
      `bytes */${total}`,
      `bytes ${2 * STEP}-${3 * STEP - 1}/${total}`,
      `bytes ${3 * STEP}-${total - 1}/${total}`,
    ])
    expect(at.videos()).toMatchObject([{ id: result.id, sha256: aVideoOf(total).sha256 }])
  })

  it('leaves its upload to another process once its lease on the key has expired', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const journal = new InMemoryPublishJournal({ clock: at.clock })
    // The dead process gets its own clock, which stops, so that the process cannot extend its
    // lease.
    const stopped = new FakeClock({ now: at.clock.now(), autoAdvance: { upToSeconds: 60 } })
    const [killed, other] = [at.makeClient({ journal, clock: stopped }), at.makeClient({ journal })]
    const post = { media: [aVideoOf(3 * STEP).media], options: OPTIONS }
    const held = at.faults.add({ fault: 'hold', method: 'PUT', nth: 2 })
    const lost = thrownBy(killed.accountOf('youtube', ada.id).post(post, { idempotencyKey: 'k' }))
    await held.whenHeld(1)

    const again = other.accountOf('youtube', ada.id)
    const busy = await thrownBy(again.post(post, { idempotencyKey: 'k' }))
    expect(busy).toBeInstanceOf(PublishBusyError)
    await at.clock.advance(61)
    at.forget()
    const result = await again.post(post, { idempotencyKey: 'k' })

    expect(at.counts()).toEqual({ [PIECE]: 2 })
    expect(at.videos()).toMatchObject([{ id: result.id, sha256: aVideoOf(3 * STEP).sha256 }])
    held.release()
    await lost
    await killed.close()
    await other.close()
  })

  it('gets the first result once it is complete, without a request', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const post = { media: [aVideoOf(STEP).media], options: OPTIONS }
    const first = await ada.post(post, { idempotencyKey: 'done' })
    at.forget()

    const second = await ada.post(post, { idempotencyKey: 'done' })

    expect(second).toEqual(first)
    expect(at.counts()).toEqual({})
  })

  it('after the last chunk finds the video instead of uploading it again', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const post = { media: [aVideoOf(2 * STEP).media], options: OPTIONS }
    at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 2 })
    at.faults.add({ fault: 'closeBeforeEffect', method: 'PUT', nth: 2, count: 'all' })
    const error = await thrownBy(ada.post(post, { idempotencyKey: 'last' }))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    at.faults.clear()
    at.forget()

    const result = await ada.post(post, { idempotencyKey: 'last' })

    expect(at.counts()).toEqual({ [PIECE]: 1 })
    expect(at.videos().map(({ id }) => id)).toEqual([result.id])
  })

  it.each([
    ['goes on within six days', 5.9, undefined],
    ['begins afresh after them, although the address lives a week', 6.1, 1],
  ])('%s', async (_what, days, starts) => {
    await using at = await usingEmulator(SMALL)
    const { ada, post } = await dieAfter(at, STEP, 'old')
    await at.clock.advance(days * 86_400)
    at.forget()

    await ada.post(post, { idempotencyKey: 'old' })

    expect(at.counts()[START]).toBe(starts)
    expect(at.videos()).toHaveLength(1)
  })

  it('starts again when the upload is a week old', async () => {
    await using at = await usingEmulator(SMALL)
    const { ada, post } = await dieAfter(at, STEP, 'old')
    await at.clock.advance(8 * 86_400)
    at.forget()

    await ada.post(post, { idempotencyKey: 'old' })

    expect(at.counts()).toMatchObject({ [START]: 1 })
    expect(at.videos()).toHaveLength(1)
  })

  it('starts again when YouTube lost an upload whose last chunk was never sent', async () => {
    await using at = await usingEmulator(SMALL)
    const { ada, post } = await dieAfter(at, STEP, 'forgotten')
    at.people.expireUploads()
    at.forget()

    await ada.post(post, { idempotencyKey: 'forgotten' })

    expect(at.counts()).toMatchObject({ [START]: 1 })
    expect(at.videos()).toHaveLength(1)
  })
})
