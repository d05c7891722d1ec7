import { strict as assert } from 'node:assert'

import type { RouteCheckDefinition } from './definition.js'
import type { SentRequest } from './http.js'
import { jsonOf, mustBe } from './visitor.js'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Invalid requests. The routes must not respond with a server error. */
const NONSENSE: readonly SentRequest[] = [
  { target: '/connect/%zz' },
  { target: '/connect/%00' },
  { target: '/connect/constructor' },
  { target: '/connect/__proto__' },
  { target: '/connect/fake?host=%00%ff' },
  { target: '/connect/fake?host=::::' },
  { target: '/connect/fake?host[]=1&host=2&host=' },
  { target: '/connect/fake?%%%=&&&=&=x' },
  { target: `/connect/fake?state=${'x'.repeat(6000)}` },
  { target: `/connect/fake?${'a=1&'.repeat(1500)}` },
  { target: '/callback/fake?state=a&state=b&code=c&code=d' },
  { target: '/callback/fake?__proto__=x&state=__proto__' },
  {
    method: 'POST',
    target: '/callback/fake',
    headers: FORM,
    body: Buffer.from([0xff, 0xfe, 0x3d, 0x80, 0x26]),
  },
  { method: 'POST', target: '/callback/fake', headers: FORM, body: '%E0%A4%A=%&state=%ff' },
  {
    method: 'POST',
    target: '/callback/fake',
    headers: { 'content-type': 'application/json' },
    body: '{"state":',
  },
  { method: 'POST', target: '/callback/fake', headers: { 'content-type': 'application/json' }, body: '[1]' },
  {
    method: 'POST',
    target: '/callback/fake',
    headers: { 'content-type': 'multipart/form-data' },
    body: '--x',
  },
  { method: 'POST', target: '/callback/fake', headers: { 'content-type': ';;;' }, body: 'state=1' },
  { method: 'POST', target: '/callback/fake' },
  { method: 'POST', target: '/choose/fake', headers: FORM, body: 'account_id=1' },
  { method: 'POST', target: '/webhooks/fake' },
  { target: '/webhooks/fake?hub.mode=subscribe&hub.mode=x' },
  { target: '/webhooks/quiet?hub.mode=subscribe' },
  { target: '/media/..%2f..%2fetc%2fpasswd' },
]

const METHODS: readonly (readonly [method: string, target: string, allow: string])[] = [
  ['POST', '/connect/fake', 'GET'],
  ['PUT', '/callback/fake', 'GET, POST'],
  ['DELETE', '/choose/fake', 'POST'],
  ['PATCH', '/webhooks/fake', 'GET, POST'],
  ['OPTIONS', '/choose/fake', 'POST'],
  ['GET', '/choose/fake', 'POST'],
  ['POST', '/media/abc', 'GET, HEAD'],
]

/** Checks of invalid and unexpected requests. The routes must not respond with a server error. */
export const VISITOR_CHECKS: readonly RouteCheckDefinition[] = [
  {
    // Holds R-0176.
    name: 'an unknown network is 404 at every route',
    run: async (scene) => {
      const visitor = scene.visitor()
      for (const request of [
        { target: '/connect/nobody' },
        { target: '/callback/nobody?code=1' },
        { method: 'POST', target: '/choose/nobody', headers: FORM, body: 'account_id=1' },
        { target: '/webhooks/nobody' },
        { method: 'POST', target: '/webhooks/nobody', body: '{}' },
        { target: '/networks/nobody/client.json' },
      ]) {
        const answer = await visitor.send(request)
        mustBe(answer, 404)
        assert.deepEqual(Object.keys(jsonOf(answer)), ['error'])
      }
    },
  },
  {
    name: 'a server without an app is 400',
    run: async (scene) => {
      const answer = await scene.visitor().get('/connect/fake?host=nowhere.example')
      mustBe(answer, 400)
      assert.deepEqual(Object.keys(jsonOf(answer)), ['error'])
    },
  },
  {
    name: 'an unsupported method is 405 with the supported ones',
    run: async (scene) => {
      const visitor = scene.visitor()
      for (const [method, target, allow] of METHODS) {
        const answer = await visitor.send({ method, target })
        assert.deepEqual(
          [method, target, answer.status, answer.headers['allow']],
          [method, target, 405, allow],
        )
      }
      const head = await visitor.send({ method: 'HEAD', target: '/connect/fake' })
      assert.deepEqual([head.status, head.headers['allow'], head.bytes.length], [405, 'GET', 0])
    },
  },
  {
    name: 'invalid requests are answered with a status below 500 and have no effect',
    run: async (scene) => {
      const visitor = scene.visitor()
      for (const request of NONSENSE) {
        const { status, text } = await visitor.send(request)
        const what = `${request.method ?? 'GET'} ${request.target.slice(0, 60)}`
        assert.ok(status >= 300 && status < 500, `${what} was answered with ${status}: ${text.slice(0, 100)}`)
      }
      assert.deepEqual(scene.storage.callsTo('saveConnection'), [])
      assert.deepEqual(scene.delivered, [])
    },
  },
  {
    name: 'a form that is too large is refused',
    run: async (scene) => {
      const visitor = scene.visitor()
      const state = await visitor.connect()
      mustBe(await visitor.post('/callback/fake', `state=${state}&x=${'x'.repeat(100_000)}`), 413)
      mustBe(await visitor.get(`/callback/fake?code=1&state=${state}`), 200)
    },
  },
  {
    // Holds R-0147.
    name: 'nothing is answered outside the prefix',
    run: async (scene) => {
      for (const prefix of ['', '/a', '/a/bb', '/A/B']) {
        const { status } = await scene.visitor(prefix).get('/connect/fake')
        assert.deepEqual([prefix, status], [prefix, 404])
      }
    },
  },
  {
    name: 'routes of a network are only served below its own folder',
    run: async (scene) => {
      const visitor = scene.visitor()
      const got = await visitor.get('/networks/fake/client.json')
      assert.deepEqual([got.status, got.headers['content-type']], [200, 'application/json'])
      assert.equal(got.text, '{"baseUrl":"https://app.example/a/b","got":""}')
      const posted = await visitor.send({
        method: 'POST',
        target: '/webhooks/fake/gone/',
        headers: FORM,
        body: 'a=ü',
      })
      assert.deepEqual(
        [posted.status, posted.text],
        [202, '{"baseUrl":"https://app.example/a/b","got":"a=ü"}'],
      )
      mustBe(await visitor.get('/networks/fake/gone'), 404)
      mustBe(await visitor.get('/networks/quiet/client.json'), 404)
    },
  },
]
