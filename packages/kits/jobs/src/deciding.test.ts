import {
  IdempotencyConflictError,
  OutcomeUnknownError,
  PlatformError,
  RateLimitError,
  whatNext,
} from '@social/core'
import { anUpdate, FakePlatform } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { atWork } from './__fixtures__/at-work.js'
import { backoffSeconds } from './deciding/verdict.js'

const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
const hello = (connectionId: string, idempotencyKey = 'draft-1', text = 'Hello') => ({
  connectionId,
  idempotencyKey,
  post: { text },
})

const limited = (retryAfter: number) =>
  new RateLimitError('The day is used up.', { platform: 'fake', retryAfter })

describe('a failed attempt', () => {
  it('waits as long as the network requires, while jobs of other connections continue', async () => {
    await using at = await atWork()
    const bea = await at.signIn('bea')
    at.faults.add({
      ...SEND,
      fault: 'status',
      status: 429,
      headers: { 'Retry-After': '900' },
    })
    await at.jobs.publish(hello(at.id, 'one', 'One'))
    await at.workFor(5)
    expect(at.names()).toEqual(['putBack'])
    at.emulator.clearRequests()

    await at.jobs.publish(hello(at.id, 'two', 'Two'))
    await at.jobs.publish(hello(bea, 'three', 'Three'))
    at.emulator.clearRequests()
    await at.workFor(5)
    expect(at.texts()).toEqual(['Three'])
    expect(at.emulator.counts('mastodon')['POST /api/v1/statuses']).toBe(1)
    const [first] = await at.jobs.waiting()
    expect(first?.dueAt?.getTime()).toBeGreaterThan(at.clock.now().getTime() + 880_000)

    await at.workFor(920)
    expect(at.texts().toSorted((one, other) => (one < other ? -1 : 1))).toEqual(['One', 'Three', 'Two'])
  })

  it('is retried after one minute to one day if the network sends no wait time, and the job never gives up early', async () => {
    const fake = new FakePlatform({
      publishFailsWith: new PlatformError('fake is out of order.', { platform: 'fake', statusCode: 500 }),
    })
    await using at = await atWork({ fake, patienceDays: 30 })
    await at.jobs.publish(hello(at.fakeId))
    await at.workFor(1_500)
    const waits = at.events.flatMap(({ event }) => ('afterSeconds' in event ? [event.afterSeconds] : []))
    expect(waits.length).toBeGreaterThan(2)
    for (const [index, seconds] of waits.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(Math.min(60 * 2 ** index, 86_400))
      expect(seconds).toBeLessThanOrEqual(72 * 2 ** index)
    }
    expect(backoffSeconds(40, at.client.random)).toBeLessThanOrEqual(86_400)
    expect(backoffSeconds(40, at.client.random)).toBeGreaterThan(70_000)
  })

  it('is held for a person after a week of failures', async () => {
    await using at = await atWork({ patienceDays: 0.01 })
    at.faults.add({ path: '/*', fault: 'closeBeforeEffect', count: 1_000 })
    await at.jobs.publish(hello(at.id))
    await at.workFor(2_400)
    expect(await at.jobs.needingPerson()).toMatchObject([
      { state: 'HELD', problem: { todo: 'LOOK_AT_ACCOUNT' } },
    ])
    expect(at.names().at(-1)).toBe('held')
  })

  it('waits exactly for a reset in hours, and is held if the reset is later than its patience', async () => {
    const fake = new FakePlatform()
    await using at = await atWork({ fake, patienceDays: 600 / 86_400 })
    await at.jobs.publish(hello(at.fakeId))
    const publish = fake.publish.bind(fake)
    fake.publish = () => Promise.reject(limited(300))
    await at.workFor()
    const [waiting] = await at.jobs.waiting()
    expect((waiting?.dueAt?.getTime() ?? 0) - at.clock.now().getTime()).toBeGreaterThan(290_000)
    expect(waiting?.problem).toMatchObject({
      todo: 'RETRY',
      code: 'RATE_LIMIT',
      message: 'The day is used up.',
    })

    fake.publish = () => Promise.reject(limited(1_000_000))
    await at.workFor(320)
    await at.workFor(300)
    expect(await at.jobs.needingPerson()).toMatchObject([
      { state: 'HELD', problem: { message: 'The day is used up.', code: 'RATE_LIMIT' } },
    ])
    expect(at.names()).toEqual(['putBack', 'putBack', 'held'])
    fake.publish = publish
  })

  it('is held if the token is refused, and publishes after the person signed in again', async () => {
    await using at = await atWork()
    await at.jobs.publish(hello(at.id))
    at.people.revokeTokens({ person: 'ada' })
    await at.workFor(5)
    expect(await at.jobs.needingPerson()).toMatchObject([
      { connectionId: at.id, problem: { todo: 'SIGN_IN_AGAIN' } },
    ])
    expect(at.names()).toEqual(['held'])

    expect(await at.signIn('ada')).toBe(at.id)
    expect(await at.jobs.retryConnection(at.id)).toBe(1)
    await at.workFor(5)
    expect(at.texts()).toEqual(['Hello'])
    expect(await at.jobs.counts()).toMatchObject({ HELD: 0, ENDED: 1 })
  })

  it('is held if the outcome of the post is unknown, until a person has checked', async () => {
    const lost = new OutcomeUnknownError('Nobody can say whether the post is out.', {
      platform: 'fake',
      receipt: null,
    })
    const fake = new FakePlatform()
    const publish = fake.publish.bind(fake)
    let losses = 2
    fake.publish = async (post, call) => {
      if (losses === 0) return publish(post, call)
      await call.finish({ data: {} }, async () => {
        losses -= 1
        throw lost
      })
      return publish(post, call)
    }
    await using at = await atWork({ fake })
    await at.jobs.publish(hello(at.fakeId))
    await at.workFor()
    const [held] = await at.jobs.needingPerson()
    expect(held).toMatchObject({ problem: { todo: 'LOOK_AT_ACCOUNT', code: 'OUTCOME_UNKNOWN' } })
    expect(at.names()).toEqual(['held'])

    expect(await at.jobs.retry(held?.id ?? '')).toBe(true)
    await at.workFor()
    expect(await at.jobs.needingPerson()).toMatchObject([{ id: held?.id }])
    expect(await at.jobs.dismiss(held?.id ?? '')).toBe(true)
    expect(await at.jobs.find(held?.id ?? '')).toMatchObject({
      state: 'CANCELLED',
      problem: { todo: 'GIVE_UP' },
    })
    await expect(at.jobs.retry(held?.id ?? '')).rejects.toThrow('was cancelled')
    expect((await at.jobs.publish(hello(at.fakeId))).isNew).toBe(false)
    expect(fake.published).toEqual([])
  })

  it('fails without a retry if the network refuses the post, and reports the reason', async () => {
    await using at = await atWork()
    await at.jobs.publish(hello(at.id))
    at.faults.add({
      ...SEND,
      fault: 'status',
      status: 422,
      body: { error: 'Validation failed: Text is bad' },
    })
    await at.workFor(5)
    const [failed] = await at.jobs.ended()
    expect(failed).toMatchObject({ state: 'FAILED' })
    expect(failed?.problem?.message).toContain('Text is bad')
    expect(at.names()).toEqual(['failed'])
    expect(await at.jobs.retry(failed?.id ?? '')).toBe(true)
    await at.workFor(5)
    expect(at.texts()).toEqual(['Hello'])
  })

  it('does not quote an error from outside the library, which may contain secrets', async () => {
    await using at = await atWork()
    await at.jobs.publish(hello(at.id))
    at.storage.getConnection = () => Promise.reject(new Error('postgres://user:secret@db refused'))
    await at.workFor(5)
    const [waiting] = await at.queue.list('WAITING', { offset: 0, limit: 9 })
    expect(waiting?.memo).toMatchObject({ problem: { todo: 'RETRY' } })
    expect(JSON.stringify(waiting)).not.toContain('secret')
  })
})

describe('a waiting job', () => {
  it('stays cancelled: its key is not accepted again', async () => {
    await using at = await atWork()
    const { id } = await at.jobs.publish({ ...hello(at.id), at: '2026-11-22T13:00:00Z' })
    expect(await at.jobs.dismiss(id)).toBe(false)
    expect(await at.jobs.cancel(id)).toBe(true)
    expect(await at.jobs.cancel(id)).toBe(false)
    const again = await at.jobs.publish({ ...hello(at.id), at: '2026-11-22T13:00:00Z' })
    expect(again.isNew).toBe(false)
    expect(await at.jobs.find(id)).toMatchObject({ state: 'CANCELLED' })
    expect(await at.jobs.ended()).toMatchObject([{ id, state: 'CANCELLED' }])
    const retried: unknown = await at.jobs.retry(id).catch((error: unknown) => error)
    expect(IdempotencyConflictError.is(retried)).toBe(true)
    expect(whatNext(retried)).toMatchObject({
      todo: 'CHANGE_POST',
      message: expect.stringContaining(
        'was cancelled. A cancelled job cannot be retried. Publish the post under a new',
      ),
    })
    await at.workFor(3_700)
    expect(at.texts()).toEqual([])
    expect(await at.jobs.cancel('p-nothing')).toBe(false)
  })

  it('is put back by a worker that does not know its kind or its version', async () => {
    await using at = await atWork()
    const stranger = { id: 'x1', kind: 'SOMETHING_NEWER', payload: {}, dueAt: null, keepSeconds: 60 }
    await at.queue.add(stranger)
    const payload = { version: 2, connectionId: at.id, idempotencyKey: 'k', body: { other: true } }
    await at.queue.add({ ...stranger, id: 'p2', kind: 'PUBLISH', payload })
    await at.workFor()
    expect(await at.jobs.counts()).toMatchObject({ WAITING: 2 })
  })

  it('waits with the reason if its payload cannot be read, and no part of the payload is quoted', async () => {
    await using at = await atWork()
    const payload = { version: 1, connectionId: at.id, idempotencyKey: 'k', body: { post: 'a secret' } }
    await at.queue.add({ id: 'p1', kind: 'PUBLISH', payload, dueAt: null, keepSeconds: 60 })
    await at.workFor()
    const [waiting] = await at.jobs.waiting()
    expect(waiting).toMatchObject({ state: 'WAITING', problem: { todo: 'RETRY', code: 'CONFIG' } })
    expect(waiting?.problem?.message).toContain('dismiss the job')
    expect(JSON.stringify(waiting)).not.toContain('a secret')
  })
})

describe('a pushed update', () => {
  it('is stored before the network receives the response, and handled once, even if it arrives several times', async () => {
    await using at = await atWork()
    const handled: string[] = []
    at.dispatcher.on('COMMENT_CREATED', ({ id, raw }) => void handled.push(`${id} ${String(raw['text'])}`))
    const update = anUpdate({ id: 'c1', kind: 'COMMENT_CREATED', connectionId: at.id, raw: { text: 'Nice' } })
    for (let times = 0; times < 3; times += 1) await at.jobs.deliver(update)
    expect(handled).toEqual([])

    await at.workFor()
    await at.jobs.deliver(update)
    await at.workFor()
    expect(handled).toEqual(['c1 Nice'])
  })

  it('is retried after a failed handler, and held after days of failures', async () => {
    await using at = await atWork({ patienceDays: 0.01 })
    let [runs, isBroken] = [0, true]
    at.dispatcher.onAny(() => {
      runs += 1
      if (isBroken) throw new Error('the database is away')
    })
    await at.jobs.deliver(anUpdate({ connectionId: at.id }))
    await at.workFor(2_400)
    expect(runs).toBeGreaterThan(2)
    const [held] = await at.jobs.needingPerson()
    isBroken = false
    expect(await at.jobs.retry(held?.id ?? '')).toBe(true)
    await at.workFor()
    expect(await at.jobs.counts()).toMatchObject({ HELD: 0, ENDED: 1 })
  })
})

describe('the renewal sweep', () => {
  it('runs once for all processes, reports every account that has to sign in, and is scheduled again', async () => {
    const seen: string[] = []
    await using at = await atWork({
      sweep: { connectionIds: () => ['fake:1', 'fake:2'], everySeconds: 3_600 },
    })
    at.jobs.on('renewed', ({ connectionId }) => seen.push(connectionId))
    expect((await at.jobs.startSweep()).isNew).toBe(true)
    expect((await at.jobs.startSweep()).isNew).toBe(false)
    await at.workFor(7_300)
    expect(seen).toEqual(['fake:1', 'fake:2', 'fake:1', 'fake:2', 'fake:1', 'fake:2'])
    expect(await at.jobs.counts()).toMatchObject({ WAITING: 1, ENDED: 0 })
  })

  it('is retried soon if the list of accounts cannot be read', async () => {
    let asked = 0
    await using at = await atWork({
      sweep: {
        connectionIds: () => {
          asked += 1
          throw new Error('the database is away')
        },
      },
    })
    await at.jobs.startSweep()
    await at.workFor(200)
    expect(asked).toBeGreaterThan(1)
  })
})
