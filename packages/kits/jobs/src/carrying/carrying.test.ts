import { createHash } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'

import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { fakeMediaHost } from '@social/testkit/platform'
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
  it('is stored as the path of its file, and the worker sends the bytes', async () => {
    await using at = await atWork()
    const { id } = await at.jobs.publish(withCover(at.id, [cover()]))
    expect((await at.jobs.publish(withCover(at.id, [cover()]))).isNew).toBe(false)
    expect(JSON.stringify(await at.queue.read(id))).toContain(`${folder}/cover.png`)
    await at.workFor(60)

    expect(at.texts()).toEqual(['Look'])
    const sha256 = createHash('sha256').update(samplePng()).digest('hex')
    expect(at.people.state().media).toMatchObject([{ thumbnail: { sha256 } }])
  })

  it('with another file conflicts with the stored job of the same key', async () => {
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
    ['bytes', () => samplePng(), 'options.thumbnail[0] contains bytes'],
    ['a Buffer', () => Buffer.from(samplePng()), 'options.thumbnail[0] contains bytes'],
    [
      'bytes as a file',
      () => Media.fromBytes(samplePng(), { filename: 'a.png' }),
      'options.thumbnail[0] contains bytes',
    ],
    ['a URL', () => Media.fromUrl('https://a.example/a.png'), 'contains the bytes of a URL'],
    ['a missing file', () => Media.fromFile(`${folder}/none.png`), 'does not exist'],
    ['a file that is not an image', clip, 'options.thumbnail[0] is not a supported picture'],
  ])(
    'is refused as %s before anything is stored, with and without a media host',
    async (_what, thumbnail, message) => {
      for (const options of [{}, { mediaHost: fakeMediaHost() }]) {
        await using at = await atWork(options)
        await expect(at.jobs.publish(withCover(at.id, [thumbnail()]))).rejects.toThrow(message)
        expect(await at.jobs.counts()).toMatchObject({ WAITING: 0, ENDED: 0 })
      }
    },
  )

  it('is refused as bytes with an accepted alternative', async () => {
    await using at = await atWork()
    await expect(at.jobs.publish(withCover(at.id, [samplePng()]))).rejects.toThrow(
      'pass Media.fromFile(path)',
    )
  })

  it('is not read into memory if its file is too large', async () => {
    await using at = await atWork()
    await truncate(`${folder}/cover.png`, 40 * 1024 * 1024)
    await expect(at.jobs.publish(withCover(at.id, [cover()]))).rejects.toThrow('The limit is 33554432')
  })

  it('fails if its file is missing in the worker, and is published after the file is restored', async () => {
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

describe('media with bytes in a job', () => {
  it('are refused with an accepted alternative', async () => {
    await using at = await atWork()
    await expect(at.jobs.publish(asBytes(at.id))).rejects.toThrow(
      /^media\[0\] contains bytes.*Media\.fromFile\(path\).*Media\.fromUrl\(url\).*mediaHost/,
    )
  })

  it('are refused if the network accepts only bytes, even with a media host', async () => {
    const mediaHost = fakeMediaHost()
    await using at = await atWork({ mediaHost })
    await expect(at.jobs.publish(asBytes(at.id))).rejects.toThrow(
      /does not accept that.*pass Media\.fromFile\(path\)/,
    )
    const posts = [{ text: 'One' }, { text: 'Two', media: [bytes()] }]
    await expect(
      at.jobs.publishThread({ connectionId: at.id, idempotencyKey: 'draft-2', posts }),
    ).rejects.toThrow(/does not accept that/)
    expect(mediaHost.released).toEqual(['1', '2'])
    expect(await at.jobs.counts()).toMatchObject({ WAITING: 0, ENDED: 0 })
  })

  it('with a URL are refused before anything is stored if the network accepts no URLs', async () => {
    await using at = await atWork()
    const media = [Media.fromUrl('https://a.example/a.png')]
    const post = { text: 'Look', media }
    await expect(
      at.jobs.publish({ connectionId: at.id, idempotencyKey: 'draft-1', post }),
    ).rejects.toMatchObject({ code: 'INVALID_POST' })
    expect(await at.jobs.counts()).toMatchObject({ WAITING: 0, ENDED: 0 })
  })
})
