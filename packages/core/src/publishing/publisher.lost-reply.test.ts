import { beforeEach, describe, expect, it } from 'vitest'

import type { Reconciled } from '../contract/index.js'
import { OutcomeUnknownError, PlatformError, PublishBusyError } from '../errors/index.js'
import { ManualClock, runReady } from '../events/__fixtures__/manual-clock.js'
import { Deadline } from '../http/time/deadline.js'
import { makePostResult, type PostResult } from '../models/index.js'
import { toRecord } from '../models/records/records.js'
import {
  PublishingWorld,
  finishThen,
  found,
  KEY,
  lost,
  noAnswer,
  notPublished,
  posted,
  prepareThenLose,
  thrown,
} from './__fixtures__/publishing-world.js'
import { InMemoryPublishJournal } from './in-memory-journal.js'
import type { PublishJob } from './publish-job.js'
import { Publisher } from './publisher.js'

let world: PublishingWorld
beforeEach(() => {
  world = new PublishingWorld()
})

describe('a lost response to the visible request', () => {
  it('is an unknown outcome with the receipt, and the request is never repeated', async () => {
    const error = await thrown(world.publisher.publish(world.aJob(finishThen(() => Promise.reject(lost())))))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect((error as OutcomeUnknownError).receipt).toMatchObject({ step: 'FINISH', data: { id: 'mine' } })
    let ran = false
    const again = await thrown(
      world.publisher.publish(
        world.aJob(async () => {
          ran = true
          return makePostResult({ id: '8' })
        }),
      ),
    )
    expect(again).toBeInstanceOf(OutcomeUnknownError)
    expect(ran).toBe(false)
  })

  it('is repeated with the same key while the network ignores duplicates', async () => {
    const until = new Date('2026-01-01T00:55:00Z')
    const error = await thrown(
      world.publisher.publish(world.aJob(finishThen(() => Promise.reject(lost()), 'OPEN', until))),
    )
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(String(error)).toContain('before 2026-01-01T00:55:00.000Z')
    const again = await world.publisher.publish(
      world.aJob(async (book) => {
        expect(book.receipt).toMatchObject({ step: 'FINISH', data: { id: 'mine' } })
        return makePostResult({ id: '7' })
      }),
    )
    expect(again.id).toBe('7')
  })

  it('is not repeated after that period', async () => {
    const until = new Date('2026-01-01T00:55:00Z')
    await thrown(world.publisher.publish(world.aJob(finishThen(() => Promise.reject(lost()), 'OPEN', until))))
    world.now = new Date('2026-01-01T00:55:01Z')
    await expect(world.publisher.publish(world.aJob(posted('8')))).rejects.toThrow(OutcomeUnknownError)
  })

  it('is queried immediately if the network allows, and then is the result', async () => {
    const result = await world.publisher.publish(
      world.aJob(
        finishThen(() => Promise.reject(lost())),
        { reconcile: found },
      ),
    )
    expect(result.id).toBe('7')
    await expect(world.publisher.publish(world.aJob(() => Promise.reject(lost())))).resolves.toMatchObject({
      id: '7',
    })
  })

  it('rejects with the failure and restarts from the preparation when nothing was published', async () => {
    await expect(
      world.publisher.publish(world.aJob(prepareThenLose, { reconcile: notPublished })),
    ).rejects.toThrow('The connection broke.')
    await world.publisher.publish(
      world.aJob(async (book) => {
        expect(book.receipt).toMatchObject({ step: 'PREPARE', data: { media: ['m1'] } })
        return makePostResult({ id: '7' })
      }),
    )
  })

  it('is handled the same for an outage, an abort and a bug in the platform', async () => {
    for (const error of [
      new PlatformError('Bad gateway', { platform: 'sample', statusCode: 502 }),
      new DOMException('stopped', 'AbortError'),
      new TypeError('a slip'),
    ]) {
      world.journal = new InMemoryPublishJournal({ clock: world.clock })
      world.publisher = new Publisher({ journal: world.journal, clock: world.clock, warn: () => {} })
      const outcome = await thrown(
        world.publisher.publish(world.aJob(finishThen(() => Promise.reject(error)))),
      )
      expect(outcome).toBeInstanceOf(OutcomeUnknownError)
      expect((outcome as Error).cause).toBe(error)
    }
  })

  it('is a plain failure when the aborted attempt proves that nothing was sent', async () => {
    const reason = new Error('enough')
    const stop = new AbortController()
    world.clock = new ManualClock()
    world.journal = new InMemoryPublishJournal({ clock: world.clock })
    world.publisher = new Publisher({ journal: world.journal, clock: world.clock, warn: () => {} })
    const deadline = new Deadline({ clock: world.clock, seconds: 60, signal: stop.signal })
    const calledOff = world.publisher.publish(
      world.aJob(
        async (book) => {
          await book.begin({ data: {} })
          stop.abort(reason)
          // The transport notices the abort in the next turn of the event loop, and has sent no byte until then.
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
    await expect(world.publisher.publish(world.aJob(posted('8')))).resolves.toMatchObject({ id: '8' })
  })

  it('stays unknown, with a warning, when the query fails', async () => {
    await expect(
      world.publisher.publish(
        world.aJob(
          finishThen(() => Promise.reject(lost())),
          { reconcile: noAnswer },
        ),
      ),
    ).rejects.toThrow(OutcomeUnknownError)
    expect(world.warnings).toEqual(['The query for a lost post failed: no answer'])
  })
})

/** Delays a result by 2 ms, like a response from another machine. */
const later = async <T>(work: Promise<T>): Promise<T> => {
  await new Promise((resolve) => setTimeout(resolve, 2))
  return work
}

/** Publishes with a remote journal. The query for the lost post takes 14 seconds. */
async function publishAndQuery(answer: () => Promise<Reconciled>) {
  const clock = new ManualClock()
  world.clock = clock
  world.journal = new InMemoryPublishJournal({ clock })
  const inner = world.journal
  world.publisher = new Publisher({
    journal: {
      ...world.remote((...given) => inner.open(...given)),
      finish: (...given) => later(inner.finish(...given)),
      claimPost: (...given) => later(inner.claimPost(...given)),
      release: (...given) => later(inner.release(...given)),
    },
    clock,
    warn: (message) => world.warnings.push(message),
  })
  const deadline = new Deadline({ clock, seconds: 120 })
  const reconcile: PublishJob<PostResult>['reconcile'] = async (_receipt, { claimPost }) => {
    await clock.sleep(14)
    await claimPost([{ id: '7', ageSeconds: 14 }], { pick: 'FIRST' })
    return answer()
  }
  const job = world.aJob(
    finishThen(() => Promise.reject(lost())),
    { reconcile, deadline },
  )
  const publishing = world.publisher.publish(job).catch((error: unknown) => error)
  await clock.advance(15)
  const outcome = await publishing
  deadline.end()
  return outcome
}

describe('a query for a lost post that takes longer than the clean-up time', () => {
  it('claims the post and stores the result', async () => {
    expect(await publishAndQuery(found)).toMatchObject({ id: '7' })
    expect(world.warnings).toEqual([])
    expect((await world.journal.open(KEY, 'f1', { leaseSeconds: 60 })).state).toBe('DONE')
  })

  it('releases the entry when the outcome stays unknown', async () => {
    expect(await publishAndQuery(async () => ({ state: 'UNKNOWN' }))).toBeInstanceOf(OutcomeUnknownError)
    expect(world.warnings).toEqual([])
    expect((await world.journal.open(KEY, 'f1', { leaseSeconds: 60 })).state).toBe('CONTINUE')
  })
})

describe('a journal that responds late', () => {
  it('is not awaited beyond the call, and its late claim is released', async () => {
    world.clock = new ManualClock()
    world.journal = new InMemoryPublishJournal({ clock: world.clock })
    const held = Promise.withResolvers<void>()
    const slow = world.remote(async (...given) => {
      await held.promise
      return world.journal.open(...given)
    })
    world.publisher = new Publisher({ journal: slow, clock: world.clock, warn: () => {} })
    const stop = new AbortController()
    const deadline = new Deadline({ clock: world.clock, seconds: 60, signal: stop.signal })
    const calledOff = thrown(world.publisher.publish(world.aJob(posted('7'), { deadline })))
    stop.abort(new Error('enough'))
    expect(await calledOff).toEqual(new Error('enough'))
    held.resolve()
    await runReady()

    expect(await world.journal.open(KEY, 'f1', { leaseSeconds: 60 })).toMatchObject({ state: 'NEW' })
  })

  it('is released by a worker that lost its entry, after the other worker released it too', async () => {
    world.clock = new ManualClock()
    world.journal = new InMemoryPublishJournal({ clock: world.clock })
    world.publisher = new Publisher({
      journal: world.remote((...given) => world.journal.open(...given)),
      clock: world.clock,
      warn: () => {},
    })
    const deadline = new Deadline({ clock: world.clock, seconds: 600 })
    const failed = await thrown(
      world.publisher.publish(
        world.aJob(
          async (book) => {
            await book.checkpoint({ step: 'PREPARE', data: { media: ['m1'] } })
            // The machine is suspended longer than the lease. Another worker then takes the entry and stores
            // something else.
            if (world.clock instanceof ManualClock) world.clock.stall(61)
            const other = await world.journal.open(KEY, 'f1', { leaseSeconds: 60 })
            if (other.state !== 'CONTINUE') throw new Error(other.state)
            const receipt = { ...other.receipt, data: { media: ['m2'] } }
            await world.journal.save(KEY, other.claim, receipt, { leaseSeconds: 60 })
            await world.journal.release(KEY, other.claim)
            throw lost()
          },
          { deadline },
        ),
      ),
    )
    deadline.end()

    expect(failed).toBeInstanceOf(PublishBusyError)
    expect(await world.journal.open(KEY, 'f1', { leaseSeconds: 60 })).toMatchObject({
      state: 'CONTINUE',
      receipt: { data: { media: ['m2'] } },
    })
  })
})

describe('a worker that lost its entry', () => {
  it('does not report its own error while the journal is unavailable', async () => {
    let isAway = false
    const unlessAway = <T>(work: () => Promise<T>): Promise<T> =>
      isAway ? Promise.reject(new Error('The database is away.')) : work()
    const inner = world.journal
    world.publisher = new Publisher({
      journal: {
        ...world.remote((...given) => unlessAway(() => inner.open(...given))),
        save: (...given) => unlessAway(() => inner.save(...given)),
      },
      clock: world.clock,
      warn: () => {},
    })
    const publishing = world.publisher.publish(
      world.aJob(async () => {
        world.now = new Date(world.now.getTime() + 61_000)
        isAway = true
        throw new PlatformError('Bad request', { platform: 'sample', statusCode: 400 })
      }),
    )
    expect(await thrown(publishing)).toBeInstanceOf(PublishBusyError)
  })

  it('returns the result of the other worker and leaves no timer behind', async () => {
    const limits: (AbortSignal | undefined)[] = []
    world.clock = {
      ...world.clock,
      sleep: (_seconds, options) => {
        limits.push(options?.signal)
        return new Promise(() => {})
      },
    }
    world.publisher = new Publisher({ journal: world.journal, clock: world.clock, warn: () => {} })
    const result = toRecord(makePostResult({ id: '7' }))

    const publishing = world.publisher.publish(
      world.aJob(async () => {
        world.now = new Date(world.now.getTime() + 61_000)
        const entry = await world.journal.open(KEY, 'f1', { leaseSeconds: 60 })
        if ('claim' in entry) await world.journal.finish(KEY, entry.claim, result)
        throw lost()
      }),
    )

    expect((await publishing).id).toBe('7')
    expect(limits.length).toBeGreaterThan(0)
    expect(limits.every((signal) => signal?.aborted)).toBe(true)
  })
})
