import { AppCredentials, Connection, systemClock, systemRandom } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { graphSigning, proofFields } from './proof.js'

const SECRET = 'the-app-secret'
const TOKEN = 'EAAG-page-token'
const PROOF = 'e9093c93dea887baf2133ed43f66f13c6f1c5a0dbb01282436f4d8f2331a98d0'

const app = (clientSecret: string | null) =>
  new AppCredentials({ platform: 'facebook', clientId: '1', clientSecret })
const connection = new Connection({
  platform: 'facebook',
  accountId: '1',
  accountName: 'Cakes',
  token: { accessToken: TOKEN },
})

function signed(
  url: string,
  credentials: AppCredentials | null,
  options: Partial<Parameters<typeof graphSigning>[0]> = {},
) {
  const stored = () => Promise.resolve(credentials)
  const by = { connection, app: stored, nonce: null, clock: systemClock, random: systemRandom }
  const sign = graphSigning({
    appSecretProof: true,
    isUploadHost: (one) => one.includes('rupload'),
    ...options,
  })
  return sign({ method: 'GET', url, headers: { accept: 'x' }, body: null }, by)
}

describe('graphSigning', () => {
  it('puts the token into a header, and the proof into the query', async () => {
    expect(await signed('https://g/v26.0/me', app(SECRET))).toMatchObject({
      url: `https://g/v26.0/me?appsecret_proof=${PROOF}`,
      headers: { accept: 'x', authorization: `Bearer ${TOKEN}` },
    })
    expect(await signed('https://g/me?fields=id', app(SECRET))).toMatchObject({
      url: `https://g/me?fields=id&appsecret_proof=${PROOF}`,
    })
  })

  it('omits the proof without a secret, and when it is disabled', async () => {
    for (const one of [
      await signed('https://g/me', null),
      await signed('https://g/me', app(null)),
      await signed('https://g/me', app(SECRET), { appSecretProof: false }),
    ])
      expect(one).toMatchObject({ url: 'https://g/me', headers: { authorization: `Bearer ${TOKEN}` } })
  })

  it('uses the token format of upload hosts', async () => {
    expect(await signed('https://rupload/video/1', app(SECRET))).toMatchObject({
      url: 'https://rupload/video/1',
      headers: { authorization: `OAuth ${TOKEN}` },
    })
  })

  it('creates the same proof for a request with its own token', () => {
    expect(proofFields(app(SECRET), TOKEN)).toEqual({ appsecret_proof: PROOF })
    expect(proofFields(null, TOKEN)).toEqual({ appsecret_proof: null })
  })
})
