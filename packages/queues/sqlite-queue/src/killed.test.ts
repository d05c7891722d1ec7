import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Media } from '@social/core'
import { samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

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
})
