import { strict as assert } from 'node:assert'
import { gzipSync } from 'node:zlib'

import { Dispatcher } from '@social/core'

import type { RouteCheckDefinition } from './definition.js'
import type { Answer } from './http.js'
import { pushedBody, type Scene } from './scene.js'
import { jsonOf, mustBe } from './visitor.js'

const SETUP = 'hub.mode=subscribe&hub.verify_token=fake-token&hub.challenge=1158201444'

function push(
  scene: Scene,
  body: string | readonly string[],
  headers: Readonly<Record<string, string>> = scene.sign(typeof body === 'string' ? body : body.join('')),
): Promise<Answer> {
  return scene.visitor().send({ method: 'POST', target: '/webhooks/fake', headers, body })
}

function idsOf(scene: Scene): readonly string[] {
  return scene.delivered.map(({ id }) => id)
}

/** Checks of webhook requests. */
export const WEBHOOK_CHECKS: readonly RouteCheckDefinition[] = [
  {
    // Holds R-0162, R-0163, R-0164.
    name: 'a signed message is verified over its exact bytes and delivered update by update',
    run: async (scene) => {
      const answer = await push(scene, pushedBody('1', '2', '3'))
      mustBe(answer, 200)
      assert.deepEqual([jsonOf(answer), answer.text], [{ ok: true }, '{"ok":true}'])
      assert.deepEqual(idsOf(scene), ['1', '2', '3'])
    },
  },
  {
    name: 'a message in several chunks is joined',
    run: async (scene) => {
      const body = pushedBody('1')
      mustBe(await push(scene, [body.slice(0, 10), body.slice(10, 11), body.slice(11)]), 200)
      assert.deepEqual(idsOf(scene), ['1'])
    },
  },
  {
    // Holds R-0181.
    name: 'the response is sent after deliver has resolved',
    run: async (scene) => {
      let isDone = false
      scene.onDeliver = async () => {
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
        isDone = true
      }
      mustBe(await push(scene, pushedBody('1')), 200)
      assert.equal(isDone, true)
    },
  },
  {
    name: 'any content type is accepted, also a missing one',
    run: async (scene) => {
      const body = pushedBody('1')
      const { 'content-type': _type, ...proof } = scene.sign(body)
      mustBe(await push(scene, body, proof), 200)
      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        'application/x-www-form-urlencoded',
        'text/plain',
        'application/cloudevents+json',
        'nonsense',
      ])
        mustBe(await push(scene, body, { ...proof, 'content-type': type }), 200)
      assert.equal(scene.delivered.length, 7)
    },
  },
  {
    // Holds R-0165, R-0166, R-0167.
    name: 'every failed verification returns the same response and has no effect',
    run: async (scene) => {
      const body = pushedBody('1')
      const { 'x-fake-signature': proof = '', ...rest } = scene.sign(body)
      const answers = [
        await push(scene, body, rest),
        await push(scene, body, { ...rest, 'x-fake-signature': proof.slice(7) }),
        await push(scene, body, { ...rest, 'x-fake-signature': `sha256=${'0'.repeat(64)}` }),
        await push(scene, body, { ...rest, 'x-fake-signature': 'sha256=\u00fc' }),
        await push(scene, `${body} `, scene.sign(body)),
        await push(scene, JSON.stringify(JSON.parse(body)), scene.sign(body)),
        // An empty body, because some frameworks refuse an empty body if its content type is known.
        await push(scene, '', { ...rest, 'content-type': 'application/json' }),
        await push(scene, '', { ...rest, 'content-type': 'text/plain' }),
        await push(scene, '', { ...rest, 'content-type': 'application/x-www-form-urlencoded' }),
        await push(scene, '', {}),
      ]
      for (const answer of answers) {
        assert.deepEqual([answer.status, answer.text], [401, 'Refused.'])
        assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
        assert.deepEqual(visiblePartsOf(answer), visiblePartsOf(answers[0]))
      }
      assert.deepEqual([scene.delivered, scene.storage.calls], [[], []])
    },
  },
  {
    name: 'a message that is too large is refused without being read',
    options: () => ({ maxBodyBytes: 2000 }),
    run: async (scene) => {
      const small = pushedBody('1')
      mustBe(await push(scene, small), 200)
      mustBe(await push(scene, small.padEnd(2001)), 413)
      assert.deepEqual(idsOf(scene), ['1'])
    },
  },
  {
    // Holds R-0254.
    name: 'after a failed handler the framework returns 500, and the next copy is handled',
    run: async (scene) => {
      let isBroken = true
      scene.onDeliver = ({ id }) => {
        // Throws an error with a status, like a PlatformError. The response must not use this
        // status.
        if (id === '2' && isBroken) throw Object.assign(new Error('boom'), { statusCode: 404, status: 404 })
      }
      mustBe(await push(scene, pushedBody('1', '2', '3')), 500)
      assert.deepEqual(idsOf(scene), ['1', '3'])
      isBroken = false
      mustBe(await push(scene, pushedBody('1', '2', '3')), 200)
      assert.deepEqual(idsOf(scene), ['1', '3', '1', '2', '3'])
    },
  },
  {
    name: 'a signed body that is compressed is refused with 415',
    run: async (scene) => {
      const body = gzipSync(pushedBody('1')).toString('latin1')
      for (const coding of ['gzip', 'br', 'deflate']) {
        const answer = await push(scene, body, { ...scene.sign(body), 'content-encoding': coding })
        assert.deepEqual([answer.status, answer.text], [415, 'Refused.'])
        assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
      }
      assert.deepEqual(idsOf(scene), [])
    },
  },
  {
    name: 'a batch of 1,000 updates is accepted',
    run: async (scene) => {
      const ids = Array.from({ length: 1000 }, (_, at) => String(at))
      mustBe(await push(scene, pushedBody(...ids).padEnd(12_000_000)), 200)
      assert.deepEqual(idsOf(scene), ids)
    },
  },
  {
    name: 'a dispatcher handles an update once, and a concurrent copy gets a retry response',
    options: (scene) => {
      const dispatcher = new Dispatcher({ seen: scene.client.seenUpdates })
      dispatcher.onAny(async (update) => {
        await scene.onDeliver(update)
        scene.delivered.push(update)
      })
      return { deliver: dispatcher.deliver }
    },
    run: async (scene) => {
      const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      scene.onDeliver = () => {
        started.resolve()
        return gate.promise
      }
      const first = push(scene, pushedBody('1'))
      await Promise.race([started.promise, first])
      const meanwhile = await push(scene, pushedBody('1'))
      assert.deepEqual([meanwhile.status, meanwhile.headers['retry-after']], [503, '5'])
      gate.resolve()
      mustBe(await first, 200)
      mustBe(await push(scene, pushedBody('1')), 200)
      assert.deepEqual(idsOf(scene), ['1'])
    },
  },
  {
    name: 'several secrets are all checked',
    options: () => ({ secrets: { fake: () => Promise.resolve(['new', 'fake-secret']) } }),
    run: async (scene) => {
      mustBe(await push(scene, pushedBody('1')), 200)
      assert.deepEqual(idsOf(scene), ['1'])
    },
  },
  {
    name: 'an update without an account gets the account that the application returns',
    options: () => ({ resolveConnection: () => Promise.resolve('fake:7') }),
    run: async (scene) => {
      mustBe(await push(scene, pushedBody('1').replace('fake:42', '')), 200)
      assert.equal(scene.delivered[0]?.connectionId, 'fake:7')
    },
  },
  {
    name: 'a network without webhooks is refused, as is a setup check of a network without one',
    run: async (scene) => {
      const visitor = scene.visitor()
      mustBe(await visitor.send({ method: 'POST', target: '/webhooks/quiet', body: '{}' }), 400)
      mustBe(await visitor.get(`/webhooks/quiet?${SETUP}`), 400)
      assert.deepEqual(scene.delivered, [])
    },
  },
  {
    // Holds R-0159, R-0161.
    name: 'a valid setup check returns the challenge, and an invalid one only 403',
    run: async (scene) => {
      const visitor = scene.visitor()
      const right = await visitor.get(`/webhooks/fake?${SETUP}`)
      assert.deepEqual(
        [right.status, right.text, right.headers['content-type']],
        [200, '1158201444', 'text/plain; charset=utf-8'],
      )
      for (const query of ['', SETUP.replace('fake-token', 'wrong'), SETUP.replace('subscribe', 'x')]) {
        const wrong = await visitor.get(`/webhooks/fake?${query}`)
        assert.deepEqual([wrong.status, wrong.text], [403, 'Refused.'])
        assert.equal(wrong.headers['content-type'], 'text/plain; charset=utf-8')
      }
    },
  },
  {
    // Holds R-0164.
    name: 'a body that was already read causes a clear error: a valid signature is never refused',
    by: 'mountBehindParser',
    run: async (scene) => {
      const { status } = await push(scene, pushedBody('1'))
      assert.ok(status === 500 || status === 200, `It was answered with ${status}.`)
      assert.equal(scene.delivered.length, status === 200 ? 1 : 0)
    },
  },
]

/** Returns the parts of a response by which a sender could distinguish two refusals. */
function visiblePartsOf(answer: Answer | undefined): Record<string, string> {
  const { date: _date, ...headers } = answer?.headers ?? {}
  return headers
}
