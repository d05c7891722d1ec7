import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { InvalidPostError, Media, type MediaHost } from '@social/core'
import { samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

/** Starts a media host on loopback that serves files and records the released files. */
async function aHost(answer: (bytes: Uint8Array) => { readonly status: number; readonly body: Uint8Array }) {
  const files = new Map<string, Uint8Array>()
  const released: string[] = []
  const fetched: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    fetched.push(path)
    const bytes = files.get(path)
    const { status, body } = bytes ? answer(bytes) : { status: 404, body: new Uint8Array() }
    response.writeHead(status, { 'content-type': 'image/png' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // safe cast: a server that listens on TCP has an `AddressInfo`
  const mediaHost: MediaHost = {
    async publish(media) {
      const path = `/file-${files.size}`
      files.set(path, await media.piece(0, 1_000_000))
      return { url: `http://127.0.0.1:${port}${path}`, handle: path }
    },
    release: (handle) => Promise.resolve(void released.push(handle)),
  }
  return { mediaHost, released, fetched, close: () => server.close() }
}

/** Creates a picture of 400 by 300, padded to a size that Google accepts. */
const picture = () =>
  Media.fromBytes(Buffer.concat([samplePng(400, 300), new Uint8Array(20_000)]), { filename: 'bread.png' })

describe('a picture from a file', () => {
  it('is fetched by Google from the media host, and released after the publish', async () => {
    const host = await aHost((body) => ({ status: 200, body }))
    try {
      await using at = await usingEmulator({ client: { mediaHost: host.mediaHost } })
      const bakery = await at.signIn()
      expect(await bakery.post({ text: 'Bread', media: [picture()] })).toMatchObject({ state: 'DONE' })
      expect([host.fetched, host.released]).toEqual([['/file-0'], ['/file-0']])
    } finally {
      host.close()
    }
  })

  it.each([404, 403, 500])('that cannot be fetched (%d) is refused, and released', async (status) => {
    const host = await aHost(() => ({ status, body: new Uint8Array() }))
    try {
      await using at = await usingEmulator({ client: { mediaHost: host.mediaHost } })
      const bakery = await at.signIn()
      const error: unknown = await bakery
        .post({ text: 'Bread', media: [picture()] })
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(InvalidPostError)
      expect((error as Error).message).toContain('could not fetch the picture')
      expect(host.released).toEqual(['/file-0'])
    } finally {
      host.close()
    }
  })

  it('is kept while the response is lost, and the post is found', async () => {
    const host = await aHost((body) => ({ status: 200, body }))
    try {
      await using at = await usingEmulator({ client: { mediaHost: host.mediaHost } })
      const bakery = await at.signIn()
      at.faults.add({
        fault: 'replyLost',
        method: 'POST',
        path: '/mybusiness/v4/accounts/:account/locations/:location/localPosts',
      })
      expect(await bakery.post({ text: 'Bread', media: [picture()] })).toMatchObject({ state: 'DONE' })
      expect(host.fetched).toHaveLength(1)
    } finally {
      host.close()
    }
  })
})
