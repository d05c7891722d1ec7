import { AppCredentials, Connection, systemClock, systemRandom } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { graphAddressing } from './graph-addressing.js'

const connection = new Connection({
  platform: 'facebook',
  accountId: '1',
  accountName: 'Cakes',
  token: { accessToken: 'EAAG-page-token' },
})
const app = new AppCredentials({ platform: 'facebook', clientId: '1', clientSecret: 'the-app-secret' })
const by = {
  connection,
  app: () => Promise.resolve(app),
  nonce: null,
  clock: systemClock,
  random: systemRandom,
}

const [api, video, upload] = [
  'https://graph.example/v26.0',
  'https://video.example/v26.0',
  'https://up.example/v26.0',
]
const signed = (addresses: Partial<Parameters<typeof graphAddressing>[0]>, url: string) =>
  graphAddressing({ api, appSecretProof: true, ...addresses }).sign?.(
    { method: 'POST', url, headers: {}, body: null },
    by,
  )

describe('graphAddressing', () => {
  it('lists every origin once, and resolves paths against the API', () => {
    const all = graphAddressing({ api, others: [video, `${api}/again`], upload, appSecretProof: false })
    expect(all.origins(connection)).toEqual([
      'https://graph.example',
      'https://video.example',
      'https://up.example',
    ])
    expect(all.apiBase(connection)).toBe(api)
    expect(graphAddressing({ api, appSecretProof: false }).origins(connection)).toEqual([
      'https://graph.example',
    ])
  })

  it('sends uploads with their own token format and without a proof', async () => {
    expect(await signed({ upload }, `${upload}/7`)).toMatchObject({
      url: `${upload}/7`,
      headers: { authorization: 'OAuth EAAG-page-token' },
    })
    for (const [addresses, url] of [
      [{ upload }, `${api}/7`],
      [{ upload }, `${upload}-others/7`],
      [{}, `${upload}/7`],
    ] as const) {
      const request = await signed(addresses, url)
      expect(request?.headers).toEqual({ authorization: 'Bearer EAAG-page-token' })
      expect(request?.url).toMatch(/\?appsecret_proof=[0-9a-f]{64}$/)
    }
  })

  it('omits the proof when it is disabled', async () => {
    expect(await signed({ appSecretProof: false }, `${api}/7`)).toMatchObject({ url: `${api}/7` })
  })
})
