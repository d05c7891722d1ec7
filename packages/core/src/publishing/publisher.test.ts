import { beforeEach, describe, expect, it } from 'vitest'

import {
  IdempotencyConflictError,
  InvalidPostError,
  OutcomeUnknownError,
  PublishBusyError,
  RateLimitError,
} from '../errors/index.js'
import { Deadline } from '../http/time/deadline.js'
import { makePostResult, type PostResult } from '../models/index.js'
import { toRecord } from '../models/records/records.js'
import {
  PublishingWorld,
  finishThen,
  KEY,
  lost,
  posted,
  prepareThenLose,
  thrown,
} from './__fixtures__/publishing-world.js'
import type { ReceiptBook } from './receipt-book.js'

let world: PublishingWorld
beforeEach(() => {
  world = new PublishingWorld()
})

describe('the same key again', () => {
  it('returns the first result without running the job', async () => {
    await world.publisher.publish(
      world.aJob(async () => makePostResult({ id: '7', url: 'https://sample.example/7' })),
    )
    let ran = false
    const again = await world.publisher.publish(
      world.aJob(async () => {
        ran = true
        return makePostResult({ id: '8' })
      }),
    )
    expect(ran).toBe(false)
    expect(again).toMatchObject({ id: '7', url: 'https://sample.example/7', state: 'DONE' })
  })

  it('refuses other content', async () => {
    await world.publisher.publish(world.aJob(posted('7')))
    const error = await thrown(world.publisher.publish(world.aJob(posted('8'), { fingerprint: 'f2' })))
    expect(error).toBeInstanceOf(IdempotencyConflictError)
    expect((error as IdempotencyConflictError).idempotencyKey).toBe('launch')
  })

  it('is busy while another worker holds it, and reports for how long', async () => {
    const answer = Promise.withResolvers<PostResult>()
    const first = world.publisher.publish(world.aJob(() => answer.promise))
    const error = await thrown(world.publisher.publish(world.aJob(posted('8'))))
    expect(error).toBeInstanceOf(PublishBusyError)
    expect((error as PublishBusyError).retryAfter).toBe(60)
    answer.resolve(makePostResult({ id: '7' }))
    await expect(first).resolves.toMatchObject({ id: '7' })
  })

  it('resumes from the receipt of an attempt that failed while preparing', async () => {
    await thrown(
      world.publisher.publish(
        world.aJob(async (book) => {
          await book.checkpoint({ step: 'PREPARE', data: { media: ['m1'] } })
          throw lost()
        }),
      ),
    )
    const seen: unknown[] = []
    await world.publisher.publish(
      world.aJob(async (book) => {
        seen.push(book.receipt?.data)
        return makePostResult({ id: '7' })
      }),
    )
    expect(seen).toEqual([{ media: ['m1'] }])
  })

  it('starts from the beginning when the preparation has expired', async () => {
    await thrown(
      world.publisher.publish(
        world.aJob(async (book) => {
          await book.checkpoint({
            step: 'PREPARE',
            data: { media: ['m1'] },
            repeatableUntil: new Date('2026-01-01T01:00:00Z'),
          })
          throw lost()
        }),
      ),
    )
    world.now = new Date('2026-01-01T02:00:00Z')
    await world.publisher.publish(
      world.aJob(async (book) => {
        expect(book.receipt).toBeNull()
        return makePostResult({ id: '7' })
      }),
    )
  })
})

describe('a refused repeat of the visible request', () => {
  const until = new Date('2026-01-01T00:55:00Z')
  const lose = () =>
    thrown(world.publisher.publish(world.aJob(finishThen(() => Promise.reject(lost()), 'OPEN', until))))

  it('does not apply to the first attempt: the outcome stays unknown, and nothing is published later', async () => {
    await lose()
    const refusal = new InvalidPostError('duplicate')
    const error = await thrown(
      world.publisher.publish(world.aJob(finishThen(() => Promise.reject(refusal), 'REFUSED', until))),
    )
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect((error as Error).cause).toBe(refusal)
    world.now = new Date('2026-01-01T02:00:00Z')
    await expect(world.publisher.publish(world.aJob(posted('8')))).rejects.toThrow(OutcomeUnknownError)
  })

  it('reaches the caller when the platform proved that nothing was published', async () => {
    await lose()
    const refusal = new InvalidPostError('too long')
    const work = async (book: ReceiptBook): Promise<PostResult> => {
      await book.begin({ data: {}, repeatableUntil: until })
      await book.end('REFUSED')
      await book.notPublished()
      throw refusal
    }
    await expect(world.publisher.publish(world.aJob(work))).rejects.toMatchObject({
      message: refusal.message,
      name: refusal.name,
    })
    await expect(world.publisher.publish(world.aJob(posted('8')))).resolves.toMatchObject({
      id: '8',
    })
  })

  it('that is aborted before it is sent leaves the outcome of the first attempt unknown', async () => {
    await lose()
    const reason = new Error('enough')
    const work = async (book: ReceiptBook): Promise<PostResult> => {
      await book.begin({ data: {}, repeatableUntil: until })
      await book.end('NOT_SENT')
      throw reason
    }
    const stop = AbortSignal.abort(reason)
    const deadline = new Deadline({ clock: world.clock, seconds: 60, signal: stop })
    await expect(world.publisher.publish(world.aJob(work, { deadline }))).rejects.toBe(reason)
    world.now = new Date('2026-01-01T02:00:00Z')
    await expect(world.publisher.publish(world.aJob(posted('8')))).rejects.toThrow(OutcomeUnknownError)
  })

  it('can be retried when it was only too early', async () => {
    await lose()
    const early = new RateLimitError('slow down', { retryAfter: 5 })
    await expect(
      world.publisher.publish(world.aJob(finishThen(() => Promise.reject(early), 'NOT_SENT', until))),
    ).rejects.toMatchObject({
      message: expect.stringContaining('still unknown'),
      name: early.name,
      retryAfter: 5,
    })
    await world.publisher.publish(
      world.aJob(async (book) => {
        expect(book.receipt?.step).toBe('FINISH')
        return makePostResult({ id: '7' })
      }),
    )
  })
})

describe('a new key', () => {
  const fresh = { isNewKey: true }

  it('is completed like any other, so that its result can be read again', async () => {
    await world.publisher.publish(world.aJob(async () => makePostResult({ id: '7' }), fresh))
    await expect(world.publisher.publish(world.aJob(() => Promise.reject(lost())))).resolves.toMatchObject({
      id: '7',
    })
  })

  it('stores its receipt when the attempt fails, so that a retry with the key of the error resumes', async () => {
    const error = await thrown(world.publisher.publish(world.aJob(prepareThenLose, fresh)))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'launch' })
    await expect(world.publisher.publish(world.aJob(posted('8')))).rejects.toThrow(OutcomeUnknownError)
  })

  it('stores nothing when the post was refused before the first step', async () => {
    await thrown(
      world.publisher.publish(world.aJob(() => Promise.reject(new InvalidPostError('too long')), fresh)),
    )
    await expect(
      world.publisher.publish(world.aJob(posted('8'), { fingerprint: 'f2' })),
    ).resolves.toMatchObject({
      id: '8',
    })
  })
})

it('rejects with a refusal of the visible request, and the next attempt starts from the preparation', async () => {
  const refusal = new InvalidPostError('too long')
  await expect(
    world.publisher.publish(world.aJob(finishThen(() => Promise.reject(refusal), 'REFUSED'))),
  ).rejects.toMatchObject({
    message: refusal.message,
    name: refusal.name,
  })
  await world.publisher.publish(
    world.aJob(async (book) => {
      expect(book.receipt).toBeNull()
      return makePostResult({ id: '7' })
    }),
  )
})

it('resumes after a worker died between two steps, once its lease has expired', async () => {
  const entry = await world.journal.open(KEY, 'f1', { leaseSeconds: 60 })
  if (entry.state !== 'NEW') throw new Error('expected a new entry')
  const receipt = {
    version: 1,
    platform: 'sample',
    step: 'WAIT',
    data: { container: 'c1' },
    createdAt: world.now,
    repeatableUntil: null,
  } as const
  await world.journal.save(KEY, entry.claim, toRecord(receipt), { leaseSeconds: 60 })
  await expect(world.publisher.publish(world.aJob(posted('7')))).rejects.toThrow(PublishBusyError)
  world.now = new Date(world.now.getTime() + 61_000)
  const result = await world.publisher.publish(
    world.aJob(async (book) => {
      expect(book.receipt?.data).toEqual({ container: 'c1' })
      return makePostResult({ id: '7' })
    }),
  )
  expect(result.id).toBe('7')
})

it('reports a published post as published even when the journal cannot store it', async () => {
  world.journal.finish = () => Promise.reject(new Error('disk full'))
  await expect(world.publisher.publish(world.aJob(posted('7')))).resolves.toMatchObject({
    id: '7',
  })
  expect(world.warnings).toEqual(['The publish journal failed while storing a completed post: disk full'])
})
