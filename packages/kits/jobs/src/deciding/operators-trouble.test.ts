import { ConfigError, SocialClient } from '@social/core'
import { mastodon } from '@social/mastodon'
import { FakePlatform } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { atWork } from '../__fixtures__/at-work.js'
import { SocialJobs } from '../social-jobs.js'

const PATIENCE_SECONDS = 864 // 0.01 days
const hello = (connectionId: string, idempotencyKey = 'draft-1') => ({
  connectionId,
  idempotencyKey,
  post: { text: 'Hello' },
})

describe('a rolling deploy that adds a network', () => {
  it('leaves the posts of the network to the updated workers, and shows the reason until then', async () => {
    await using at = await atWork()
    const { storage, clock, queue } = at
    const older = new SocialClient({ storage, clock, platforms: { fake: new FakePlatform() } })
    const olderJobs = new SocialJobs({ client: older, queue })
    const { id } = await at.jobs.publish(hello(at.id))
    await at.workFor(60, olderJobs)
    const waiting = await at.jobs.find(id)
    expect(waiting).toMatchObject({ state: 'WAITING', problem: { todo: 'RETRY', code: 'CONFIG' } })
    expect(waiting?.problem?.message).toContain('There is no platform "mastodon"')
    expect(waiting?.problem?.message).toContain('@social/mastodon')

    await at.workFor(60)
    expect(await at.jobs.find(id)).toMatchObject({ state: 'DONE', problem: null })
    expect(at.texts()).toEqual(['Hello'])
    await older.close()
  })

  it('publishes on time with old and new workers running', async () => {
    await using at = await atWork()
    const { storage, clock, queue } = at
    const older = new SocialClient({ storage, clock, platforms: { fake: new FakePlatform() } })
    const olderWorker = await new SocialJobs({ client: older, queue }).work({ concurrency: 2 })
    for (let post = 0; post < 6; post += 1)
      await at.jobs.publish({ ...hello(at.id, `draft-${post}`), post: { text: `Post ${post}` } })
    await at.workFor(90)
    expect(at.texts()).toHaveLength(6)
    expect(await at.jobs.counts()).toMatchObject({ WAITING: 0, HELD: 0, ENDED: 6 })
    expect((await at.jobs.ended()).map(({ state }) => state)).not.toContain('FAILED')
    await olderWorker.stop({ withinSeconds: 0 })
    await older.close()
  })

  it('holds the posts after the end of the patience, and one call retries all of them', async () => {
    await using at = await atWork({ patienceDays: PATIENCE_SECONDS / 86_400 })
    const { storage, clock, queue } = at
    const older = new SocialClient({ storage, clock, platforms: { mastodon: mastodon() } })
    const patienceDays = PATIENCE_SECONDS / 86_400
    const olderJobs = new SocialJobs({ client: older, queue, patienceDays })
    for (const key of ['one', 'two', 'three']) await at.jobs.publish(hello(at.fakeId, key))
    await at.workFor(PATIENCE_SECONDS + 120, olderJobs)
    const held = await at.jobs.needingPerson()
    expect(held).toHaveLength(3)
    for (const job of held) expect(job.problem).toMatchObject({ todo: 'RETRY', code: 'CONFIG' })

    expect(await at.jobs.retryHeld({ platform: 'mastodon' })).toBe(0)
    expect(await at.jobs.retryHeld({ platform: 'fake', code: 'AUTH' })).toBe(0)
    expect(await at.jobs.retryHeld({ platform: 'fake', code: 'CONFIG', kind: 'PUBLISH' })).toBe(3)
    await at.workFor(5)
    expect(at.fake.published).toHaveLength(3)
    expect(await at.jobs.counts()).toMatchObject({ HELD: 0, ENDED: 3 })
    await older.close()
  })
})

/** Errors with which stores reject while an operator changes the system. */
const TROUBLE: readonly (readonly [what: string, makeError: () => unknown])[] = [
  ['a schema of another version', () => new ConfigError('The schema "social" has version 3 of the tables.')],
  ['a refused login', () => new ConfigError('PostgreSQL refused the login of this user (28P01).')],
  ['a withdrawn right', () => new ConfigError('This user may not do that (42501).')],
  ['a changed policy of Redis', () => new ConfigError('Redis drops keys when its memory is full.')],
  ['an error of its driver', () => Object.assign(new Error('no pg_hba.conf entry'), { code: '28000' })],
  ['an unexpected error', () => new TypeError('undefined is not a function')],
]

describe.each(TROUBLE)('a store that rejects with %s', (_what, makeError) => {
  it.each(['storage', 'journal'] as const)(
    'delays the post, which is published after recovery: %s',
    async (port) => {
      await using at = await atWork()
      const { id } = await at.jobs.publish(hello(at.fakeId))
      const { storage, journal } = at
      const read = storage.getConnection.bind(storage)
      const open = journal.open.bind(journal)
      if (port === 'storage') storage.getConnection = () => Promise.reject(makeError())
      else journal.open = () => Promise.reject(makeError())
      await at.workFor(300)
      const waiting = await at.jobs.find(id)
      expect(waiting).toMatchObject({
        state: 'WAITING',
        problem: { todo: 'RETRY', code: expect.stringMatching(/^(CONFIG|PORT)$/) },
      })
      expect(new Set(at.names())).toEqual(new Set(['putBack']))

      storage.getConnection = read
      journal.open = open
      await at.workFor(90)
      expect(await at.jobs.find(id)).toMatchObject({ state: 'DONE' })
      expect(at.fake.published).toHaveLength(1)
    },
  )
})

describe('the filter of held jobs', () => {
  it.each([
    [{ platfrom: 'mastodon' }, /Did you mean "platform"/],
    [{ platform: 7 }, /jobs\.retryHeld: platform/],
    [{ todo: null }, /jobs\.retryHeld: todo/],
  ])('is refused when it is wrong: %o', async (filter, message) => {
    await using at = await atWork()
    await expect(at.jobs.retryHeld(filter as object)).rejects.toThrow(message)
    await expect(at.jobs.retryConnection('')).rejects.toThrow(ConfigError)
  })
})
