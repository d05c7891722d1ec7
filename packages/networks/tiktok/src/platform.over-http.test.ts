import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { Media } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { sparseVideo } from './__fixtures__/videos.js'

/** Request body that the application's web page sends. */
interface UploadBody {
  readonly connection_id: string
  readonly path: string
  readonly send_to: 'drafts' | 'profile'
  readonly caption: string
  readonly privacy_level: 'SELF_ONLY'
}

describe('an application with its own routes', () => {
  // Holds R-0457.
  it('has routes that upload a file and report its progress', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    await using video = await sparseVideo(12_000_000)
    const server = createServer((request, response) => {
      const respond = (body: object) => response.end(JSON.stringify(body))
      const [, , connectionId = '', publishId = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
      if (request.method === 'GET')
        void at.client
          .accountOf('tiktok', connectionId)
          .checkState(publishId)
          .then(({ state, url }) => respond({ state, url }))
      else
        void (async () => {
          const upload = (await json(request)) as UploadBody // safe cast: the page in this test sends this body
          const account = at.client.accountOf('tiktok', upload.connection_id)
          const options = { sendTo: upload.send_to, privacyLevel: upload.privacy_level } as const
          const media = [Media.fromFile(upload.path)]
          const result = await account.post({ text: upload.caption, media, options })
          respond({ publish_id: result.id, state: result.state })
        })()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    // safe cast: a server that listens on TCP has an `AddressInfo`
    const uploads = `http://127.0.0.1:${(server.address() as AddressInfo).port}/uploads`
    const body = {
      connection_id: id,
      path: video.path,
      send_to: 'profile',
      caption: 'hi',
      privacy_level: 'SELF_ONLY',
    }

    const made = await fetch(uploads, { method: 'POST', body: JSON.stringify(body) })
    const { publish_id: publishId, state } = (await made.json()) as { publish_id: string; state: string }
    await at.clock.advance(30)
    const asked = await fetch(`${uploads}/${encodeURIComponent(id)}/${encodeURIComponent(publishId)}`)

    expect(state).toBe('PROCESSING')
    expect(await asked.json()).toEqual({ state: 'DONE', url: null })
    server.closeAllConnections()
    server.close()
  })
})
