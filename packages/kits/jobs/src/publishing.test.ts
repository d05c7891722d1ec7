import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'

import { Media } from '@social/core'
import { samplePng } from '@social/emulator'
import { FakePlatform } from '@social/testkit/application'
import { fakeMediaHost } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { atWork } from './__fixtures__/at-work.js'
import { SocialJobs } from './social-jobs.js'

const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
const hello = (connectionId: string, idempotencyKey = 'draft-1') => ({
  connectionId,
  idempotencyKey,
  post: { text: 'Hello' },
})

describe('a post in the queue', () => {
  it('is published once, even if it is stored several times', async () => {
    await using at = await atWork()
    const first = await at.jobs.publish(hello(at.id))
    const second = await at.jobs.publish(hello(at.id))
    expect([first.isNew, second.isNew, second.id === first.id]).toEqual([true, false, true])
    expect(first.id).toMatch(/^p[\w-]{43}$/)

    await at.workFor()
    expect((await at.jobs.publish(hello(at.id))).isNew).toBe(false)
    await at.workFor()

    expect(at.texts()).toEqual(['Hello'])
    const info = await at.jobs.findPost(at.id, 'draft-1')
    expect(info).toMatchObject({
      state: 'DONE',
      connectionId: at.id,
      idempotencyKey: 'draft-1',
      problem: null,
    })
    expect(info?.result).toMatchObject({ state: 'DONE', url: expect.stringContaining('http') })
    expect(at.names()).toEqual(['published', 'completed'])
  })

  it('is known for the days in keepDays, and published once all the same', async () => {
    await using at = await atWork({ keepDays: 2 })
    await at.jobs.publish(hello(at.id))
    await at.workFor()

    await at.clock.advance(1.9 * 86_400)
    expect((await at.jobs.publish(hello(at.id))).isNew).toBe(false)
    await at.clock.advance(0.2 * 86_400)
    expect((await at.jobs.publish(hello(at.id))).isNew).toBe(true)
    await at.workFor()
    expect(at.texts()).toEqual(['Hello'])
  })

  it('is published at its time, also on a network that cannot schedule', async () => {
    await using at = await atWork()
    await at.jobs.publish({ ...hello(at.id), at: '2026-11-22T13:00:00Z' })

    await at.workFor(3_590)
    expect(at.texts()).toEqual([])
    expect(await at.jobs.waiting()).toMatchObject([{ dueAt: new Date('2026-11-22T13:00:00Z') }])
    await at.workFor(20)
    expect(at.texts()).toEqual(['Hello'])
  })

  it('stores files as paths, and a worker uploads them', async () => {
    const folder = await mkdtemp(`${tmpdir()}/jobs-`)
    await writeFile(`${folder}/cat.png`, samplePng())
    await using at = await atWork()
    const media = [Media.fromFile(`${folder}/cat.png`, { altText: 'A cat' })]
    await at.jobs.publish({ ...hello(at.id), post: { text: 'Look', media } })
    await at.workFor(5)
    await rm(folder, { recursive: true })

    expect(at.people.state().media).toMatchObject([{ description: 'A cat' }])
    expect(at.texts()).toEqual(['Look'])
  })

  it('is refused before anything is stored if the network or the queue cannot accept it', async () => {
    await using at = await atWork()
    const bytes = Media.fromBytes(samplePng(), { filename: 'cat.png' })
    const posts = [
      [{ text: 'a'.repeat(501) }, 'at most 500'],
      [{ text: '' }, 'empty'],
      [{ text: 'Hello', options: { visibilty: 'public' } }, 'visibility'],
      [{ text: 'Hello', media: [Media.fromFile('/nowhere/cat.png')] }, 'does not exist'],
      [{ text: 'Hello', media: [bytes] }, 'media[0]'],
    ] as const
    for (const [post, message] of posts)
      await expect(at.jobs.publish({ ...hello(at.id), post })).rejects.toThrow(message)
    const both = {
      ...hello(at.id),
      post: { text: 'Hello', publishAt: '2026-12-01T00:00:00Z' },
      at: '2026-11-30T00:00:00Z',
    }
    await expect(at.jobs.publish(both)).rejects.toThrow('not both')
    await expect(at.jobs.publish({ ...hello(at.id), idempotencyKey: '' })).rejects.toThrow('idempotencyKey')
    await expect(at.jobs.publish({ ...hello(at.id), at: '2026-11-30 00:00' })).rejects.toThrow('at')

    expect(await at.jobs.counts()).toEqual({ WAITING: 0, RUNNING: 0, HELD: 0, ENDED: 0 })
    expect(at.emulator.effects('mastodon')).toEqual([])
  })

  it('is refused if its key was used for another post or another time', async () => {
    await using at = await atWork()
    await at.jobs.publish({ ...hello(at.id), at: '2026-11-22T13:00:00Z' })

    const same = await at.jobs.publish({ ...hello(at.id), at: new Date('2026-11-22T13:00:00Z') })
    expect(same.isNew).toBe(false)
    for (const change of [{ post: { text: 'Other' } }, { at: '2026-11-22T14:00:00Z' }, { at: null }])
      await expect(
        at.jobs.publish({ ...hello(at.id), at: '2026-11-22T13:00:00Z', ...change }),
      ).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })

  it('is stored although the network is unreachable', async () => {
    await using at = await atWork()
    at.faults.add({ method: 'GET', path: '/*', fault: 'closeBeforeEffect', count: 100 })
    expect((await at.jobs.publish(hello(at.id))).isNew).toBe(true)
  })

  it('has its bytes served by the media host, which releases them after the post is published', async () => {
    const host = fakeMediaHost()
    await using at = await atWork({ mediaHost: host })
    const media = [Media.fromBytes(samplePng(), { filename: 'cat.png' })]
    const request = { ...hello(at.fakeId), post: { text: 'Look', media } }
    await at.jobs.publish(request)
    expect((await at.jobs.publish(request)).isNew).toBe(false)
    expect(host.released).toEqual(['2'])

    await at.workFor()

    expect(at.fake.published[0]?.post.media).toMatchObject([
      { url: 'https://media.example/1', kind: 'IMAGE' },
    ])
    expect(host.released).toEqual(['2', '1'])
  })

  it('is sealed if there is a key, and readable with any of the keys', async () => {
    const key = 'a1'.repeat(32)
    await using at = await atWork({ key })
    const { id } = await at.jobs.publish(hello(at.id))
    const stored = await at.queue.read(id)
    expect(JSON.stringify(stored)).not.toContain('Hello')
    await at.workFor()
    expect(at.texts()).toEqual(['Hello'])
  })

  it.each([
    ['no key', {}],
    ['another key', { key: 'b2'.repeat(32) }],
  ])(
    'is put back by a worker with %s, and published by a worker with the right key',
    async (_what, given) => {
      const keys = ['c3'.repeat(32), 'a1'.repeat(32)]
      await using at = await atWork(given)
      const { client, queue } = at
      const sealed = new SocialJobs({ client, queue, key: 'a1'.repeat(32) })
      const { id } = await sealed.publish(hello(at.id))
      await at.workFor()
      expect(await at.jobs.find(id)).toMatchObject({ state: 'WAITING', problem: { todo: 'RETRY' } })
      expect(new Set(at.names())).toEqual(new Set(['putBack']))

      await at.workFor(120, new SocialJobs({ client, queue, keys }))
      expect(at.texts()).toEqual(['Hello'])
      expect(await at.jobs.find(id)).toMatchObject({ state: 'DONE' })
    },
  )

  it('contains no token, neither in the queue nor in the job info', async () => {
    await using at = await atWork()
    const { id } = await at.jobs.publish(hello(at.id))
    const token = (await at.storage.getConnection(at.id))?.token.accessToken ?? 'none'
    await at.workFor()
    expect(JSON.stringify([await at.queue.read(id), await at.jobs.find(id)])).not.toContain(token)
  })

  it('is published once after a lost response', async () => {
    await using at = await atWork()
    at.faults.add({ ...SEND, fault: 'replyLost' })
    await at.jobs.publish(hello(at.id))
    await at.workFor(120)
    expect(at.texts()).toEqual(['Hello'])
    expect((await at.jobs.findPost(at.id, 'draft-1'))?.state).toBe('DONE')
  })

  it('that the network schedules is polled after its publish time until its state is final', async () => {
    const features = [...new FakePlatform().features, 'SCHEDULE'] as const
    const fake = new FakePlatform({ features, states: ['PROCESSING', 'PROCESSING', 'DONE'] })
    await using at = await atWork({ fake })
    const post = { text: 'Hello', publishAt: '2026-11-22T13:00:00Z' }
    await at.jobs.publish({ ...hello(at.fakeId), post })

    await at.workFor()
    expect(await at.jobs.waiting()).toMatchObject([
      { kind: 'PUBLISH', postState: 'SCHEDULED', dueAt: new Date('2026-11-22T13:00:15Z') },
    ])
    await at.workFor(3_600)
    expect(at.names()).toEqual(['published'])
    await at.workFor(120)
    expect(fake.stateAsked).toHaveLength(3)
    expect(at.names()).toEqual(['published', 'completed'])
    expect(await at.jobs.counts()).toMatchObject({ WAITING: 0, ENDED: 1 })
    expect(await at.jobs.findPost(at.fakeId, 'draft-1')).toMatchObject({ state: 'DONE', postState: 'DONE' })
  })

  it('that the network cannot process has failed, and listeners are notified', async () => {
    const features = [...new FakePlatform().features, 'SCHEDULE'] as const
    await using at = await atWork({ fake: new FakePlatform({ features, states: ['FAILED'] }) })
    await at.jobs.publish({ ...hello(at.fakeId), post: { text: 'Hello', publishAt: '2026-11-22T12:00:01Z' } })
    await at.workFor(20)
    expect(await at.jobs.ended()).toMatchObject([
      { state: 'FAILED', postState: 'FAILED', problem: { todo: 'CHANGE_POST' }, result: { state: 'FAILED' } },
    ])
    expect(at.names()).toEqual(['published', 'failed'])
  })

  it('that the network processes for days is held for a person', async () => {
    const features = [...new FakePlatform().features, 'SCHEDULE'] as const
    await using at = await atWork({ fake: new FakePlatform({ features, states: ['PROCESSING'] }) })
    await at.jobs.publish({ ...hello(at.fakeId), post: { text: 'Hello', publishAt: '2026-11-22T12:00:01Z' } })
    await at.workFor(20)
    at.clock.step(4 * 86_400)
    await at.workFor(5)
    expect(await at.jobs.needingPerson()).toMatchObject([{ problem: { todo: 'LOOK_AT_ACCOUNT' } }])
  })
})
