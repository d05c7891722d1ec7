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
  it('after its post is published and before the response leaves it to another worker, which finds it', async () => {
    await using world = await aWorld()
    const held = world.faults.add({ ...SEND, fault: 'hold' })
    await world.jobs.publish(hello(world.id))
    const first = await world.startWorker({ leaseSeconds: 0.5 })
    await held.whenHeld(1)
    await first.kill()
    held.remove()

    await world.startWorker({ leaseSeconds: 0.5, aheadSeconds: AHEAD_SECONDS })
    await world.done(1)
    expect(world.texts()).toEqual(['once'])
    expect(await world.jobs.findPost(world.id, 'once')).toMatchObject({
      state: 'DONE',
      result: { state: 'DONE' },
    })
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
  it('during an upload aborts it after its time, and another worker resumes', async () => {
    await using world = await aWorld()
    const picture = join(world.folder, 'cat.png')
    await writeFile(picture, samplePng())
    const post = { text: 'once', media: [Media.fromFile(picture)] }
    await world.jobs.publish({ ...hello(world.id), post })
    const held = world.faults.add({
      method: 'POST',
      path: '/api/v2/media',
      fault: 'hold',
      beforeEffect: true,
    })
    const first = await world.startWorker()
    await held.whenHeld(1)
    first.send('stop 0.2')
    await first.printed('stopped')
    held.remove()
    expect(first.lines).toEqual(['ready', 'stopped'])
    expect(await world.jobs.counts()).toMatchObject({ HELD: 0, ENDED: 0 })

    const second = await world.startWorker()
    await second.printed('published once')
    expect(world.texts()).toEqual(['once'])
  })

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
