import { ConfigError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { atWork } from './__fixtures__/at-work.js'
import { InMemoryJobQueue } from './memory/memory-queue.js'
import { readNumbers } from './read-numbers.js'

const RULES = {
  limit: { defaultValue: 50, min: 1 },
  seconds: { defaultValue: 30, min: 0, isFraction: true },
} as const

describe('numeric options', () => {
  it('have their defaults if they are omitted', () => {
    expect(readNumbers(undefined, 'a.method', RULES)).toEqual({ limit: 50, seconds: 30 })
    expect(readNumbers({ limit: 3, seconds: 0.5 }, 'a.method', RULES)).toEqual({ limit: 3, seconds: 0.5 })
  })

  it.each([
    [{ limt: 3 }, /a\.method does not know the option "limt". Did you mean "limit"\?/],
    [{ limit: 0 }, /a\.method: limit must be a whole number from 1, not 0/],
    [{ limit: 1.5 }, /limit must be a whole number from 1/],
    [{ limit: '5' }, /limit must be a whole number from 1/],
    [{ seconds: Number.NaN }, /seconds must be a number from 0/],
    [{ seconds: -1 }, /seconds must be a number from 0/],
    ['fast', /takes an object/],
  ])('are refused with their name: %j', (given, sentence) => {
    const read = (): unknown => readNumbers(given as object, 'a.method', RULES) // safe cast: deliberately wrong, because some tested values are not objects
    expect(read).toThrow(sentence)
    expect(read).toThrow(ConfigError)
  })
})

describe('the methods of SocialJobs', () => {
  it('refuse misspelt options and wrong types', async () => {
    await using at = await atWork()
    const { jobs } = at
    const wrong = { limt: 1, atonce: 3, withinsecond: 1 } as object

    await expect(jobs.work(wrong)).rejects.toThrow('does not know the option')
    await expect(jobs.needingPerson(wrong)).rejects.toThrow('Did you mean "limit"?')
    await expect(jobs.publish(undefined as never)).rejects.toThrow(ConfigError)
    await expect(jobs.publishThread(null as never)).rejects.toThrow(ConfigError)
    await expect(
      jobs.publish({ connectionId: at.id, post: { text: 'x' }, idempotencyKey: 'a\0' }),
    ).rejects.toThrow('NUL')
    expect(() => new InMemoryJobQueue({ clok: 1 } as object)).toThrow('Did you mean "clock"?')
    expect(await jobs.counts()).toMatchObject({ WAITING: 0 })
  })

  it('refuse a misspelt option of worker.stop, and stop without options', async () => {
    await using at = await atWork()
    const worker = await at.jobs.work({ concurrency: 1 })

    await expect(worker.stop({ withinsecond: 1 } as never)).rejects.toThrow('Did you mean "withinSeconds"?')
    await worker.stop(undefined as never)
  })
})
