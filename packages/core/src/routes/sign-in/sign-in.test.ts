import { describe, expect, it } from 'vitest'

import type { LoginNotes } from '../../contract/index.js'
import { askWhich, aSignIn } from '../__fixtures__/a-sign-in.js'
import { jsonOf, textOf } from '../__fixtures__/browser.js'
import { aConnection, RESUME_TOKEN, VERIFIER } from '../__fixtures__/fake-routes-client.js'

describe('a sign-in', () => {
  it('redirects to the network and ends connected, with the state of the application', async () => {
    const { client, browser } = aSignIn({ scopes: { fake: ['read', 'write'] } })
    const state = await browser.connect('/connect/fake?state=abc')
    const reply = await browser.get(`/callback/fake?code=1&state=${state}`)

    expect(reply.status).toBe(200)
    expect(reply.contentType).toBe('application/json; charset=utf-8')
    expect(jsonOf(reply)).toEqual({
      step: 'connected',
      connection_id: 'fake:42',
      platform: 'fake',
      account_name: 'someone@fake.example',
      state: 'abc',
    })
    const same = {
      redirectUri: 'https://app.example/social/callback/fake',
      scopes: ['read', 'write'],
      host: null,
      state,
    }
    expect(client.started).toEqual([{ ...same, hints: {} }])
    expect(client.finished).toEqual([
      { ...same, callback: { code: '1', state }, remember: { verifier: VERIFIER } },
    ])
  })

  // Holds R-0178.
  it('uses default scopes for networks without configured scopes', async () => {
    const { client, browser } = aSignIn({ scopes: { fake: ['read'] } })
    await browser.connect('/connect/fake')
    await browser.connect('/connect/other')
    expect(client.started.map(({ scopes }) => scopes)).toEqual([['read'], []])
  })

  // Holds R-0168, R-0182.
  it('keeps its notes in the given memory, under its state, until it is finished', async () => {
    const kept = new Map<string, LoginNotes>()
    const calls: string[] = []
    const { client, browser } = aSignIn({
      memory: {
        keep: async (state, notes) => {
          calls.push(`keep ${state}`)
          kept.set(state, notes)
        },
        lookUp: async (state) => {
          calls.push(`lookUp ${state}`)
          return kept.get(state) ?? null
        },
        forget: async (state) => {
          calls.push(`forget ${state}`)
          kept.delete(state)
        },
      },
    })
    askWhich(client)
    const state = await browser.connect('/connect/servers?host=one.example')
    expect([...kept]).toMatchObject([[state, { host: 'one.example', remember: { verifier: VERIFIER } }]])
    await browser.get(`/callback/servers?code=1&state=${state}`)
    expect([...kept]).toMatchObject([[state, { host: 'one.example', resumeToken: RESUME_TOKEN }]])
    await browser.post('/choose/servers', { state, account_id: '7' })
    expect([...kept]).toEqual([])
    expect(new Set(calls)).toEqual(new Set([`keep ${state}`, `lookUp ${state}`, `forget ${state}`]))
  })

  it('accepts a trailing slash', async () => {
    const { browser } = aSignIn()
    const state = await browser.connect('/connect/fake/')
    expect((await browser.get(`/callback/fake/?code=1&state=${state}`)).status).toBe(200)
  })

  it('always generates its own random state', async () => {
    const { browser } = aSignIn()
    const states = [await browser.connect('/connect/fake?state=abc'), await browser.connect()]
    for (const state of states) expect(state).toMatch(/^[\w-]{43}$/)
    expect(states[0]).not.toBe(states[1])
  })

  it('accepts a POST callback, in which the form overrides the query', async () => {
    const { client, browser } = aSignIn()
    const state = await browser.connect()
    await browser.post(`/callback/fake?code=query&lang=de`, { code: 'form', state })
    expect(client.finished[0]?.callback).toEqual({ code: 'form', lang: 'de', state })
  })

  it('accepts a JSON body of strings', async () => {
    const { client, browser } = aSignIn()
    const state = await browser.connect()
    for (const wrong of ['{"state":{}}', '[]', 'null', '{', '"a"'])
      expect((await browser.postJson('/callback/fake', wrong)).status).toBe(400)
    const reply = await browser.postJson('/callback/fake', JSON.stringify({ code: '1', state, empty: '' }))
    expect(reply.status).toBe(200)
    expect(client.finished[0]?.callback).toEqual({ code: '1', state })
  })

  it('shows a form for a network without a consent page', async () => {
    const { client, browser } = aSignIn()
    client.onStart = ({ state = '' }) => ({
      step: 'ASK_FOR_DETAILS',
      fields: [{ name: 'app_password', label: 'App password', secret: true, helpText: null }],
      helpUrl: 'https://fake.example/help',
      state,
      remember: {},
    })
    const asked = jsonOf(await browser.get('/connect/fake'))
    expect(asked).toEqual({
      step: 'ask_for_details',
      state: expect.stringMatching(/^[\w-]{43}$/),
      help_url: 'https://fake.example/help',
      fields: [{ name: 'app_password', label: 'App password', secret: true, help_text: null }],
    })
    const answers = { state: String(asked['state']), app_password: 'x' }
    expect(jsonOf(await browser.post('/callback/fake', answers))['step']).toBe('connected')
  })

  it('names the server of the form, and of a connection', async () => {
    const { client, browser } = aSignIn()
    client.onStart = ({ state = '' }) => ({
      step: 'ASK_FOR_DETAILS',
      fields: [{ name: 'app_password', label: 'App password', secret: true, helpText: null }],
      helpUrl: null,
      host: 'pds.example',
      state,
      remember: {},
    })
    const asked = jsonOf(await browser.get('/connect/fake'))
    expect(asked).toMatchObject({ step: 'ask_for_details', host: 'pds.example' })
    const answers = { state: String(asked['state']), app_password: 'x' }
    client.onFinish = () => ({ step: 'FINISHED', connection: aConnection().with({ host: 'pds.example' }) })
    expect(jsonOf(await browser.post('/callback/fake', answers))).toMatchObject({
      step: 'connected',
      host: 'pds.example',
    })
  })

  it('requests a choice of accounts, hides the resume token from the browser, and finishes', async () => {
    const { client, browser } = aSignIn()
    askWhich(client)
    const started = await browser.get('/connect/fake?state=abc')
    const state = new URL(started.headers['location'] ?? '').searchParams.get('state') ?? ''
    const asked = await browser.get(`/callback/fake?code=1&state=${state}`)
    expect(jsonOf(asked)).toEqual({
      step: 'choose_account',
      state,
      options: [{ id: '7', name: 'Page', kind: 'page' }],
    })
    const connected = await browser.post('/choose/fake', { state, account_id: '7' })
    expect(jsonOf(connected)).toMatchObject({ step: 'connected', state: 'abc' })
    expect(client.chosen[0]).toMatchObject({
      accountId: '7',
      resumeToken: RESUME_TOKEN,
      remember: { verifier: VERIFIER },
      state,
    })
    for (const reply of [started, asked, connected]) {
      expect(JSON.stringify(reply.headers) + textOf(reply)).not.toContain(RESUME_TOKEN)
      expect(JSON.stringify(reply.headers) + textOf(reply)).not.toContain(VERIFIER)
    }
  })

  it('allows any step after any other', async () => {
    const { client, browser } = aSignIn()
    client.onStart = () => ({ step: 'FINISHED', connection: aConnection() })
    expect(jsonOf(await browser.get('/connect/fake'))['step']).toBe('connected')

    client.onStart = ({ state = '' }) => ({
      step: 'SEND_TO_NETWORK',
      url: `https://a.example/?state=${state}`,
      state,
      remember: {},
    })
    askWhich(client)
    client.onChoose = ({ state = '' }) => ({
      step: 'ASK_FOR_DETAILS',
      fields: [],
      helpUrl: null,
      state,
      remember: { stage: 2 },
    })
    const state = await browser.connect()
    await browser.get(`/callback/fake?code=1&state=${state}`)
    expect(jsonOf(await browser.post('/choose/fake', { state, account_id: '7' }))['step']).toBe(
      'ask_for_details',
    )
    client.onFinish = ({ state: same = '' }) => ({
      step: 'SEND_TO_NETWORK',
      url: 'https://b.example/',
      state: same,
      remember: {},
    })
    const sent = await browser.post('/callback/fake', { state, pin: '1' })
    expect(sent.status).toBe(303)
    expect(client.finished.at(-1)?.remember).toEqual({ stage: 2 })
    client.onFinish = () => ({ step: 'FINISHED', connection: aConnection() })
    expect(jsonOf(await browser.get(`/callback/fake?code=2&state=${state}`))['step']).toBe('connected')
  })

  it('passes only hints that the platform names', async () => {
    const { client, browser } = aSignIn()
    await browser.connect('/connect/fake?force_login=true&lang=de&prompt=none')
    expect(client.started[0]?.hints).toEqual({ forceLogin: 'true', lang: 'de' })
  })

  // Holds R-0082.
  it('keeps its notes in the memory of the application, which has three methods', async () => {
    const kept = new Map<string, LoginNotes>()
    const memory = {
      keep: async (state: string, notes: LoginNotes) => void kept.set(state, notes),
      lookUp: async (state: string) => kept.get(state) ?? null,
      forget: async (state: string) => void kept.delete(state),
    }
    const { browser } = aSignIn({ memory })
    const state = await browser.connect()
    expect([...kept.keys()]).toEqual([state])
    expect((await browser.get(`/callback/fake?code=1&state=${state}`)).status).toBe(200)
    expect(kept.size).toBe(0)
  })

  it('refuses another account when a connection is signed in again', async () => {
    const { client, browser } = aSignIn()
    await browser.connect('/connect/fake?connection_id=fake:42')
    expect(client.started[0]?.expectConnectionId).toBe('fake:42')
    expect((await browser.get('/connect/fake?connection_id=other:42')).status).toBe(400)
  })
})
