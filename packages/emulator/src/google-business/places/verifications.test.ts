import { describe, expect, it } from 'vitest'

import { AtGoogleBusiness, refusalOf } from '../../__fixtures__/at-google-business.js'

function unverified() {
  const at = new AtGoogleBusiness()
  at.control.setVerified({ location: "Ada's Bakery", verified: false })
  const token = at.signIn()
  const { short } = at.find()
  const post = (verb: string, json: unknown) =>
    at.call(`POST /verifications/v1/${short}${verb}`, { token, json })
  const start = async (changes: object = {}) =>
    post(':verify', { method: 'SMS', languageCode: 'en', phoneNumber: '020 7946 0000', ...changes })
  const begun = async () => {
    const { body } = await start()
    return (body as { readonly verification: { readonly name: string } }).verification.name // safe cast: a wrong shape fails the tests that use the name
  }
  const complete = (name: string, pin: string) =>
    at.call(`POST /verifications/v1/${name}:complete`, { token, json: { pin } })
  return { at, token, short, post, start, begun, complete }
}

describe('verification', () => {
  it('has several methods, and none when it is complete', async () => {
    const { at, post } = unverified()

    const { body } = await post(':fetchVerificationOptions', { languageCode: 'en' })
    at.control.setVerified({ location: "Ada's Bakery", verified: true })

    expect(body).toMatchObject({
      options: [
        { verificationMethod: 'SMS', phoneNumber: '020 7946 0000' },
        { verificationMethod: 'PHONE_CALL' },
        { verificationMethod: 'EMAIL', emailData: { domain: 'shop.example', user: 'hello' } },
        { verificationMethod: 'ADDRESS', addressData: { business: "Ada's Bakery" } },
      ],
    })
    expect((await post(':fetchVerificationOptions', { languageCode: 'en' })).body).toEqual({})
  })

  it('is started, listed, and completed with the sent pin, with a wrapper in each response', async () => {
    const { at, token, short, begun, complete } = unverified()
    const name = await begun()
    const { pin } = at.control.pinOf({ verification: name })

    const { body } = await complete(name, pin)
    const list = await at.call(`GET /verifications/v1/${short}/verifications`, { token })
    const merchantState = await at.call(`GET /verifications/v1/${short}/VoiceOfMerchantState`, { token })

    expect(body).toMatchObject({ verification: { name, method: 'SMS', state: 'COMPLETED' } })
    expect(list.body).toMatchObject({ verifications: [{ name, state: 'COMPLETED' }] })
    expect(merchantState.body).toEqual({ hasVoiceOfMerchant: true, hasBusinessAuthority: true })
  })

  it('fails after five wrong pins', async () => {
    const { at, begun, complete } = unverified()
    const name = await begun()
    for (let n = 0; n < 5; n += 1)
      expect(refusalOf(await complete(name, 'x'))).toEqual([
        400,
        'INVALID_ARGUMENT',
        expect.stringContaining('pin'),
      ])

    const late = await complete(name, at.control.pinOf({ verification: name }).pin)

    expect(refusalOf(late)).toEqual([400, 'FAILED_PRECONDITION', 'null'])
    expect(at.control.state().verifications).toMatchObject([{ state: 'FAILED' }])
    expect((await complete(`${name}1`, '1')).status).toBe(404)
  })

  it.each([
    [{ method: 'FAX' }, 'method'],
    [{ languageCode: '' }, 'language_code'],
    [{ phoneNumber: '1' }, 'phone_number'],
    [{ method: 'EMAIL', emailAddress: 'me@shop.example' }, 'email_address'],
    [{ method: 'ADDRESS' }, 'mailer_contact'],
    [{ context: { address: { regionCode: 'GB' } } }, 'context'],
    [{ pin: '1' }, 'pin'],
  ])('is not started with %j', async (changes, text) => {
    const { at, start } = unverified()

    expect(refusalOf(await start(changes))).toEqual([400, 'INVALID_ARGUMENT', expect.stringContaining(text)])
    expect(at.control.state().verifications).toEqual([])
  })

  it('cannot use an unavailable method', async () => {
    expect(refusalOf(await unverified().start({ method: 'AUTO' }))).toEqual([
      400,
      'FAILED_PRECONDITION',
      'null',
    ])
  })

  it('shows the pin only through the control operation', async () => {
    const { at, begun } = unverified()
    const { pin } = at.control.pinOf({ verification: await begun() })

    expect(JSON.stringify(at.control.state())).not.toContain(`"${pin}"`)
  })
})
