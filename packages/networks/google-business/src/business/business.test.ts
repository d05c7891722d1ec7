import { ConfigError } from '@social/core/platform'
import { aCall, type Replies } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { googleBusiness } from '../platform.js'
import { readListing, readPerformance, validateLocation } from './index.js'

const INFORMATION = '/v1/locations/2'
const OPTIONS = 'POST /v1/locations/2:fetchVerificationOptions'
const VERIFY = 'POST /v1/locations/2:verify'
const NUMBERS = 'GET /v1/locations/2:fetchMultiDailyMetricsTimeSeries'
const VERIFICATION = 'locations/2/verifications/3'

const platform = googleBusiness()
const withReplies = (replies: Replies) =>
  aCall({ platform, connection: anAccount({ accountId: '2' }), replies })

describe('the listing', () => {
  it('is read in the fields that are told', async () => {
    const call = withReplies({ [`GET ${INFORMATION}`]: { title: 'The bakery' } })
    expect(await platform.getLocation(call)).toMatchObject({ name: 'The bakery' })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      { readMask: 'name,title,phoneNumbers,storefrontAddress,categories,regularHours' },
    ])
  })

  it.each([
    ['title', 'The bakery'],
    ['phoneNumbers', { primaryPhone: '020' }],
    ['categories', { primaryCategory: { name: 'categories/gcid:bakery' } }],
    ['storefrontAddress', {}],
    ['websiteUri', 'https://ada.example'],
    ['regularHours', {}],
    ['specialHours', null],
    ['moreHours', []],
    ['serviceArea', {}],
    ['serviceItems', []],
    ['labels', ['one']],
    ['adWordsLocationExtensions', {}],
    ['latlng', {}],
    ['openInfo', {}],
    ['profile', {}],
    ['storeCode', 'A1'],
    ['relationshipData', {}],
  ])('is changed in %s', async (name, value) => {
    const call = withReplies({ [`PATCH ${INFORMATION}`]: { title: 'The bakery' } })
    await platform.updateLocation({ [name]: value }, call)
    expect(call.transport.requests.map(({ query, json }) => [query, json])).toEqual([
      [{ updateMask: name }, { [name]: value }],
    ])
  })

  it.each(['name', 'metadata', 'languageCode'])('is not changed in %s', async (name) => {
    await expect(platform.updateLocation({ [name]: 'x' }, withReplies({}))).rejects.toThrow(
      `The field ${name} of a listing cannot be written`,
    )
  })

  it.each(['title', 'websiteUri', 'storeCode'])('takes text for %s', async (name) => {
    for (const value of ['', ' ', 7, null, {}])
      await expect(platform.updateLocation({ [name]: value }, withReplies({}))).rejects.toThrow(
        `The field ${name} of a listing must be text that is not empty`,
      )
  })

  it('takes objects for all else, and categories whole', async () => {
    await expect(platform.updateLocation({ profile: 'x' }, withReplies({}))).rejects.toThrow(
      'The field profile of a listing must be an object',
    )
    for (const categories of ['x', {}])
      await expect(platform.updateLocation({ categories }, withReplies({}))).rejects.toThrow(ConfigError)
    await expect(platform.updateLocation({ categories: null }, withReplies({}))).rejects.toThrow(
      'takes categories whole only',
    )
  })

  it('is changed again after an outage: the same change twice is one', async () => {
    let tries = 0
    const reply = () => ((tries += 1) === 1 ? { status: 500, body: '' } : { title: 'The bakery' })
    const call = withReplies({ [`PATCH ${INFORMATION}`]: reply })
    expect(await platform.updateLocation({ title: 'The bakery' }, call)).toMatchObject({ name: 'The bakery' })
    expect(call.transport.requests).toHaveLength(2)
  })

  it('is read where Google answers a change with nothing but its fields', async () => {
    const call = withReplies({
      [`PATCH ${INFORMATION}`]: { storeCode: 'A1' },
      [`GET ${INFORMATION}`]: { title: 'The bakery' },
    })
    expect(await platform.updateLocation({ storeCode: 'A1' }, call)).toMatchObject({ name: 'The bakery' })
  })

  it('is asked about without a change', async () => {
    const call = withReplies({ [`PATCH ${INFORMATION}`]: { title: 'x' } })
    await validateLocation({ title: 'x' }, call)
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      { updateMask: 'title', validateOnly: 'true' },
    ])
  })

  it('is read field by field, also those that cannot be written', async () => {
    const call = withReplies({ [`GET ${INFORMATION}`]: { metadata: { mapsUri: 'https://g.example' } } })
    const fields = ['metadata', 'name', 'languageCode', 'regularHours'] as const
    expect(await readListing(fields, call)).toEqual({ metadata: { mapsUri: 'https://g.example' } })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      { readMask: 'metadata,name,languageCode,regularHours' },
    ])
  })
})

describe('verification', () => {
  const offers = [
    { verificationMethod: 'SMS', phoneNumber: '020' },
    { verificationMethod: 'SMS', phoneNumber: '021' },
    { verificationMethod: 'PHONE_CALL', phoneNumber: '022' },
    { verificationMethod: 'EMAIL', emailData: { user: 'hello', domain: 'ada.example' } },
    { verificationMethod: 'ADDRESS', addressData: {} },
    { verificationMethod: 'AUTO' },
    { verificationMethod: '' },
    null,
  ]
  const started = { verification: { name: VERIFICATION } }

  it('offers what can be read, with one question', async () => {
    const call = withReplies({ [OPTIONS]: { options: offers } })
    const options = await platform.verificationOptions(call)
    expect(options.map(({ method }) => method)).toEqual([
      'SMS',
      'SMS',
      'PHONE_CALL',
      'EMAIL',
      'ADDRESS',
      'AUTO',
    ])
    expect(call.transport.requests.map(({ json }) => json)).toEqual([{ languageCode: 'en' }])
    expect(await platform.verificationOptions(withReplies({ [OPTIONS]: {} }))).toEqual([])
  })

  it('asks again after an outage, and starts no second time', async () => {
    let tries = 0
    const reply = () => ((tries += 1) === 1 ? { status: 500, body: '' } : { options: offers })
    const call = withReplies({ [OPTIONS]: reply, [VERIFY]: { status: 500, body: '' } })
    await expect(platform.startVerification('SMS', call)).rejects.toMatchObject({ isOutage: true })
    expect(call.transport.paths).toEqual([OPTIONS, OPTIONS, VERIFY])
  })

  it.each([
    ['SMS', { phoneNumber: '020' }],
    ['PHONE_CALL', { phoneNumber: '022' }],
    ['EMAIL', { emailAddress: 'hello@ada.example' }],
    ['ADDRESS', { mailerContact: "Ada's Bakery" }],
  ])('by %s is started with where to, of the first offer', async (method, details) => {
    const call = withReplies({ [OPTIONS]: { options: offers }, [VERIFY]: started })
    expect(await platform.startVerification(method, call)).toMatchObject({
      id: VERIFICATION,
      method,
      state: 'PENDING',
    })
    expect(call.transport.requests.at(-1)?.json).toEqual({ method, languageCode: 'en', ...details })
  })

  it.each(['AUTO', 'VETTED_PARTNER'])('by %s needs to know nothing more', async (method) => {
    const call = withReplies({ [VERIFY]: started })
    await platform.startVerification(method, call)
    expect(call.transport.requests.map(({ json }) => json)).toEqual([{ method, languageCode: 'en' }])
  })

  it.each([
    { verificationMethod: 'EMAIL' },
    { verificationMethod: 'EMAIL', emailData: { user: 'hello' } },
    { verificationMethod: 'EMAIL', emailData: { domain: 'ada.example' } },
  ])('by e-mail is started where the offer names no whole address: %j', async (offer) => {
    const call = withReplies({ [OPTIONS]: { options: [offer] }, [VERIFY]: started })
    await platform.startVerification('EMAIL', call)
    expect(call.transport.requests.at(-1)?.json).toEqual({ method: 'EMAIL', languageCode: 'en' })
  })

  it('by a way that is not offered says which are', async () => {
    const call = withReplies({ [OPTIONS]: { options: offers.slice(2, 4) } })
    const starting = platform.startVerification('SMS', call)
    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(
      'does not offer "SMS" for this listing. It offers: PHONE_CALL, EMAIL.',
    )
    const none = platform.startVerification('ADDRESS', withReplies({ [OPTIONS]: {} }))
    await expect(none).rejects.toThrow('It offers: nothing.')
  })

  it('ends with the pin', async () => {
    const call = withReplies({ [`POST /v1/${VERIFICATION}:complete`]: started })
    expect(await platform.completeVerification(VERIFICATION, '123', call)).toMatchObject({
      id: VERIFICATION,
      method: '',
      state: 'COMPLETED',
    })
    expect(call.transport.requests.map(({ json }) => json)).toEqual([{ pin: '123' }])
  })

  it.each([
    'locations/2/verifications/',
    'locations/2/verifications/3/x',
    'x/locations/2/verifications/3',
    'locations/22/verifications/3',
    'locations/3/verifications/2',
    `locations/2/verifications/${'3'.repeat(201)}`,
  ])('is no %s', async (id) => {
    const call = withReplies({})
    await expect(platform.completeVerification(id, '123', call)).rejects.toThrow(
      'Pass the id that account.startVerification gave: locations/2/verifications/…',
    )
    expect(call.transport.requests).toEqual([])
  })

  it.each<[string, object]>([
    ['HAS_VOICE_OF_MERCHANT', { hasVoiceOfMerchant: true, verify: {} }],
    ['VERIFICATION_PENDING', { verify: { hasPendingVerification: true } }],
    ['VERIFY', { verify: { hasPendingVerification: false } }],
    ['VERIFY', { verify: {} }],
    ['WAIT_FOR_VOICE_OF_MERCHANT', { waitForVoiceOfMerchant: {} }],
    ['RESOLVE_OWNERSHIP_CONFLICT', { resolveOwnershipConflict: {} }],
    [
      'BUSINESS_LOCATION_SUSPENDED',
      { complyWithGuidelines: { recommendationReason: 'BUSINESS_LOCATION_SUSPENDED' } },
    ],
    ['COMPLY_WITH_GUIDELINES', { complyWithGuidelines: {} }],
    ['UNKNOWN', {}],
    ['UNKNOWN', { hasVoiceOfMerchant: 'yes', verify: 7 }],
  ])('stands at %s', async (state, standing) => {
    const call = withReplies({ 'GET /v1/locations/2/VoiceOfMerchantState': standing })
    expect(await platform.verificationState(call)).toBe(state)
  })
})

const ofDays = (datedValues: unknown) => ({
  dailyMetricTimeSeries: [{ dailyMetric: 'CALL_CLICKS', timeSeries: { datedValues } }],
})

describe('numbers of the listing', () => {
  const range = { metrics: ['CALL_CLICKS'], from: '2026-10-30', to: '2026-11-03' } as const

  it('are asked for by their names and days', async () => {
    const call = withReplies({ [NUMBERS]: {} })
    expect(await readPerformance({ ...range, metrics: ['CALL_CLICKS', 'WEBSITE_CLICKS'] }, call)).toEqual([])
    const [request] = call.transport.requests
    expect(request?.url).toContain('https://businessprofileperformance.googleapis.com/v1/')
    expect(request?.searchParams.getAll('dailyMetrics')).toEqual(['CALL_CLICKS', 'WEBSITE_CLICKS'])
    const { dailyMetrics: _metrics, ...days } = request?.query ?? {}
    expect(days).toEqual({
      'dailyRange.startDate.year': '2026',
      'dailyRange.startDate.month': '10',
      'dailyRange.startDate.day': '30',
      'dailyRange.endDate.year': '2026',
      'dailyRange.endDate.month': '11',
      'dailyRange.endDate.day': '3',
    })
  })

  it('are those that Google counts', async () => {
    const all = [
      'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
      'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
      'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
      'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
      'BUSINESS_CONVERSATIONS',
      'BUSINESS_DIRECTION_REQUESTS',
      'CALL_CLICKS',
      'WEBSITE_CLICKS',
      'BUSINESS_BOOKINGS',
      'BUSINESS_FOOD_ORDERS',
      'BUSINESS_FOOD_MENU_CLICKS',
    ] as const
    await readPerformance({ ...range, metrics: all }, withReplies({ [NUMBERS]: {} }))
    const wrong = ['LIKES'] as unknown as typeof all // a name that is none, as it comes from JavaScript
    await expect(readPerformance({ ...range, metrics: wrong }, withReplies({}))).rejects.toThrow(
      all.join(', '),
    )
  })

  it('are zero where Google leaves one out, and none where it says nothing that can be read', async () => {
    const date = { year: 2026, month: 1, day: 2 }
    const series = [ofDays([{ date, value: '7' }, { date }, { date, value: 8 }]), ofDays(null), {}]
    const call = withReplies({ [NUMBERS]: { multiDailyMetricTimeSeries: series } })
    expect(await readPerformance(range, call)).toEqual([
      { metric: 'CALL_CLICKS', day: '2026-01-02', value: 7 },
      { metric: 'CALL_CLICKS', day: '2026-01-02', value: 0 },
      { metric: 'CALL_CLICKS', day: '2026-01-02', value: 0 },
    ])
  })

  it.each([
    '2026-2-03',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    'x2026-11-01',
    '2026-11-01T00',
  ])('begin and end on a day, which %s is not', async (day) => {
    for (const name of ['from', 'to'] as const)
      await expect(readPerformance({ ...range, [name]: day }, withReplies({}))).rejects.toThrow(
        `readPerformance: ${name} must be a day such as 2026-11-01`,
      )
  })
})
