import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { AppServer } from '../__fixtures__/app-server.js'
import { refusalOf, messageOf } from '../__fixtures__/at-graph.js'
import { AtInstagram } from '../__fixtures__/at-instagram.js'

describe('every Graph call', () => {
  it('reports the used part of the allowances, and refuses calls above them', async () => {
    await using at = await AtInstagram.open({ callsPerHour: 4 })
    const me = () => at.call('GET me', { token: at.token })
    await me()
    const second = await me()
    await me()
    await me()
    at.clock.advance(600)
    const fifth = await me()

    expect(JSON.parse(second.headers.get('x-app-usage') ?? '')).toEqual({
      call_count: 50,
      total_cputime: 25,
      total_time: 25,
    })
    expect(refusalOf(fifth)).toEqual([400, 80_002, undefined])
    expect(JSON.parse(fifth.headers.get('x-business-use-case-usage') ?? '')).toEqual({
      [at.userId]: [
        {
          type: 'instagram',
          call_count: 100,
          total_cputime: 50,
          total_time: 50,
          estimated_time_to_regain_access: 50,
        },
      ],
    })
    at.clock.advance(3000)
    expect((await me()).status).toBe(200)
  })

  it('shows percentages that are set, for the app and for the account', async () => {
    await using at = await AtInstagram.open()
    at.control.setUsage({ appPercent: 100 })
    expect(refusalOf(await at.call('GET me', { token: at.token }))).toEqual([403, 4, undefined])
    at.control.setUsage({ accountPercent: 100, regainMinutes: 19 })
    const answer = await at.call('GET me', { token: at.token })
    expect(answer.headers.get('x-business-use-case-usage')).toContain('"estimated_time_to_regain_access":19')
    at.control.setUsage({})
    expect((await at.call('GET me', { token: at.token })).status).toBe(200)
  })

  it('checks appsecret_proof if it is sent, and requires it if configured', async () => {
    await using at = await AtInstagram.open()
    const { appSecret } = at.control.app()
    const proof = (message: string) => createHmac('sha256', appSecret).update(message).digest('hex')
    const me = (more: string) => at.call(`GET me?${more}`, { token: at.token })
    const now = at.clock.now().getTime() / 1000

    expect((await me(`appsecret_proof=${proof(at.token)}`)).status).toBe(200)
    expect((await me(`appsecret_time=${now}&appsecret_proof=${proof(`${at.token}|${now}`)}`)).status).toBe(
      200,
    )
    expect(messageOf(await me(`appsecret_time=1&appsecret_proof=${proof(`${at.token}|1`)}`))).toContain(
      'Invalid appsecret_proof',
    )
    expect(messageOf(await me('appsecret_proof=00'))).toContain('Invalid appsecret_proof')
    at.control.setApp({ requireProof: true })
    expect(messageOf(await me('fields=id'))).toContain('require an appsecret_proof')
  })

  it('accepts form, JSON, multipart and query, and refuses unknown parameters', async () => {
    await using at = await AtInstagram.open()
    const media = await at.post()
    const multipart = new FormData()
    multipart.set('message', 'three')
    const { token } = at
    const answers = await Promise.all([
      at.call(`POST ${media}/comments`, { token, form: { message: 'one' } }),
      at.call(`POST ${media}/comments`, { token, json: { message: 'two' } }),
      at.call(`POST ${media}/comments`, { token, multipart }),
      at.call(`POST ${media}/comments?message=four&access_token=${token}`),
      at.call(`POST ${media}/comments`, { token, form: { message: 'five', pretty: '1' } }),
      at.call(`POST ${media}/comments`, { token, form: {} }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 400])
    expect(answers.slice(4).map(messageOf)).toEqual([
      '(#100) The parameter pretty is not known here',
      '(#100) The parameter message is required',
    ])
  })

  it('returns every documented error, by its name or its code, with a trace', async () => {
    await using at = await AtInstagram.open()
    at.control.refuse({ on: 'GET me', with: 'SPAM' })
    at.control.refuse({ on: 'GET me', with: 'TOKEN_EXPIRED', status: 200 })
    at.control.refuseWithCode({ on: 'GET me', code: 190, subcode: 464, message: 'No', times: 2 })

    const me = () => at.call('GET me', { token: at.token })
    expect((await me()).body).toEqual({
      error: {
        message: 'Application request limit reached',
        type: 'OAuthException',
        code: 4,
        error_subcode: 2_207_051,
        is_transient: false,
        error_user_title: 'Action is blocked',
        error_user_msg: 'We restrict certain activity to protect our community.',
        fbtrace_id: expect.stringMatching(/^[\w-]{23}$/),
      },
    })
    expect(refusalOf(await me())).toEqual([200, 190, 463])
    expect(refusalOf(await me())).toEqual([400, 190, 464])
    expect(refusalOf(await me())).toEqual([400, 190, 464])
    expect((await me()).status).toBe(200)
    expect(() => at.control.refuse({ on: 'GET me', with: 'NONSENSE' })).toThrow(
      'There is no error "NONSENSE"',
    )
    expect(() => at.control.refuse({ on: 'GET you', with: 'SPAM' })).toThrow('There is no call "GET you"')
  })
})

describe('a person who removes the app', () => {
  it('invalidates the tokens, and the app receives a signed request', async () => {
    await using at = await AtInstagram.open()
    await using app = await AppServer.open()
    at.control.setApp({ deauthorizeUrl: `${app.url}/gone`, deletionUrl: `${app.url}/delete` })
    app.answer = ({ url }) =>
      url.pathname.endsWith('/delete')
        ? { body: '{"url":"https://a.example/d/1","confirmation_code":"1"}' }
        : {}

    const deleted = await at.control.requestDeletion({ person: 'adascakes' })
    const removed = await at.control.removeApp({ person: 'adascakes' })

    expect(deleted).toEqual({ status: 200, body: { url: 'https://a.example/d/1', confirmation_code: '1' } })
    expect(removed).toEqual({ status: 200, body: null })
    expect(refusalOf(await at.call('GET me', { token: at.token }))).toEqual([400, 190, 458])
    const [signature = '', payload = ''] = (
      new URLSearchParams(app.received[0]?.body).get('signed_request') ?? ''
    ).split('.')
    expect(signature).toBe(
      createHmac('sha256', at.control.app().appSecret).update(payload).digest('base64url'),
    )
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      algorithm: 'HMAC-SHA256',
      expires: 1_795_352_400,
      issued_at: 1_795_348_800,
      user_id: expect.stringMatching(/^\d{17}$/),
    })
  })

  it.each([460, 463, 467, 492])('or changes the login ends them with subcode %i', async (subcode) => {
    await using at = await AtInstagram.open()
    at.control.endTokens({ person: 'adascakes', subcode })

    expect(refusalOf(await at.call('GET me', { token: at.token }))).toEqual([400, 190, subcode])
  })
})
