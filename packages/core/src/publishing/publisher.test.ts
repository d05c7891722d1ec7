import { beforeEach, describe, expect, it } from 'vitest'

import type { Clock, PublishJournal, Reconciled } from '../contract/index.js'
import {
  IdempotencyConflictError,
  InvalidPostError,
  NetworkError,
  OutcomeUnknownError,
  PlatformError,
  PublishBusyError,
  RateLimitError,
} from '../errors/index.js'
import { ManualClock, settle } from '../events/__fixtures__/manual-clock.js'
import type { Fate } from '../http/attempts/visible-request.js'
import { Deadline } from '../http/deadline.js'
import { type JsonObject, makePostResult, type PostResult } from '../models/index.js'
import { postResultFromRecord, toRecord } from '../models/records/records.js'
import { InMemoryPublishJournal } from './in-memory-journal.js'
import type { PublishJob } from './publish-job.js'
import { Publisher } from './publisher.js'
import type { ReceiptBook } from './receipt-book.js'

const KEY = { connectionId: 'sample:1', operation: 'post', idempotencyKey: 'launch' }

let now: Date
let clock: Clock
let journal: InMemoryPublishJournal
let publisher: Publisher
let warnings: string[]

beforeEach(() => {
  now = new Date('2026-01-01T00:00:00Z')
  clock = { now: () => now, monotonic: () => now.getTime() / 1000, sleep: () => Promise.resolve() }
  journal = new InMemoryPublishJournal({ clock })
  warnings = []
  publisher = new Publisher({ journal, clock, warn: (message) => warnings.push(message) })
})

function aJob(
  run: (book: ReceiptBook) => Promise<PostResult>,
  more: Partial<PublishJob<PostResult>> = {},
): PublishJob<PostResult> {
  return {
    key: KEY,
    platform: 'sample',
    fingerprint: 'f1',
    files: null,
    deadline: new Deadline({ clock, seconds: Number.POSITIVE_INFINITY }),
    run,
    toRecord: (result): JsonObject => toRecord(result),
    fromRecord: (record) => postResultFromRecord(record),
    fromFound: (found) => found as PostResult, // only post results are found here
    ...more,
  }
}

const lost = () => new NetworkError('The connection broke.')
/** Sends the visible request: `send` is what the network makes of it, `fate` what the engine judges. */
const finishThen =
  (send: () => Promise<PostResult>, fate: Fate = 'OPEN', repeatableUntil: Date | null = null) =>
  async (book: ReceiptBook) => {
    await book.begin({ data: { id: 'mine' }, repeatableUntil })
    try {
      const result = await send()
      await book.end('DONE')
      return result
    } catch (error) {
      await book.end(fate)
      throw error
    }
  }
const posted = (id: string) => finishThen(async () => makePostResult({ id }))
const found = async (): Promise<Reconciled> => ({ state: 'FOUND', result: makePostResult({ id: '7' }) })
const notPublished = async (): Promise<Reconciled> => ({ state: 'NOT_PUBLISHED' })
const noAnswer = (): Promise<Reconciled> => Promise.reject(new Error('no answer'))
const prepareThenLose = async (book: ReceiptBook): Promise<PostResult> => {
  await book.checkpoint({ step: 'PREPARE', data: { media: ['m1'] } })
  return finishThen(() => Promise.reject(lost()))(book)
}
const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('the same key again', () => {
  it('gives the first result without running anything', async () => {
    await publisher.publish(aJob(async () => makePostResult({ id: '7', url: 'https://sample.example/7' })))
    let ran = false
    const again = await publisher.publish(
      aJob(async () => {
        ran = true
        return makePostResult({ id: '8' })
      }),
    )
    expect(ran).toBe(false)
    expect(again).toMatchObject({ id: '7', url: 'https://sample.example/7', state: 'DONE' })
  })

  it('refuses other content', async () => {
    await publisher.publish(aJob(posted('7')))
    const error = await thrown(publisher.publish(aJob(posted('8'), { fingerprint: 'f2' })))
    expect(error).toBeInstanceOf(IdempotencyConflictError)
    expect((error as IdempotencyConflictError).idempotencyKey).toBe('launch')
  })

  it('is busy while another worker holds it, and says for how long', async () => {
    const answer = Promise.withResolvers<PostResult>()
    const first = publisher.publish(aJob(() => answer.promise))
    const error = await thrown(publisher.publish(aJob(posted('8'))))
    expect(error).toBeInstanceOf(PublishBusyError)
    expect((error as PublishBusyError).retryAfter).toBe(60)
    answer.resolve(makePostResult({ id: '7' }))
    await expect(first).resolves.toMatchObject({ id: '7' })
  })

  it('goes on from the receipt of a try that failed while preparing', async () => {
    await thrown(
      publisher.publish(
        aJob(async (book) => {
          await book.checkpoint({ step: 'PREPARE', data: { media: ['m1'] } })
          throw lost()
        }),
      ),
    )
    const seen: unknown[] = []
    await publisher.publish(
      aJob(async (book) => {
        seen.push(book.receipt?.data)
        return makePostResult({ id: '7' })
      }),
    )
    expect(seen).toEqual([{ media: ['m1'] }])
  })

  it('starts afresh when what was prepared has run out', async () => {
    await thrown(
      publisher.publish(
        aJob(async (book) => {
          await book.checkpoint({
            step: 'PREPARE',
            data: { media: ['m1'] },
            repeatableUntil: new Date('2026-01-01T01:00:00Z'),
          })
          throw lost()
        }),
      ),
    )
    now = new Date('2026-01-01T02:00:00Z')
    await publisher.publish(
      aJob(async (book) => {
        expect(book.receipt).toBeNull()
        return makePostResult({ id: '7' })
      }),
    )
  })
})

describe('a repeat of the visible step that is refused', () => {
  const until = new Date('2026-01-01T00:55:00Z')
  const lose = () => thrown(publisher.publish(aJob(finishThen(() => Promise.reject(lost()), 'OPEN', until))))

  it('says nothing about the first try: the outcome stays open, and nothing is published later', async () => {
    await lose()
    const refusal = new InvalidPostError('duplicate')
    const error = await thrown(
      publisher.publish(aJob(finishThen(() => Promise.reject(refusal), 'REFUSED', until))),
    )
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect((error as Error).cause).toBe(refusal)
    now = new Date('2026-01-01T02:00:00Z')
    await expect(publisher.publish(aJob(posted('8')))).rejects.toThrow(OutcomeUnknownError)
  })

  it('is passed on when the platform has proof that nothing came out', async () => {
    await lose()
    const refusal = new InvalidPostError('too long')
    const work = async (book: ReceiptBook): Promise<PostResult> => {
      await book.begin({ data: {}, repeatableUntil: until })
      await book.end('REFUSED')
      await book.notPublished()
      throw refusal
    }
    await expect(publisher.publish(aJob(work))).rejects.toMatchObject({
      message: refusal.message,
      name: refusal.name,
    })
    await expect(publisher.publish(aJob(posted('8')))).resolves.toMatchObject({
      id: '8',
    })
  })

  it('that is called off before it is sent leaves the first try as open as it was', async () => {
    await lose()
    const reason = new Error('enough')
    const work = async (book: ReceiptBook): Promise<PostResult> => {
      await book.begin({ data: {}, repeatableUntil: until })
      await book.end('NOT_SENT')
      throw reason
    }
    const stop = AbortSignal.abort(reason)
    const deadline = new Deadline({ clock, seconds: 60, signal: stop })
    await expect(publisher.publish(aJob(work, { deadline }))).rejects.toBe(reason)
    now = new Date('2026-01-01T02:00:00Z')
    await expect(publisher.publish(aJob(posted('8')))).rejects.toThrow(OutcomeUnknownError)
  })

  it('can be asked again when it was only too early', async () => {
    await lose()
    const early = new RateLimitError('slow down', { retryAfter: 5 })
    await expect(
      publisher.publish(aJob(finishThen(() => Promise.reject(early), 'NOT_SENT', until))),
    ).rejects.toMatchObject({
      message: expect.stringContaining('still open'),
      name: early.name,
      retryAfter: 5,
    })
    await publisher.publish(
      aJob(async (book) => {
        expect(book.receipt?.step).toBe('FINISH')
        return makePostResult({ id: '7' })
      }),
    )
  })
})

describe('a key that was made just now', () => {
  const fresh = { isNewKey: true }

  it('is finished like any other, so that it gives its result again', async () => {
    await publisher.publish(aJob(async () => makePostResult({ id: '7' }), fresh))
    await expect(publisher.publish(aJob(() => Promise.reject(lost())))).resolves.toMatchObject({ id: '7' })
  })

  it('leaves its receipt behind when the try fails, so that the key on the error goes on from there', async () => {
    const error = await thrown(publisher.publish(aJob(prepareThenLose, fresh)))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'launch' })
    await expect(publisher.publish(aJob(posted('8')))).rejects.toThrow(OutcomeUnknownError)
  })

  it('leaves nothing behind when it was refused before the first step', async () => {
    await thrown(publisher.publish(aJob(() => Promise.reject(new InvalidPostError('too long')), fresh)))
    await expect(publisher.publish(aJob(posted('8'), { fingerprint: 'f2' }))).resolves.toMatchObject({
      id: '8',
    })
  })
})

describe('a lost reply to the visible step', () => {
  it('is an unknown outcome that carries the receipt and is never sent again', async () => {
    const error = await thrown(publisher.publish(aJob(finishThen(() => Promise.reject(lost())))))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect((error as OutcomeUnknownError).receipt).toMatchObject({ step: 'FINISH', data: { id: 'mine' } })
    let ran = false
    const again = await thrown(
      publisher.publish(
        aJob(async () => {
          ran = true
          return makePostResult({ id: '8' })
        }),
      ),
    )
    expect(again).toBeInstanceOf(OutcomeUnknownError)
    expect(ran).toBe(false)
  })

  it('is repeated under the same key while the network makes that harmless', async () => {
    const until = new Date('2026-01-01T00:55:00Z')
    const error = await thrown(
      publisher.publish(aJob(finishThen(() => Promise.reject(lost()), 'OPEN', until))),
    )
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(String(error)).toContain('before 2026-01-01T00:55:00.000Z')
    const again = await publisher.publish(
      aJob(async (book) => {
        expect(book.receipt).toMatchObject({ step: 'FINISH', data: { id: 'mine' } })
        return makePostResult({ id: '7' })
      }),
    )
    expect(again.id).toBe('7')
  })

  it('is not repeated any more once that time is over', async () => {
    const until = new Date('2026-01-01T00:55:00Z')
    await thrown(publisher.publish(aJob(finishThen(() => Promise.reject(lost()), 'OPEN', until))))
    now = new Date('2026-01-01T00:55:01Z')
    await expect(publisher.publish(aJob(posted('8')))).rejects.toThrow(OutcomeUnknownError)
  })

  it('is looked up at once where the network allows, and then is the result', async () => {
    const result = await publisher.publish(
      aJob(
        finishThen(() => Promise.reject(lost())),
        { reconcile: found },
      ),
    )
    expect(result.id).toBe('7')
    await expect(publisher.publish(aJob(() => Promise.reject(lost())))).resolves.toMatchObject({ id: '7' })
  })

  it('lets the failure through and starts from what was prepared when nothing came out', async () => {
    await expect(publisher.publish(aJob(prepareThenLose, { reconcile: notPublished }))).rejects.toThrow(
      'The connection broke.',
    )
    await publisher.publish(
      aJob(async (book) => {
        expect(book.receipt).toMatchObject({ step: 'PREPARE', data: { media: ['m1'] } })
        return makePostResult({ id: '7' })
      }),
    )
  })

  it('is the same for a network that failed in the middle, an abort, and a mistake in the platform', async () => {
    for (const error of [
      new PlatformError('Bad gateway', { platform: 'sample', statusCode: 502 }),
      new DOMException('stopped', 'AbortError'),
      new TypeError('a slip'),
    ]) {
      journal = new InMemoryPublishJournal({ clock })
      publisher = new Publisher({ journal, clock, warn: () => {} })
      const outcome = await thrown(publisher.publish(aJob(finishThen(() => Promise.reject(error)))))
      expect(outcome).toBeInstanceOf(OutcomeUnknownError)
      expect((outcome as Error).cause).toBe(error)
    }
  })

  it('is none when the attempt that was called off turns out not to have been sent', async () => {
    const reason = new Error('enough')
    const stop = new AbortController()
    clock = new ManualClock()
    journal = new InMemoryPublishJournal({ clock })
    publisher = new Publisher({ journal, clock, warn: () => {} })
    const deadline = new Deadline({ clock, seconds: 60, signal: stop.signal })
    const calledOff = publisher.publish(
      aJob(
        async (book) => {
          await book.begin({ data: {} })
          stop.abort(reason)
          // The transport hears of it a moment later, and not a byte had left.
          await new Promise((resolve) => {
            setImmediate(resolve)
          })
          await book.end('NOT_SENT')
          throw reason
        },
        { deadline },
      ),
    )
    await expect(calledOff).rejects.toBe(reason)
    deadline.end()
    await expect(publisher.publish(aJob(posted('8')))).resolves.toMatchObject({ id: '8' })
  })

  it('stays unknown, with a warning, when the look-up itself fails', async () => {
    await expect(
      publisher.publish(
        aJob(
          finishThen(() => Promise.reject(lost())),
          { reconcile: noAnswer },
        ),
      ),
    ).rejects.toThrow(OutcomeUnknownError)
    expect(warnings).toEqual(['Looking for a lost post failed: no answer'])
  })
})

it('passes a refusal of the visible step on, and the next try starts from what was prepared', async () => {
  const refusal = new InvalidPostError('too long')
  await expect(
    publisher.publish(aJob(finishThen(() => Promise.reject(refusal), 'REFUSED'))),
  ).rejects.toMatchObject({
    message: refusal.message,
    name: refusal.name,
  })
  await publisher.publish(
    aJob(async (book) => {
      expect(book.receipt).toBeNull()
      return makePostResult({ id: '7' })
    }),
  )
})

it('goes on after a worker died between two steps, once its lease is over', async () => {
  const entry = await journal.open(KEY, 'f1', { leaseSeconds: 60 })
  if (entry.state !== 'NEW') throw new Error('expected a new entry')
  const receipt = {
    version: 1,
    platform: 'sample',
    step: 'WAIT',
    data: { container: 'c1' },
    madeAt: now,
    repeatableUntil: null,
  } as const
  await journal.save(KEY, entry.claim, toRecord(receipt), { leaseSeconds: 60 })
  await expect(publisher.publish(aJob(posted('7')))).rejects.toThrow(PublishBusyError)
  now = new Date(now.getTime() + 61_000)
  const result = await publisher.publish(
    aJob(async (book) => {
      expect(book.receipt?.data).toEqual({ container: 'c1' })
      return makePostResult({ id: '7' })
    }),
  )
  expect(result.id).toBe('7')
})

it('reports a post that is out as out, even when the journal cannot write it down', async () => {
  journal.finish = () => Promise.reject(new Error('disk full'))
  await expect(publisher.publish(aJob(posted('7')))).resolves.toMatchObject({
    id: '7',
  })
  expect(warnings).toEqual(['The publish journal failed while writing a finished post down: disk full'])
})

/** A journal on another machine: its calls take as long as the test lets them. */
const remote = (open: InMemoryPublishJournal['open']): PublishJournal => ({
  open,
  save: (...given) => journal.save(...given),
  finish: (...given) => journal.finish(...given),
  release: (...given) => journal.release(...given),
  forgetBefore: (...given) => journal.forgetBefore(...given),
})

describe('a journal that answers late', () => {
  it('is not waited for beyond the call, and the claim that comes then is given up again', async () => {
    clock = new ManualClock()
    journal = new InMemoryPublishJournal({ clock })
    const held = Promise.withResolvers<void>()
    const slow = remote(async (...given) => {
      await held.promise
      return journal.open(...given)
    })
    publisher = new Publisher({ journal: slow, clock, warn: () => {} })
    const stop = new AbortController()
    const deadline = new Deadline({ clock, seconds: 60, signal: stop.signal })
    const calledOff = thrown(publisher.publish(aJob(posted('7'), { deadline })))
    stop.abort(new Error('enough'))
    expect(await calledOff).toEqual(new Error('enough'))
    held.resolve()
    await settle()

    expect(await journal.open(KEY, 'f1', { leaseSeconds: 60 })).toMatchObject({ state: 'NEW' })
  })

  it('is left free by a worker that was taken over, when the other one has given up as well', async () => {
    clock = new ManualClock()
    journal = new InMemoryPublishJournal({ clock })
    publisher = new Publisher({
      journal: remote((...given) => journal.open(...given)),
      clock,
      warn: () => {},
    })
    const deadline = new Deadline({ clock, seconds: 600 })
    const failed = await thrown(
      publisher.publish(
        aJob(
          async (book) => {
            await book.checkpoint({ step: 'PREPARE', data: { media: ['m1'] } })
            // This worker sleeps for longer than its lease; another one comes, and leaves something else behind.
            if (clock instanceof ManualClock) clock.stall(61)
            const other = await journal.open(KEY, 'f1', { leaseSeconds: 60 })
            if (other.state !== 'CONTINUE') throw new Error(other.state)
            const receipt = { ...other.receipt, data: { media: ['m2'] } }
            await journal.save(KEY, other.claim, receipt, { leaseSeconds: 60 })
            await journal.release(KEY, other.claim)
            throw lost()
          },
          { deadline },
        ),
      ),
    )
    deadline.end()

    expect(failed).toBeInstanceOf(PublishBusyError)
    expect(await journal.open(KEY, 'f1', { leaseSeconds: 60 })).toMatchObject({
      state: 'CONTINUE',
      receipt: { data: { media: ['m2'] } },
    })
  })
})

describe('a worker that was taken over', () => {
  it('tells the result of the other one, and leaves no time limit behind', async () => {
    const limits: (AbortSignal | undefined)[] = []
    clock = {
      ...clock,
      sleep: (_seconds, options) => {
        limits.push(options?.signal)
        return new Promise(() => {})
      },
    }
    publisher = new Publisher({ journal, clock, warn: () => {} })
    const result = toRecord(makePostResult({ id: '7' }))

    const publishing = publisher.publish(
      aJob(async () => {
        now = new Date(now.getTime() + 61_000)
        const entry = await journal.open(KEY, 'f1', { leaseSeconds: 60 })
        if ('claim' in entry) await journal.finish(KEY, entry.claim, result)
        throw lost()
      }),
    )

    expect((await publishing).id).toBe('7')
    expect(limits.length).toBeGreaterThan(0)
    expect(limits.every((signal) => signal?.aborted)).toBe(true)
  })
})
