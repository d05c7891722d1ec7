import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it, vi } from 'vitest'

import { aWorld } from './__fixtures__/world.js'

const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
/** Exceeds the lifetime of a publish journal claim, which expires after a minute. */
const AHEAD_SECONDS = 61

const hello = (connectionId: string, idempotencyKey = 'once') => ({
  connectionId,
  idempotencyKey,
  post: { text: idempotencyKey },
})

describe('a worker that is killed', () => {
  it('before its post is published, then after it and before the response: a third one finishes, and the post is published once', async () => {
    await using world = await aWorld()
    const picture = join(world.folder, 'cat.png')
    await writeFile(picture, samplePng())
    const post = { text: 'once', media: [Media.fromFile(picture, { altText: 'A cat' })] }
    await world.jobs.publish({ ...hello(world.id), post })
    for (const times of [0, 1]) {
      const held = world.faults.add({ ...SEND, fault: 'hold', beforeEffect: times === 0 })
      const worker = await world.startWorker({ aheadSeconds: times * AHEAD_SECONDS })
      await held.whenHeld(1)
      await worker.kill()
      held.remove()
    }

    await world.startWorker({ aheadSeconds: 2 * AHEAD_SECONDS })
    await world.done(1)

    expect(world.texts()).toEqual(['once'])
    expect(world.media()).toBe(1)
    const info = await world.jobs.findPost(world.id, 'once')
    expect(info).toMatchObject({ state: 'DONE', result: { state: 'DONE' } })
  })

  it('while its event loop is blocked for longer than its lease has its job run by another worker, and the post is published once', async () => {
    await using world = await aWorld()
    const held = world.faults.add({ ...SEND, fault: 'hold' })
    await world.jobs.publish(hello(world.id))
    const first = await world.startWorker()
    await held.whenHeld(1)
    const second = await world.startWorker()
    first.send('block 5')
    // Either worker may take the job: also the blocked worker, after its event loop continues.
    const busy = 'putBack once PublishBusyError'
    await Promise.any([first.printed(busy), second.printed(busy)])
    await first.printed('LEASE_LOST')
    held.remove()
    await first.printed('unblocked')
    expect(world.texts()).toEqual(['once'])
  })

  it('is suspended for longer than its lease and claim, and reports nothing about a post that another worker has finished', async () => {
    await using world = await aWorld()
    const held = world.faults.add({ ...SEND, fault: 'hold' })
    await world.jobs.publish(hello(world.id))
    const first = await world.startWorker()
    await held.whenHeld(1)
    first.freeze(true)
    // By the clock of the second worker, the claims of the first worker have expired.
    const second = await world.startWorker({ aheadSeconds: AHEAD_SECONDS })
    await world.done(1)
    await second.printed('published once')
    const before = await world.jobs.findPost(world.id, 'once')
    first.freeze(false)
    held.remove()
    await first.printed('LEASE_LOST')
    first.send('stop 5')
    await first.printed('stopped')

    expect(world.texts()).toEqual(['once'])
    expect(await world.jobs.findPost(world.id, 'once')).toEqual(before)
    expect(await world.jobs.counts()).toMatchObject({ WAITING: 0, RUNNING: 0, HELD: 0, ENDED: 1 })
  })

  it('with many running posts leaves each of them to be published once', async () => {
    await using world = await aWorld()
    const keys = Array.from({ length: 12 }, (_nothing, at) => `post-${String(at).padStart(2, '0')}`)
    for (const key of keys) await world.jobs.publish(hello(world.id, key))
    const held = world.faults.add({ ...SEND, fault: 'hold', nth: 4, count: 3 })
    const first = await world.startWorker()
    await held.whenHeld(2)
    await first.kill()
    held.remove()

    await Promise.all([1, 2].map(() => world.startWorker({ aheadSeconds: AHEAD_SECONDS })))
    await world.done(keys.length)
    expect(world.texts()).toEqual(keys)
  })
})

describe('a thread whose worker is killed', () => {
  it('between two parts, and again after the last, resumes there: each part is published once, with its thumbnail', async () => {
    await using world = await aWorld()
    const [clip, cover] = [join(world.folder, 'clip.mp4'), join(world.folder, 'cover.png')]
    await writeFile(clip, sampleMp4())
    await writeFile(cover, samplePng())
    const options = { thumbnail: [Media.fromFile(cover)] }
    await world.jobs.publishThread({
      connectionId: world.id,
      idempotencyKey: 'chain',
      posts: [{ text: 'One' }, { text: 'Two' }, { text: 'Three', media: [Media.fromFile(clip)], options }],
    })
    // In the first run, the second part is not created. In the second run, the third part is
    // created but its response is lost.
    const kills = [
      { nth: 2, beforeEffect: true, out: 1 },
      { nth: 2, beforeEffect: false, out: 2 },
    ]
    for (const [times, { nth, beforeEffect, out }] of kills.entries()) {
      const held = world.faults.add({ ...SEND, nth, beforeEffect, fault: 'hold' })
      const worker = await world.startWorker({ leaseSeconds: 0.5, aheadSeconds: times * AHEAD_SECONDS })
      await held.whenHeld(1)
      // This process, which is not the worker, sees the published parts while the job runs.
      await vi.waitFor(async () => {
        const running = await world.jobs.running()
        expect(running.map(({ kind, parts }) => [kind, parts.length])).toEqual([['PUBLISH_THREAD', out]])
      })
      await worker.kill()
      held.remove()
    }

    await world.startWorker({ leaseSeconds: 0.5, aheadSeconds: 2 * AHEAD_SECONDS })
    await world.done(1)
    const { statuses, media } = world.people.state()
    expect(
      statuses.map(({ text, replyTo }) => [text, statuses.find(({ id }) => id === replyTo)?.text ?? null]),
    ).toEqual([
      ['One', null],
      ['Two', 'One'],
      ['Three', 'Two'],
    ])
    expect(media.map(({ thumbnail }) => thumbnail?.bytes)).toContain(samplePng().length)
    const info = await world.jobs.findPost(world.id, 'chain')
    expect(info).toMatchObject({ state: 'DONE', parts: statuses.map(({ id }) => ({ id })) })
  })
})

describe('a worker that is stopped', () => {
  it('lets a running post finish', async () => {
    await using world = await aWorld()
    await world.jobs.publish(hello(world.id))
    const held = world.faults.add({ ...SEND, fault: 'hold' })
    const worker = await world.startWorker()
    await held.whenHeld(1)
    worker.send('stop 20')
    held.release()
    await worker.printed('stopped')
    expect(worker.lines).toContain('published once')
    expect(world.texts()).toEqual(['once'])
  })
})
