import { AuthError, ConfigError, NotSupportedError, RateLimitError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { readListing, readPerformance, validateLocation } from './index.js'

async function withBakery(options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  const bakery = await at.signIn()
  return Object.assign(at, { bakery })
}

describe('the listing', () => {
  // Holds R-0235, R-0477.
  it('is read with one request', async () => {
    await using at = await withBakery()
    const location = await at.bakery.getLocation()
    expect(location).toMatchObject({ id: at.bakery.id.split(':')[1], name: "Ada's Bakery" })
    expect(at.requests()).toHaveLength(1)
    expect(Object.keys(location.raw)).toContain('title')
  })

  // Holds R-0236, R-0477.
  it('is changed only in the given fields', async () => {
    await using at = await withBakery()
    await at.bakery.updateLocation({
      phoneNumbers: { primaryPhone: '020 7946 0001' },
      websiteUri: 'https://ada.example',
    })
    expect(at.requests()[0]).toMatchObject({
      method: 'PATCH',
      query: { updateMask: 'phoneNumbers,websiteUri' },
      json: { phoneNumbers: { primaryPhone: '020 7946 0001' }, websiteUri: 'https://ada.example' },
    })
    expect((await at.bakery.getLocation()).phone).toBe('020 7946 0001')
  })

  it('is complete even if Google returns only the changed fields', async () => {
    await using at = await withBakery({ server: { patchAnswers: 'MASK' } })
    const location = await at.bakery.updateLocation({ websiteUri: 'https://ada.example' })
    expect(location.name).toBe("Ada's Bakery")
  })

  it.each([
    [{}, /at least one field/],
    [{ websiteUri: undefined }, /at least one field/],
    [{ name: 'x' }, /read-only/],
    [{ metadata: {} }, /read-only/],
    [{ websiteUrl: 'https://a.example' }, /websiteUri/],
    [{ website_uri: 'https://a.example' }, /websiteUri/],
    [{ title: ' ' }, /must be a non-empty text/],
    [{ phoneNumbers: '020' }, /must be an object/],
    [{ categories: { additionalCategories: [] } }, /only complete categories/],
  ])('%j is refused before a request', async (fields, sentence) => {
    await using at = await withBakery()
    await expect(at.bakery.updateLocation(fields)).rejects.toThrow(ConfigError)
    await expect(at.bakery.updateLocation(fields)).rejects.toThrow(sentence)
    expect(at.requests()).toEqual([])
  })

  it("is read field by field, with Google's names", async () => {
    await using at = await withBakery()
    await at.bakery.updateLocation({ websiteUri: 'https://new.example' })
    const listing = await at.bakery.run((call) => readListing(['title', 'websiteUri'], call))
    expect(listing).toEqual({ title: "Ada's Bakery", websiteUri: 'https://new.example' })

    at.forget()
    // safe cast: the test passes an unknown name on purpose, as JavaScript callers can
    const wrong = ['hours'] as unknown as ['title']
    await expect(at.bakery.run((call) => readListing(wrong, call))).rejects.toThrow(ConfigError)
    await expect(at.bakery.run((call) => readListing([], call))).rejects.toThrow(/at least one field/)
    expect(at.requests()).toEqual([])
  })

  it('can be validated without a change', async () => {
    await using at = await withBakery()
    await at.bakery.run((call) => validateLocation({ websiteUri: 'https://new.example' }, call))
    expect(at.requests()[0]?.query).toMatchObject({ validateOnly: 'true' })
    expect(JSON.stringify(at.network.state())).not.toContain('new.example')
  })

  it('takes ten changes a minute', async () => {
    await using at = await withBakery({ retries: { attempts: 1 } })
    for (let index = 0; index < 10; index += 1) await at.bakery.updateLocation({ storeCode: `A${index}` })
    await expect(at.bakery.updateLocation({ storeCode: 'B' })).rejects.toThrow(RateLimitError)
    // Reads have a separate quota from changes.
    expect((await at.bakery.getLocation()).name).toBe("Ada's Bakery")
  })
})

describe('verification', () => {
  // Holds R-0237, R-0238, R-0239, R-0478.
  it('offers the methods, starts an offered one, and ends with the pin', async () => {
    await using at = await withBakery()
    at.network.setVerified({ location: "Ada's Bakery", verified: false })
    const options = await at.bakery.verificationOptions()
    expect(options.map(({ method }) => method)).toContain('SMS')
    expect(options.find(({ method }) => method === 'SMS')?.displayData).toHaveProperty('phoneNumber')

    const started = await at.bakery.startVerification('SMS')
    expect(started).toMatchObject({ method: 'SMS', state: 'PENDING' })
    expect(await at.bakery.verificationState()).toBe('VERIFICATION_PENDING')
    await expect(at.bakery.completeVerification(started.id, '00000')).rejects.toThrow(AuthError)
    const { pin } = at.network.pinOf({ verification: started.id })
    expect(await at.bakery.completeVerification(started.id, pin)).toMatchObject({ state: 'COMPLETED' })
    expect(await at.bakery.verificationState()).toBe('HAS_VOICE_OF_MERCHANT')
  })

  it('by e-mail uses the address that Google offers', async () => {
    await using at = await withBakery()
    at.network.setVerified({ location: "Ada's Bakery", verified: false })
    at.faults.add({
      fault: 'status',
      status: 200,
      method: 'POST',
      path: '/verifications/v1/locations/:location',
      body: {
        options: [{ verificationMethod: 'EMAIL', emailData: { user: 'hello', domain: 'ada.example' } }],
      },
    })
    await at.bakery.startVerification('EMAIL').catch(() => 'what was sent is looked at')
    expect(at.requests().at(-1)?.json).toMatchObject({
      method: 'EMAIL',
      emailAddress: 'hello@ada.example',
    })
  })

  it('a method that is not offered is refused with the offered ones', async () => {
    await using at = await withBakery()
    at.network.setVerified({ location: "Ada's Bakery", verified: false })
    at.faults.add({
      fault: 'status',
      status: 200,
      method: 'POST',
      path: '/verifications/v1/locations/:location',
      body: { options: [{ verificationMethod: 'EMAIL' }, { verificationMethod: 7 }] },
    })
    await expect(at.bakery.startVerification('SMS')).rejects.toThrow('It offers: EMAIL.')
  })

  it.each(['987', 'locations/1/verifications/2', '../x'])(
    'an id of another object is refused: %s',
    async (id) => {
      await using at = await withBakery()
      await expect(at.bakery.completeVerification(id, '1')).rejects.toThrow(ConfigError)
      expect(at.requests()).toEqual([])
    },
  )
})

describe('metrics of the listing', () => {
  it('are read day by day at the configured URL, zero if Google omits one', async () => {
    await using at = await withBakery()
    at.network.setNumber({ location: "Ada's Bakery", metric: 'CALL_CLICKS', date: '2026-11-02', value: 7 })
    const numbers = await at.bakery.run((call) =>
      readPerformance({ metrics: ['CALL_CLICKS'], from: '2026-11-01', to: '2026-11-03' }, call),
    )
    expect(numbers).toEqual([
      { metric: 'CALL_CLICKS', day: '2026-11-01', value: 0 },
      { metric: 'CALL_CLICKS', day: '2026-11-02', value: 7 },
      { metric: 'CALL_CLICKS', day: '2026-11-03', value: 0 },
    ])
  })

  it.each([
    [{ metrics: [], from: '2026-11-01', to: '2026-11-03' }],
    [{ metrics: ['LIKES'], from: '2026-11-01', to: '2026-11-03' }],
    [{ metrics: ['CALL_CLICKS'], from: '2026-02-30', to: '2026-11-03' }],
    [{ metrics: ['CALL_CLICKS'], from: '2026-11-01', to: 'today' }],
  ])('%j is refused before a request', async (range) => {
    await using at = await withBakery()
    const ask = at.bakery.run((call) => readPerformance(range as Parameters<typeof readPerformance>[0], call))
    await expect(ask).rejects.toThrow(ConfigError)
    await expect(ask).rejects.toMatchObject({ platform: 'google_business' })
    expect(at.requests()).toEqual([])
  })
})

describe('insights of a location', () => {
  const PERIOD = { since: '2026-11-01T00:00:00Z', until: '2026-11-03T00:00:00Z' }

  it('have totals, and values by day on request', async () => {
    await using at = await withBakery()
    at.network.setNumber({ location: "Ada's Bakery", metric: 'CALL_CLICKS', date: '2026-11-02', value: 7 })
    at.forget()

    const total = await at.bakery.readInsights(PERIOD)
    const { metrics } = await at.bakery.readInsights({ ...PERIOD, byDay: true })

    const calls = metrics.find(({ networkName }) => networkName === 'CALL_CLICKS')
    expect(calls).toMatchObject({ name: 'CLICKS', value: 7 })
    expect(calls?.days.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
    expect(calls?.days[1]).toEqual({ date: '2026-11-02', value: 7 })
    expect(total.metrics.map(({ name, value, days }) => ({ name, value, days }))).toEqual(
      metrics.map(({ name, value }) => ({ name, value, days: [] })),
    )
    expect(at.requests()).toHaveLength(2)
  })

  it.each([
    [{ postId: 'accounts/1/locations/2/localPosts/3' }],
    [{ since: PERIOD.until, until: PERIOD.since }],
  ])('are refused for %j without a request', async (query) => {
    await using at = await withBakery()
    at.forget()

    await expect(at.bakery.readInsights(query)).rejects.toThrow(NotSupportedError)
    expect(at.requests()).toEqual([])
  })
})
