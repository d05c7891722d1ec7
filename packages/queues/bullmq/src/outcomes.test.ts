import { once } from 'node:events'

import { NetworkError } from '@social/core'
import type { JobEvents } from '@social/jobs'
import { anUpdate } from '@social/testkit/application'
import { Worker } from 'bullmq'
import { describe, expect, it } from 'vitest'

import { configuredServer } from './__fixtures__/configured-server.js'
import { aWorld } from './__fixtures__/world.js'

const url = configuredServer()
const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
const hello = (connectionId: string, idempotencyKey = 'once') => ({
  connectionId,
  idempotencyKey,
  post: { text: idempotencyKey },
})

/**
 * Starts a test application with a worker in this process, and records the names of the worker's
 * events.
 */
async function atWork() {
  const world = await aWorld(url ?? '')
  const events: string[] = []
  const heard = new Map<string, PromiseWithResolvers<void>>()
  const onceNotified = (what: string): Promise<void> => {
    const waiting = heard.get(what) ?? Promise.withResolvers<void>()
    heard.set(what, waiting)
    return waiting.promise
  }
  for (const name of ['published', 'putBack', 'held', 'failed'] as const satisfies (keyof JobEvents)[])
    world.jobs.on(name, ({ job }) => {
      const what = `${name} ${job.idempotencyKey}`
      events.push(what)
      heard.get(what)?.resolve()
    })
  return { ...world, events, onceNotified }
}

describe.skipIf(url === null)('on a real Redis server', () => {
  it('a job that BullMQ has failed after its worker was killed is resumed by the next worker', async () => {
    await using world = await atWork()
    await world.jobs.publish(hello(world.id))
    const { hostname, port } = new URL(url ?? '')
    const connection = { host: hostname, port: Number(port || 6379), maxRetriesPerRequest: null }
    const killed = new Worker(world.queueName, () => Promise.reject(new Error('Connection is closed.')), {
      connection,
      prefix: '{bull}',
      autorun: false,
    })
    killed.on('error', () => undefined)
    const failed = once(killed, 'failed')
    void killed.run()
    await failed
    await killed.close()
    expect((await world.jobs.counts()).HELD).toBe(1)
    await world.jobs.work()
    await world.done(1)
    expect(world.texts()).toEqual(['once'])
  })

  it('a post whose response was lost is published once', async () => {
    await using world = await atWork()
    const lost = world.faults.add({ ...SEND, fault: 'replyLost' })
    await world.jobs.publish(hello(world.id))
    await world.jobs.work()
    await world.done(1)
    expect(lost.hits).toBe(1)
    expect(world.texts()).toEqual(['once'])
    expect(world.events).toEqual(['published once'])
  })

  it('a connection with a rate limit waits, and another one continues', async () => {
    await using world = await atWork()
    const bea = await world.signIn('bea')
    world.faults.add({ ...SEND, fault: 'status', status: 429, headers: { 'Retry-After': '2' } })
    const putBack = world.onceNotified('putBack ada-1')
    await world.jobs.publish(hello(world.id, 'ada-1'))
    await world.jobs.work({ concurrency: 1 })
    await putBack
    const askedAt = performance.now()
    const published = world.onceNotified('published bea-1')
    await world.jobs.publish(hello(world.id, 'ada-2'))
    await world.jobs.publish(hello(bea, 'bea-1'))
    await published
    expect(world.texts()).toEqual(['bea-1'])
    await world.done(3)
    expect(performance.now() - askedAt).toBeGreaterThan(1_900)
    expect(world.texts()).toEqual(['ada-1', 'ada-2', 'bea-1'])
  })

  it('a post with an unknown outcome is held and reported, and resumes after a person requests it', async () => {
    await using world = await atWork()
    const { fake, fakeId, jobs } = world
    const [publish, reconcile] = [fake.publish.bind(fake), fake.reconcile.bind(fake)]
    let isAway = true
    fake.publish = async (post, call) => {
      if (isAway)
        await call.finish({ data: {} }, () => {
          throw new NetworkError('The connection was cut.', { platform: 'fake' })
        })
      return publish(post, call)
    }
    fake.reconcile = async (receipt, call) => (isAway ? { state: 'UNKNOWN' } : reconcile(receipt, call))
    const held = world.onceNotified('held once')
    await jobs.publish(hello(fakeId))
    await jobs.work()
    await held
    await expect.poll(async () => (await jobs.counts()).HELD).toBe(1)
    const [job] = await jobs.needingPerson()
    expect(job).toMatchObject({ problem: { todo: 'LOOK_AT_ACCOUNT', code: 'OUTCOME_UNKNOWN' } })
    expect(fake.published).toEqual([])

    isAway = false
    expect(await jobs.retry(job?.id ?? '')).toBe(true)
    await world.done(1)
    expect(world.events).toEqual(['held once', 'published once'])
    expect(fake.published).toHaveLength(1)
  })

  it('a post whose token is refused is held, and published after the person signed in again', async () => {
    await using world = await atWork()
    const held = world.onceNotified('held once')
    await world.jobs.publish(hello(world.id))
    world.people.revokeTokens({ person: 'ada' })
    await world.jobs.work()
    await held
    await expect.poll(async () => (await world.jobs.counts()).HELD).toBe(1)
    expect(await world.jobs.needingPerson()).toMatchObject([{ problem: { todo: 'SIGN_IN_AGAIN' } }])

    expect(await world.signIn()).toBe(world.id)
    expect(await world.jobs.retryConnection(world.id)).toBe(1)
    await world.done(1)
    expect(world.texts()).toEqual(['once'])
    expect(world.events).toEqual(['held once', 'published once'])
  })

  it('an update that is pushed three times is handled once', async () => {
    await using world = await atWork()
    const handled: string[] = []
    world.dispatcher.onAny(({ id }) => void handled.push(id))
    const update = anUpdate({ id: 'c1', connectionId: world.id })
    await Promise.all([world.jobs.deliver(update), world.jobs.deliver(update)])
    await world.jobs.work()
    await world.done(1)
    await world.jobs.deliver(update)
    await world.jobs.deliver({ ...update, id: 'c2' })
    await world.done(2)
    expect(handled).toEqual(['c1', 'c2'])
  })
})
