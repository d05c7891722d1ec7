import { InvalidPostError, Media, type MediaHost, type RetrySettings } from '@social/core'
import type { RoutesClient } from '@social/core/routes'
import { type Effect, sampleJpegHead, sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { type HostedFiles, hostingFiles, type Trouble } from './hosted-files.js'

/**
 * Emulated network of Meta that downloads files, and a client. The application of the client
 * serves the files.
 */
interface Fetching extends AsyncDisposable {
  readonly client: RoutesClient
  readonly people: { whenIdle(): Promise<unknown>; setLimits(limits: { fetchSeconds: number }): unknown }
  effects(): readonly Effect[]
  requests(): readonly unknown[]
  signIn(): Promise<{
    post(
      post: { readonly text: string; readonly media: readonly Media[] },
      options: { readonly idempotencyKey: string },
    ): Promise<{ readonly id: string }>
  }>
}

/** Settings of the emulated network and of the client. */
interface FetchingOptions {
  readonly mediaHost?: MediaHost
  readonly network?: { readonly fetchPieceBytes: number; readonly fetchSeconds?: number }
  readonly retries?: RetrySettings
}

/** Bytes that the emulated network requests with each range request. */
const PIECE = 4096
const picture = () => Media.fromBytes(sampleJpegHead(), { filename: 'cake.jpg' })
const video = () => Media.fromBytes(sampleMp4(3 * PIECE + 1), { filename: 'cake.mp4' })

/** Signs an account in. Returns functions that publish posts with one file each. */
async function posting(at: Fetching, host: HostedFiles) {
  const ada = await at.signIn()
  return {
    host,
    people: at.people,
    out: () => at.effects().map(({ id }) => id),
    post: (media: Media, idempotencyKey = 'k') =>
      ada.post({ text: 'Cake', media: [media] }, { idempotencyKey }).then(
        ({ id }) => id,
        (error: unknown) => error,
      ),
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]()
      await host[Symbol.asyncDispose]()
    },
  }
}

/**
 * Defines tests in which the network downloads the files of a post from the application's routes.
 * The application deletes the files once the post is published.
 */
export function fetchesFiles(open: (options?: FetchingOptions) => Promise<Fetching>): void {
  /** Signs an account in at an application whose routes serve the files of its posts. */
  async function withHost(network: { readonly fetchSeconds?: number } = {}) {
    const host = await hostingFiles()
    const { mediaHost } = host
    const at = await open({
      mediaHost,
      network: { fetchPieceBytes: PIECE, ...network },
      retries: { attempts: 1 },
    })
    host.mount(at.client)
    return posting(at, host)
  }

  it.each([
    ['alone', [picture()]],
    ['in a carousel, after a file with a URL', [Media.fromUrl('https://files.example/1.jpg'), picture()]],
  ])('a local file without a media host is refused before any request: %s', async (_what, media) => {
    await using at = await open()
    const ada = await at.signIn()
    const refused = ada.post({ text: 'Cake', media }, { idempotencyKey: 'k' })
    await expect(refused).rejects.toThrow(InvalidPostError)
    await expect(refused).rejects.toThrow(/Pass Media.fromUrl.*or set the mediaHost of the client/)
    expect(at.requests()).toEqual([])
  })

  describe('a file', () => {
    it('is fetched in ranges from the mounted routes, and is deleted once the post is published', async () => {
      await using at = await withHost()
      const id = await at.post(video())
      expect(at.out()).toEqual([id])
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

    it('is deleted when the post is refused', async () => {
      await using at = await withHost()
      expect(await at.post(Media.fromBytes(sampleMp4(500), { filename: 'cake.jpg' }))).toBeInstanceOf(
        InvalidPostError,
      )
      expect(await at.host.kept()).toEqual([])
      expect(at.out()).toEqual([])
    })

    it.each<[string, Trouble, () => Media]>([
      ['a picture with an expired URL', 'EXPIRED', picture],
      ['a picture with a changed URL', 'TAMPERED', picture],
      ['a picture of an unreachable host', 'GONE', picture],
      ['a video with an expired URL', 'EXPIRED', video],
      ['a video with a changed URL', 'TAMPERED', video],
      ['a video of an unreachable host', 'GONE', video],
    ])(
      'that cannot be fetched is refused and deleted, and the next attempt publishes it: %s',
      async (_what, how, make) => {
        await using at = await withHost()
        at.host.trouble(how)
        expect(await at.post(make())).toBeInstanceOf(InvalidPostError)
        expect(await at.host.kept()).toEqual([])
        expect(at.out()).toEqual([])
        at.host.trouble(null)
        const id = await at.post(make())
        expect(at.out()).toEqual([id])
      },
    )

    it.each([
      ['picture', picture],
      ['video', video],
    ])(
      'of a host that is too slow is published once by a later attempt, and is deleted: a %s',
      async (_what, make) => {
        await using at = await withHost({ fetchSeconds: 0.2 })
        at.host.trouble('SLOW')
        expect(await at.post(make())).toBeInstanceOf(Error)
        await at.people.whenIdle()
        at.host.trouble(null)
        at.people.setLimits({ fetchSeconds: 20 })
        const attempts = [await at.post(make()), await at.post(make())]
        expect(at.out()).toEqual([attempts[1]])
        expect(await at.host.kept()).toEqual([])
      },
    )
  })
}
