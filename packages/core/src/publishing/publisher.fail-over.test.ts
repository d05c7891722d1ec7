import { beforeEach, describe, expect, it } from 'vitest'

import type { PublishJournal } from '../contract/index.js'
import { OutcomeUnknownError } from '../errors/index.js'
import { makePostResult } from '../models/index.js'
import { finishThen, KEY, posted, PublishingWorld, thrown } from './__fixtures__/publishing-world.js'
import { Publisher } from './publisher.js'

const LEASE = { leaseSeconds: 60 }

let world: PublishingWorld
/** Number of following journal calls that fail. */
let away: number
let publisher: Publisher

beforeEach(() => {
  world = new PublishingWorld()
  away = 0
  publisher = new Publisher({
    journal: failingOver(world.journal),
    clock: world.clock,
    warn: (message) => world.warnings.push(message),
  })
})

const unlessAway = <T>(work: () => Promise<T>): Promise<T> => {
  if (away === 0) return work()
  away -= 1
  return Promise.reject(new Error('The database is away.'))
}

/**
 * Wraps a journal: it loses the response to storing the FINISH receipt, and then fails for the
 * next calls.
 */
function failingOver(inner: PublishJournal): PublishJournal {
  let hasFailed = false
  return {
    open: (...given) => unlessAway(() => inner.open(...given)),
    save: (...given) =>
      unlessAway(async () => {
        await inner.save(...given)
        const [, , receipt] = given
        if (hasFailed || receipt?.['step'] !== 'FINISH') return
        hasFailed = true
        away = callsAway
        throw new Error('The response was lost.')
      }),
    finish: (...given) => unlessAway(() => inner.finish(...given)),
    claimPost: (...given) => unlessAway(() => inner.claimPost(...given)),
    release: (...given) => unlessAway(() => inner.release(...given)),
    forgetBefore: (...given) => inner.forgetBefore(...given),
  }
}

let callsAway = 0
const reconcile = () => Promise.resolve({ state: 'UNKNOWN' } as const)
const publish = (id: string) => thrown(publisher.publish(world.aJob(posted(id), { reconcile })))

describe('a journal that fails over while a visible request is about to be sent', () => {
  it.each([0, 1, 2, 3, 4])(
    'is corrected by the same call if it recovers after %i calls: nothing was sent',
    async (calls) => {
      callsAway = calls
      expect(await publish('7')).toMatchObject({ code: 'PORT' })
      // Opens the entry like another process. `NEW` shows that the entry no longer reports a sent
      // request.
      expect((await world.journal.open(KEY, 'f1', LEASE)).state).toBe('NEW')
    },
  )

  it('is corrected by the next call if it is unavailable for longer', async () => {
    callsAway = 1000
    expect(await publish('7')).toMatchObject({ code: 'PORT' })
    expect(await publish('7')).toMatchObject({ code: 'PORT' })
    away = 0
    await expect(publisher.publish(world.aJob(posted('7'), { reconcile }))).resolves.toMatchObject({
      id: '7',
    })
  })

  it('keeps the preparation', async () => {
    callsAway = 1000
    const prepared = world.aJob(
      async (book) => {
        await book.checkpoint({ step: 'PREPARE', data: { media: ['m1'] } })
        return posted('7')(book)
      },
      { reconcile },
    )
    await thrown(publisher.publish(prepared))
    away = 0
    const seen: unknown[] = []
    await publisher.publish(
      world.aJob(async (book) => {
        seen.push(book.receipt?.step, book.receipt?.data)
        return makePostResult({ id: '7' })
      }),
    )
    expect(seen).toEqual(['PREPARE', { media: ['m1'] }])
  })

  it('is not corrected if another worker took the entry and may have sent the post', async () => {
    callsAway = 1000
    await publish('7')
    away = 0
    world.now = new Date(world.now.getTime() + 61_000)
    const other = await world.journal.open(KEY, 'f1', LEASE)
    expect(other.state).toBe('CONTINUE')
    if ('claim' in other) await world.journal.release(KEY, other.claim)
    expect(await publish('7')).toBeInstanceOf(OutcomeUnknownError)
  })

  it('keeps an unknown outcome unknown', async () => {
    const lostFirst = finishThen(() => {
      away = 1000
      return Promise.reject(new Error('The connection broke.'))
    })
    callsAway = 0
    const job = world.aJob(lostFirst, { reconcile })
    expect(await thrown(publisher.publish(job))).toMatchObject({ code: 'PORT' })
    expect(await thrown(publisher.publish(job))).toBeInstanceOf(OutcomeUnknownError)
    away = 0
    expect(await thrown(publisher.publish(world.aJob(posted('8'), { reconcile })))).toBeInstanceOf(
      OutcomeUnknownError,
    )
  })
})
