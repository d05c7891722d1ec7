import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { expect, inject, it } from 'vitest'

import { eventually, JobFleet } from './job-fleet.js'

const SERVER = inject('postgresUrl')
const VISIBLE = { method: 'POST', path: '/api/v1/statuses' } as const

it.skipIf(SERVER === null)(
  'a thread whose worker is killed between two parts resumes there: each part is published once, with its files and its thumbnail',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'social-thread-'))
    const [clip, cover] = [join(folder, 'clip.mp4'), join(folder, 'cover.png')]
    await writeFile(clip, sampleMp4())
    await writeFile(cover, samplePng())
    await using fleet = await JobFleet.open(SERVER ?? '')
    const options = { thumbnail: [Media.fromFile(cover)] }
    await fleet.jobs.publishThread({
      connectionId: fleet.connectionId,
      idempotencyKey: 'chain',
      posts: [{ text: 'One' }, { text: 'Two' }, { text: 'Three', media: [Media.fromFile(clip)], options }],
    })
    const held = fleet.emulator.faults('mastodon').add({ ...VISIBLE, nth: 2, fault: 'hold' })
    const first = await fleet.start()
    await held.whenHeld(1)
    // This process, which is not the worker, can read the published parts during publishing.
    await eventually(async () => {
      const [running] = await fleet.jobs.running()
      return running?.parts.length === 1
    }, 'the first part is reported')
    await first.kill()
    held.remove()
    await fleet.start()
    await eventually(
      async () => (await fleet.jobs.findPost(fleet.connectionId, 'chain'))?.state === 'DONE',
      'the thread is published',
      90,
    )
    await rm(folder, { recursive: true })

    const { statuses, media } = fleet.emulator.control.mastodon.state()
    expect(
      statuses.map(({ text, replyTo }) => [text, statuses.find(({ id }) => id === replyTo)?.text ?? null]),
    ).toEqual([
      ['One', null],
      ['Two', 'One'],
      ['Three', 'Two'],
    ])
    expect(media).toMatchObject([{ thumbnail: { bytes: samplePng().length } }])
    const info = await fleet.jobs.findPost(fleet.connectionId, 'chain')
    expect(info?.parts.map(({ id }) => id)).toEqual(statuses.map(({ id }) => id))
  },
)
