import { strict as assert } from 'node:assert'

import type { RouteCheckDefinition } from './definition.js'
import type { Scene } from './scene.js'
import { jsonOf, mustBe, type Visitor } from './visitor.js'

/**
 * Asserts that a sign-in was refused with the standard response, and that no account was
 * connected.
 */
async function mustBeRefused(scene: Scene, answer: ReturnType<Visitor['get']>): Promise<void> {
  const refused = await answer
  mustBe(refused, 400)
  assert.deepEqual(Object.keys(jsonOf(refused)), ['error'])
  assert.match(String(jsonOf(refused)['error']), /This sign-in is unknown/)
  assert.deepEqual(scene.storage.callsTo('saveConnection'), [], 'An account was connected nevertheless.')
}

const EVIL_ADDRESSES = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  'https://app.example@evil.example/',
]

/**
 * Checks of attacks on the sign-in: an attacker signs in as another user, or connects the
 * attacker's account for another user.
 */
export const ATTACK_CHECKS: readonly RouteCheckDefinition[] = [
  {
    name: 'a state invented by the visitor is never sent to the network',
    run: async (scene) => {
      const visitor = scene.visitor()
      assert.notEqual(await visitor.connect('fake', '?state=user-42'), 'user-42')
      await mustBeRefused(scene, visitor.get('/callback/fake?code=1&state=user-42'))
    },
  },
  {
    name: 'a callback without a state is refused like a callback with a wrong state',
    run: async (scene) => {
      const visitor = scene.visitor()
      await visitor.connect()
      for (const query of ['code=1', 'code=1&state=', `code=1&state=${'A'.repeat(43)}`])
        await mustBeRefused(scene, visitor.get(`/callback/fake?${query}`))
    },
  },
  {
    name: 'a stolen state does not work in another browser, and does not break the sign-in',
    run: async (scene) => {
      const [visitor, thief] = [scene.visitor(), scene.visitor()]
      const state = await visitor.connect()
      await thief.connect()
      await mustBeRefused(scene, thief.get(`/callback/fake?code=1&state=${state}`))
      mustBe(await visitor.get(`/callback/fake?code=1&state=${state}`), 200)
    },
  },
  {
    name: 'a callback prepared by an attacker connects nothing in the browser of a victim',
    run: async (scene) => {
      const [attacker, victim] = [scene.visitor(), scene.visitor()]
      const state = await attacker.connect()
      await mustBeRefused(scene, victim.get(`/callback/fake?code=attackers&state=${state}`))
      await mustBeRefused(scene, victim.post('/callback/fake', { code: 'attackers', state }))
    },
  },
  {
    name: 'an invented or broken cookie does not work',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect()
      const [name = ''] = visitor.cookies.keys()
      visitor.cookies.clear()
      for (const cookie of [
        `${name}=AAAA`,
        `${name}=`,
        name,
        '=;;=;',
        'a'.repeat(4000),
        '%%%=\u0001'.slice(0, 4),
      ])
        await mustBeRefused(scene, visitor.get(`/callback/fake?code=1&state=${state}`, { cookie }))
    },
  },
  {
    name: 'a state of one network does not work for another network',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect('fake')
      await mustBeRefused(scene, visitor.get(`/callback/quiet?code=1&state=${state}`))
    },
  },
  {
    name: 'a repeated callback connects once, also when both arrive concurrently',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect()
      const cookies = [...visitor.cookies]
      const target = `/callback/fake?code=1&state=${state}`
      const both = await Promise.all([visitor.get(target), visitor.get(target)])
      assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 400]))
      for (const [name, value] of cookies) visitor.cookies.set(name, value)
      mustBe(await visitor.get(target), 400)
      assert.equal(scene.storage.callsTo('saveConnection').length, 1)
    },
  },
  {
    name: 'a choice in another browser, before it was requested, or of an unknown account is refused',
    run: async (scene) => {
      const [visitor, thief] = [scene.visitor(), scene.visitor()]
      const state = await visitor.connect('pages')
      await mustBeRefused(scene, visitor.post('/choose/pages', { state, account_id: '7' }))
      mustBe(await visitor.get(`/callback/pages?code=1&state=${state}`), 200)
      await mustBeRefused(scene, thief.post('/choose/pages', { state, account_id: '7' }))
      mustBe(await visitor.post('/choose/pages', { state }), 400)
      mustBe(await visitor.post('/choose/pages', { state, account_id: '8' }), 401)
      assert.deepEqual(scene.storage.callsTo('saveConnection'), [])
    },
  },
  {
    name: 'two tabs of one browser work independently',
    run: async (scene) => {
      const visitor = scene.visitor()
      const one = await visitor.connect('fake', '?state=one')
      const two = await visitor.connect('fake', '?state=two')
      for (const [state, value] of [
        [one, 'one'],
        [two, 'two'],
      ])
        assert.equal(jsonOf(await visitor.get(`/callback/fake?code=1&state=${state}`))['state'], value)
    },
  },
  {
    name: 'no input of a visitor becomes a response header',
    options: () => ({ finished: ({ applicationState }) => applicationState }),
    run: async (scene) => {
      const visitor = scene.visitor()
      const evil = encodeURIComponent('/x\r\nx-evil: 1\r\nset-cookie: evil=1\u0000')
      const state = await visitor.connect('fake', `?state=${evil}&host=`)
      await visitor.get(`/callback/fake?code=1&state=${state}`)
      await visitor.get(`/callback/fake?code=${evil}&state=${evil}`)
      await visitor.get(`/webhooks/fake?hub.mode=${evil}&hub.challenge=${evil}`)
      const headers = visitor.seen.join('\n')
      assert.ok(!/"x-evil"|\nevil=1/.test(headers), 'A header of the visitor was sent.')
    },
  },
  {
    name: 'finished redirects only to URLs of the application',
    options: () => ({ finished: ({ applicationState }) => applicationState }),
    run: async (scene) => {
      const visitor = scene.visitor()
      for (const evil of EVIL_ADDRESSES) {
        const state = await visitor.connect('fake', `?state=${encodeURIComponent(evil)}`)
        const answer = await visitor.get(`/callback/fake?code=1&state=${state}`)
        assert.deepEqual([evil, answer.status, answer.headers['location']], [evil, 200, undefined])
      }
    },
  },
  {
    // Holds R-0172.
    name: 'with CSRF protection, a webhook is accepted and a form without its token is refused',
    by: 'mountWithCsrf',
    run: async (scene) => {
      const visitor = scene.visitor()
      const body = '{"id":"1","kind":"MENTION","connection_id":"fake:42","at":"2026-03-01T12:00:00Z"}'
      const pushed = await visitor.send({
        method: 'POST',
        target: '/webhooks/fake',
        headers: scene.sign(body),
        body,
      })
      mustBe(pushed, 200)
      const state = await visitor.connect('pages')
      mustBe(await visitor.get(`/callback/pages?code=1&state=${state}`), 200)
      const choice = await visitor.post('/choose/pages', { state, account_id: '7' })
      const callback = await visitor.post('/callback/pages', { code: '1', state })
      assert.deepEqual([choice.status, callback.status], [403, 403])
      assert.deepEqual(scene.storage.callsTo('saveConnection'), [])
    },
  },
]
