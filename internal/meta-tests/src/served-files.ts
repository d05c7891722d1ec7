import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Media, type MediaHost } from '@social/core'
import { sampleJpegHead, sampleMp4 } from '@social/emulator'

/** Files on a loopback server, from which the emulated networks download them. */
export interface ServedFiles extends AsyncDisposable {
  /** Paths that were requested so far, in order. */
  readonly fetched: readonly string[]
  readonly released: readonly string[]
  readonly mediaHost: MediaHost
  picture(name?: string, altText?: string | null): MediaFile
  video(name?: string): MediaFile
}

type MediaFile = ReturnType<typeof Media.fromUrl>

/**
 * Starts the file server. Paths that begin with `/gone` return status 404. Paths that begin with
 * `/wide` return a picture that is too wide.
 */
export async function servingFiles(): Promise<ServedFiles> {
  const fetched: string[] = []
  const hosted: string[] = []
  const released: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    fetched.push(path)
    const isVideo = path.endsWith('.mp4')
    if (path.startsWith('/gone')) response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'content-type': isVideo ? 'video/mp4' : 'image/jpeg' })
        .end(isVideo ? sampleMp4() : sampleJpegHead(path.startsWith('/wide') ? 4000 : 1080, 1080))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // safe cast: a listening TCP server has an address of this type
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mediaHost: MediaHost = {
    publish(media) {
      const path = `/hosted-${hosted.length}.${media.kind === 'VIDEO' ? 'mp4' : 'jpg'}`
      hosted.push(path)
      return Promise.resolve({ url: origin + path, handle: path })
    },
    release: (handle) => Promise.resolve(void released.push(handle)),
  }
  return {
    fetched,
    released,
    mediaHost,
    picture: (name = 'cake.jpg', altText: string | null = null) =>
      Media.fromUrl(`${origin}/${name}`, { altText }),
    video: (name = 'cake.mp4') => Media.fromUrl(`${origin}/${name}`),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
