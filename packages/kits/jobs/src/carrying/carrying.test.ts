import { createHash } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'

import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { fakeMediaHost } from '@social/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { atWork } from '../__fixtures__/at-work.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/jobs-`)
  await writeFile(`${folder}/cover.png`, samplePng())
  await writeFile(`${folder}/clip.mp4`, sampleMp4())
})
afterEach(() => rm(folder, { recursive: true }))

const clip = (): Media => Media.fromFile(`${folder}/clip.mp4`)
const cover = (): Media => Media.fromFile(`${folder}/cover.png`)
const bytes = () => Media.fromBytes(samplePng(), { filename: 'cat.png' })
const withCover = (connectionId: string, thumbnail: unknown) => ({
  connectionId,
  idempotencyKey: 'draft-1',
  post: { text: 'Look', media: [clip()], options: { thumbnail } },
})

const asBytes = (connectionId: string) => ({
  connectionId,
  idempotencyKey: 'draft-1',
  post: { text: 'Look', media: [bytes()] },
})

describe('a thumbnail in a job', () => {
  it('travels as the path of its file, and the worker sends the bytes', async () => {
    await using at = await atWork()
    const { id } = await at.jobs.publish(withCover(at.id, [cover()]))
    expect((await at.jobs.publish(withCover(at.id, [cover()]))).isNew).toBe(false)
    expect(JSON.stringify(await at.queue.read(id))).toContain(`${folder}/cover.png`)
    await at.workFor(60)

    expect(at.texts()).toEqual(['Look'])
    const sha256 = createHash('sha256').update(samplePng()).digest('hex')
    expect(at.people.state().media).toMatchObject([{ thumbnail: { sha256 } }])
  })

  it('is another one under the same key when it is another file', async () => {
    await using at = await atWork()
    await writeFile(`${folder}/other.png`, samplePng())
    await at.jobs.publish(withCover(at.id, [cover()]))
    const other = Media.fromFile(`${folder}/other.png`)
    for (const thumbnail of [[other], [null], undefined])
      await expect(at.jobs.publish(withCover(at.id, thumbnail))).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      })
  })

  it.each([
    ['bytes', () => samplePng(), 'options.thumbnail[0] holds bytes'],
    ['a Buffer', () => Buffer.from(samplePng()), 'options.thumbnail[0] holds bytes'],
    [
      'bytes as a file',
      () => Media.fromBytes(samplePng(), { filename: 'a.png' }),
      'options.thumbnail[0] holds bytes',
    ],
    ['an address', () => Media.fromUrl('https://a.example/a.png'), 'holds the bytes of an address'],
    ['a file that is not there', () => Media.fromFile(`${folder}/none.png`), 'does not exist'],
    ['a file that is no picture', clip, 'options.thumbnail[0] is no picture'],
  ])('is refused as %s before anything is stored, media host or not', async (_what, thumbnail, words) => {
    for (const options of [{}, { mediaHost: fakeMediaHost() }]) {
      await using at = await atWork(options)
      await expect(at.jobs.publish(withCover(at.id, [thumbnail()]))).rejects.toThrow(words)
      expect(await at.jobs.counts()).toMatchObject({ WAITING: 0, ENDED: 0 })
    }
  })

  it('says what to pass in the place of bytes', async () => {
    await using at = await atWork()
    await expect(at.jobs.publish(withCover(at.id, [samplePng()]))).rejects.toThrow(
      'pass Media.fromFile(path) in their place',
    )
  })

  it('is not read into memory however big its file is', async () => {
    await using at = await atWork()
    await truncate(`${folder}/cover.png`, 40 * 1024 * 1024)
    await expect(at.jobs.publish(withCover(at.id, [cover()]))).rejects.toThrow('at most 33554432')
  })

  it('whose file is gone when the worker comes has failed, and goes out when it is back', async () => {
    await using at = await atWork()
    const { id } = await at.jobs.publish(withCover(at.id, [cover()]))
    await rm(`${folder}/cover.png`)
    await at.workFor(5)
    expect(await at.jobs.find(id)).toMatchObject({ state: 'FAILED', problem: { todo: 'CHANGE_POST' } })

    await writeFile(`${folder}/cover.png`, samplePng())
    await at.jobs.retry(id)
    await at.workFor(60)
    expect(at.texts()).toEqual(['Look'])
  })
})

describe('media as bytes in a job', () => {
  it('are refused, with what to pass in their place', async () => {
    await using at = await atWork()
    await expect(at.jobs.publish(asBytes(at.id))).rejects.toThrow(
      /^media\[0\] holds bytes.*Media\.fromFile\(path\).*Media\.fromUrl\(url\).*mediaHost/,
    )
  })

  it('are refused where the network takes bytes alone, although a media host would serve them', async () => {
    const mediaHost = fakeMediaHost()
    await using at = await atWork({ mediaHost })
    await expect(at.jobs.publish(asBytes(at.id))).rejects.toThrow(
      /does not take that.*pass Media\.fromFile\(path\)/,
    )
    const posts = [{ text: 'One' }, { text: 'Two', media: [bytes()] }]
    await expect(
      at.jobs.publishThread({ connectionId: at.id, idempotencyKey: 'draft-2', posts }),
    ).rejects.toThrow(/does not take that/)
    expect(mediaHost.released).toEqual(['1', '2'])
    expect(await at.jobs.counts()).toMatchObject({ WAITING: 0, ENDED: 0 })
  })

  it('of an address are refused before anything is stored where the network takes none', async () => {
    await using at = await atWork()
    const media = [Media.fromUrl('https://a.example/a.png')]
    const post = { text: 'Look', media }
    await expect(
      at.jobs.publish({ connectionId: at.id, idempotencyKey: 'draft-1', post }),
    ).rejects.toMatchObject({ code: 'INVALID_POST' })
    expect(await at.jobs.counts()).toMatchObject({ WAITING: 0, ENDED: 0 })
  })
})
