import { strict as assert } from 'node:assert'

import type { RouteCheckDefinition } from './definition.js'
import { BASE_URL, SECRETS } from './scene.js'
import { jsonOf, mustBe } from './visitor.js'

/** Checks of successful sign-ins. */
export const SIGN_IN_CHECKS: readonly RouteCheckDefinition[] = [
  {
    // Holds R-0148, R-0177, R-0178.
    name: 'connect redirects the browser to the network, with the redirect URI and the scopes of the options',
    run: async (scene) => {
      const { status, headers, bytes } = await scene.visitor().get('/connect/fake')
      assert.deepEqual([status, bytes.length], [302, 0])
      const address = new URL(headers['location'] ?? '')
      assert.equal(address.origin + address.pathname, 'https://fake.example/login')
      assert.equal(address.searchParams.get('redirect_uri'), `${BASE_URL}/callback/fake`)
      assert.equal(address.searchParams.get('scope'), 'read write')
    },
  },
  {
    // Holds R-0150.
    name: 'connect generates a new state for every sign-in',
    run: async (scene) => {
      const visitor = scene.visitor()
      assert.notEqual(await visitor.connect(), await visitor.connect())
    },
  },
  {
    name: 'the cookie of a sign-in is limited to these routes and hidden from scripts',
    run: async (scene) => {
      const { cookies } = await scene.visitor().get('/connect/fake')
      assert.equal(cookies.length, 1)
      assert.match(
        cookies[0] ?? '',
        /^__Host-social_[\w-]+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
      )
    },
  },
  {
    // Holds R-0149, R-0152, R-0153, R-0154, R-0169.
    name: 'a GET callback returns the connected account and the state of the application',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect('fake', '?state=abc%20%26')
      const answer = await visitor.get(`/callback/fake?code=1&state=${state}`)
      mustBe(answer, 200)
      assert.deepEqual(jsonOf(answer), {
        step: 'connected',
        connection_id: 'fake:42',
        platform: 'fake',
        account_name: 'someone@fake.example',
        state: 'abc &',
      })
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.deepEqual(scene.storage.callsTo('saveConnection').length, 1)
    },
  },
  {
    // Holds R-0152.
    name: 'a POST callback returns the same',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect()
      const answer = await visitor.post('/callback/fake', { code: '1', state })
      mustBe(answer, 200)
      assert.equal(jsonOf(answer)['state'], null)
    },
  },
  {
    name: 'every route accepts a trailing slash',
    run: async (scene) => {
      const visitor = scene.visitor()
      const asked = await visitor.get('/connect/pages/')
      const state = new URL(asked.headers['location'] ?? '').searchParams.get('state') ?? ''
      mustBe(await visitor.get(`/callback/pages/?code=1&state=${state}`), 200)
      mustBe(await visitor.post('/choose/pages/', { state, account_id: '7' }), 200)
    },
  },
  {
    // Holds R-0155, R-0156, R-0157, R-0158, R-0171, R-0189.
    name: 'choose selects an account if the network offers several, and no secret reaches the browser',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect('pages', '?state=abc')
      const asked = await visitor.get(`/callback/pages?code=1&state=${state}`)
      mustBe(asked, 200)
      assert.deepEqual(jsonOf(asked), {
        step: 'choose_account',
        state,
        options: [{ id: '7', name: 'Page', kind: 'page' }],
      })
      const chosen = await visitor.post('/choose/pages', { state, account_id: '7' })
      mustBe(chosen, 200)
      assert.deepEqual(jsonOf(chosen), {
        step: 'connected',
        connection_id: 'pages:7',
        platform: 'pages',
        account_name: 'Page',
        state: 'abc',
      })
      const seen = visitor.seen.join('\n')
      for (const secret of SECRETS) assert.ok(!seen.includes(secret), `${secret} reached the browser.`)
    },
  },
  {
    // Holds R-0153.
    name: 'a network without a sign-in page uses a form, which is sent as a POST',
    run: async (scene) => {
      const visitor = scene.visitor()
      const asked = await visitor.get('/connect/form')
      mustBe(asked, 200)
      const { state, ...rest } = jsonOf(asked)
      assert.deepEqual(rest, {
        step: 'ask_for_details',
        help_url: 'https://form.example/help/signing-in',
        fields: [
          { name: 'handle', label: 'handle', secret: false, help_text: null },
          { name: 'app_password', label: 'app_password', secret: true, help_text: null },
        ],
      })
      const answers = { state: String(state), handle: 'grüße', app_password: 'a b+c' }
      mustBe(await visitor.post('/callback/form', answers), 200)
    },
  },
  {
    name: 'finished can redirect the browser, also after a POST',
    options: () => ({ finished: ({ step }) => `/done?${step}` }),
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect('pages')
      const asked = await visitor.get(`/callback/pages?code=1&state=${state}`)
      assert.deepEqual([asked.status, asked.headers['location']], [302, '/done?CHOOSE_ACCOUNT'])
      const chosen = await visitor.post('/choose/pages', { state, account_id: '7' })
      assert.deepEqual([chosen.status, chosen.headers['location']], [303, '/done?CONNECTED'])
    },
  },
  {
    name: 'a refusal of the network is returned with its status, and after an outage a retry works',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect()
      const refused = await visitor.get(`/callback/fake?error=access_denied&state=${state}`)
      mustBe(refused, 401)
      assert.deepEqual(Object.keys(jsonOf(refused)), ['error', 'platform'])

      const again = await visitor.connect('down')
      for (const attempt of [1, 2]) {
        const answer = await visitor.get(`/callback/down?code=${attempt}&state=${again}`)
        mustBe(answer, 502)
        const { error, platform } = jsonOf(answer)
        assert.deepEqual([typeof error, platform], ['string', null])
      }
    },
  },
  {
    name: 'a rate limit is 429 with the wait in whole seconds',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect('busy')
      const answer = await visitor.get(`/callback/busy?code=1&state=${state}`)
      assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '2'])
    },
  },
  {
    name: "the application's own mistake reaches the framework, which answers 500",
    run: async (scene) => {
      mustBe(await scene.visitor().get('/connect/unset'), 500)
    },
  },
]
