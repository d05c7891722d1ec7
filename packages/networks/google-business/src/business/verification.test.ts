import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { platform, withReplies } from '../__fixtures__/with-replies.js'

const OPTIONS = 'POST /v1/locations/2:fetchVerificationOptions'

const VERIFY = 'POST /v1/locations/2:verify'

const VERIFICATION = 'locations/2/verifications/3'

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

  it('offers readable methods, with one request', async () => {
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

  it('is retried after an outage, but not started again', async () => {
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
  ])('by %s is started with the destination of the first offer', async (method, details) => {
    const call = withReplies({ [OPTIONS]: { options: offers }, [VERIFY]: started })
    expect(await platform.startVerification(method, call)).toMatchObject({
      id: VERIFICATION,
      method,
      state: 'PENDING',
    })
    expect(call.transport.requests.at(-1)?.json).toEqual({ method, languageCode: 'en', ...details })
  })

  it.each(['AUTO', 'VETTED_PARTNER'])('by %s requires no destination', async (method) => {
    const call = withReplies({ [VERIFY]: started })
    await platform.startVerification(method, call)
    expect(call.transport.requests.map(({ json }) => json)).toEqual([{ method, languageCode: 'en' }])
  })

  it.each([
    { verificationMethod: 'EMAIL' },
    { verificationMethod: 'EMAIL', emailData: { user: 'hello' } },
    { verificationMethod: 'EMAIL', emailData: { domain: 'ada.example' } },
  ])('by e-mail is started if the offer has no complete address: %j', async (offer) => {
    const call = withReplies({ [OPTIONS]: { options: [offer] }, [VERIFY]: started })
    await platform.startVerification('EMAIL', call)
    expect(call.transport.requests.at(-1)?.json).toEqual({ method: 'EMAIL', languageCode: 'en' })
  })

  it('by a method that is not offered lists the offered ones', async () => {
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
  ])('is not %s', async (id) => {
    const call = withReplies({})
    await expect(platform.completeVerification(id, '123', call)).rejects.toThrow(
      'Pass the id that account.startVerification returned: locations/2/verifications/…',
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
  ])('has the state %s', async (state, status) => {
    const call = withReplies({ 'GET /v1/locations/2/VoiceOfMerchantState': status })
    expect(await platform.verificationState(call)).toBe(state)
  })
})
