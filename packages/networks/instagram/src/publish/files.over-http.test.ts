import { InvalidPostError, Media } from '@social/core'
import { sampleJpegHead, sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { hostingFiles, type Trouble } from '../../../../kits/meta/src/__fixtures__/hosted-files.js'
import { type AtEmulatorOptions, usingEmulator } from '../__fixtures__/at-emulator.js'

/** Bytes that Instagram asks for at once. */
const PIECE = 4096
const picture = () => Media.fromBytes(sampleJpegHead(), { filename: 'cake.jpg' })
const video = () => Media.fromBytes(sampleMp4(3 * PIECE + 1), { filename: 'cake.mp4' })

/** Ada, with an application whose mounted routes serve the files of its posts. */
async function withHost(network: AtEmulatorOptions['network'] = {}) {
  const host = await hostingFiles()
  const at = await usingEmulator({
    mediaHost: host.mediaHost,
    network: { fetchPieceBytes: PIECE, ...network },
    retries: { attempts: 1 },
  })
  host.mount(at.client)
  const ada = await at.signIn()
  const dispose = at[Symbol.asyncDispose].bind(at)
  return Object.assign(at, {
    host,
    post: (media: Media, idempotencyKey = 'k') =>
      ada.post({ text: 'Cake', media: [media] }, { idempotencyKey }).then(
        ({ id }) => id,
        (error: unknown) => error,
      ),
    async [Symbol.asyncDispose]() {
      await dispose()
      await host[Symbol.asyncDispose]()
    },
  })
}

describe('a file', () => {
  it('is fetched in ranges from the mounted routes, and is gone when the post is out', async () => {
    await using at = await withHost()
    const id = await at.post(video())
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
    expect(at.host.fetched).toEqual([
      { range: 'bytes=0-4095', status: 206 },
      { range: 'bytes=4096-8191', status: 206 },
      { range: 'bytes=8192-12287', status: 206 },
      { range: 'bytes=12288-16383', status: 206 },
    ])
    expect(await at.host.kept()).toEqual([])
    const late = await fetch(at.host.addresses[0] ?? '')
    expect(late.status).toBe(404)
  })

  it('is gone when the post was refused', async () => {
    await using at = await withHost()
    expect(await at.post(Media.fromBytes(sampleMp4(500), { filename: 'cake.jpg' }))).toBeInstanceOf(
      InvalidPostError,
    )
    expect(await at.host.kept()).toEqual([])
    expect(at.effects()).toEqual([])
  })

  it.each<[string, Trouble, () => Media]>([
    ['a picture whose time is over', 'EXPIRED', picture],
    ['a picture whose address was changed', 'TAMPERED', picture],
    ['a picture of a host that is gone', 'GONE', picture],
    ['a video whose time is over', 'EXPIRED', video],
    ['a video whose address was changed', 'TAMPERED', video],
    ['a video of a host that is gone', 'GONE', video],
  ])(
    'that cannot be fetched is refused and let go, and comes out with the next try: %s',
    async (_what, how, make) => {
      await using at = await withHost()
      at.host.trouble(how)
      expect(await at.post(make())).toBeInstanceOf(InvalidPostError)
      expect(await at.host.kept()).toEqual([])
      expect(at.effects()).toEqual([])
      at.host.trouble(null)
      const id = await at.post(make())
      expect(at.effects().map((effect) => effect.id)).toEqual([id])
    },
  )

  it.each([
    ['picture', picture],
    ['video', video],
  ])(
    'of a host that is too slow, a %s, comes out with a later try, once, and is let go',
    async (_what, make) => {
      await using at = await withHost({ fetchSeconds: 0.2 })
      at.host.trouble('SLOW')
      expect(await at.post(make())).toBeInstanceOf(Error)
      await at.people.whenIdle()
      at.host.trouble(null)
      at.people.setLimits({ fetchSeconds: 20 })
      const tries = [await at.post(make()), await at.post(make())]
      expect(at.effects().map((effect) => effect.id)).toEqual([tries[1]])
      expect(await at.host.kept()).toEqual([])
    },
  )
})
