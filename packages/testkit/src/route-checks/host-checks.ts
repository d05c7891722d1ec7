import { strict as assert } from 'node:assert'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { AuthError, ConfigError, PlatformError, RateLimitError } from '@social/core/platform'
import type { RoutesOptions } from '@social/core/routes'

import type { RouteCheckDefinition } from './definition.js'
import type { Answer } from './http.js'
import { pushedBody, type Scene } from './scene.js'

/** Text in thrown values. A response must never contain this text. */
const SECRET = 'password-of-the-database'

/**
 * Values that an application may throw. Some resemble a success, and some resemble a client
 * error.
 */
const THROWN: readonly (readonly [what: string, value: unknown])[] = [
  ['an error', new Error(SECRET)],
  [
    'an error with a status',
    Object.assign(new Error(SECRET), { status: 200, statusCode: 404, expose: true }),
  ],
  ['an error with headers', Object.assign(new Error(SECRET), { status: 302, headers: { 'x-leak': SECRET } })],
  ['text', SECRET],
  ['no text', ''],
  ['a number', 200],
  ['undefined', undefined],
  ['null', null],
  ['false', false],
  ['an object', { status: 200, statusCode: 200, secret: SECRET }],
  ['an object that writes itself down', { statusCode: 201, toJSON: () => ({ secret: SECRET }) }],
  ['a library error of a network', new PlatformError(SECRET, { platform: 'fake', statusCode: 404 })],
  ['a refused sign-in', new AuthError(SECRET, { platform: 'fake' })],
  ['a rate limit', new RateLimitError(SECRET, { retryAfter: 1 })],
  ['a mistake of the application', new ConfigError(SECRET)],
]

/** Creates a Proxy that throws itself on every access. */
function refusingToBeSeen(): object {
  const fail = (): never => {
    throw proxy
  }
  const proxy: object = new Proxy({}, { get: fail, has: fail, getPrototypeOf: fail })
  return proxy
}

/** Values that throw when their properties are read. The warning contains another error instead. */
const UNREADABLE: typeof THROWN = [
  [
    'an object that throws when it is read',
    {
      get message(): never {
        throw SECRET as unknown // safe cast: deliberate, because some programs throw texts
      },
    },
  ],
  ['a Proxy that throws on access', refusingToBeSeen()],
]

type Fail = () => never | Promise<never>
type Options = Partial<Omit<RoutesOptions, 'prefix'>>

const push = (scene: Scene, body: string): Promise<Answer> =>
  scene.visitor().send({ method: 'POST', target: '/webhooks/fake', headers: scene.sign(body), body })
const connect = (scene: Scene): Promise<Answer> => scene.visitor().get('/connect/fake')

/** Functions of an application that the routes call, each with a request that causes the call. */
const PARTS: readonly {
  readonly name: string
  readonly options: (fail: Fail) => Options
  readonly visit: (scene: Scene) => Promise<Answer>
}[] = [
  {
    name: 'deliver',
    options: (fail) => ({ deliver: fail }),
    visit: (scene) => push(scene, pushedBody('1')),
  },
  {
    name: 'resolveConnection',
    options: (fail) => ({ resolveConnection: fail }),
    visit: (scene) => push(scene, pushedBody('1').replace('fake:42', '')),
  },
  {
    name: 'secrets',
    options: (fail) => ({ secrets: { fake: fail } }),
    visit: (scene) => push(scene, pushedBody('1')),
  },
  {
    name: 'finished',
    options: (fail) => ({ finished: fail }),
    visit: (scene) => scene.visitor().get('/callback/fake?code=1&state=unknown'),
  },
  { name: 'bind', options: (fail) => ({ bind: fail }), visit: connect },
  {
    name: 'memory',
    options: (fail) => ({ memory: { keep: fail, lookUp: fail, forget: fail } }),
    visit: connect,
  },
]

/**
 * Runs `work`, and returns the messages that were published on `social.warning` during the work.
 */
async function warningsOf(work: () => Promise<unknown>): Promise<readonly { readonly error?: unknown }[]> {
  const heard: { readonly error?: unknown }[] = []
  const listen = (message: unknown): void => void heard.push(message as { readonly error?: unknown }) // safe cast: the channel `social.warning` only publishes such objects
  subscribe('social.warning', listen)
  try {
    await work()
    return heard
  } finally {
    unsubscribe('social.warning', listen)
  }
}

function neverCalled(): never {
  return assert.fail('Nothing was to be thrown yet.')
}

function checkOf({ name, options, visit }: (typeof PARTS)[number]): RouteCheckDefinition {
  let fail: Fail = neverCalled
  return {
    name: `whatever ${name} throws or rejects with, the response is a plain 500, and the operator is notified`,
    options: () => options(() => fail()),
    run: async (scene) => {
      for (const [what, value] of [...THROWN, ...UNREADABLE])
        for (const isLate of [false, true]) {
          fail = () => {
            // Deliberate: `value` may not be an Error, because applications can throw any value.
            if (!isLate) throw value
            return Promise.reject(value)
          }
          let answer: Answer | null = null
          const heard = await warningsOf(async () => {
            answer = await visit(scene)
          })
          // safe cast: `warningsOf` has run its callback, which set `answer`; TypeScript does not
          // track the assignment
          const { status, text, headers } = answer as unknown as Answer
          assert.ok(status >= 500, `${name} failed with ${what}, and was answered with ${status}: ${text}`)
          assert.ok(
            !`${text}${JSON.stringify(headers)}`.includes(SECRET),
            `${what} of ${name} was shown: ${text}`,
          )
          assert.ok(
            heard.some((warning) => 'error' in warning && reportsOn(warning.error, value)),
            `social.warning did not report that ${name} failed with ${what}.`,
          )
        }
    },
  }
}

function reportsOn(reported: unknown, thrown: unknown): boolean {
  if (UNREADABLE.some(([, value]) => Object.is(value, thrown))) return reported instanceof Error
  return Object.is(reported, thrown)
}

/**
 * Checks that a failure of the application does not reveal details to visitors, and that a warning
 * is published.
 */
export const HOST_CHECKS: readonly RouteCheckDefinition[] = [
  ...PARTS.map(checkOf),
  {
    name: 'a body that does not end times out, and the next request is answered',
    options: () => ({ maxBodySeconds: 0.05 }),
    run: async (scene) => {
      const body = pushedBody('1')
      const headers = { ...scene.sign(body), 'transfer-encoding': 'chunked' }
      const request = { method: 'POST', target: '/webhooks/fake', headers, body: [body], staysOpen: true }
      const slow = await scene.visitor().send(request)
      assert.equal(slow.status, 408, `It was answered with ${slow.status}: ${slow.text}`)
      assert.deepEqual(scene.delivered, [])
      let next: Answer
      // The body may exceed its timeout of 0.05 seconds on a slow machine. The request is then
      // repeated.
      do next = await push(scene, body)
      while (next.status === 408)
      assert.equal(next.status, 200)
    },
  },
  {
    name: 'a missing app is reported to the operator and to finished, not to the visitor',
    options: () => ({
      finished: ({ step, ...rest }) => `/${step}?${'error' in rest ? rest.error.code : ''}`,
    }),
    run: async (scene) => {
      let answer: Answer | null = null
      const heard = await warningsOf(async () => {
        answer = await scene.visitor().get('/connect/unset')
      })
      // safe cast: `warningsOf` has run its callback, which set `answer`; TypeScript does not track
      // the assignment
      const { status, headers, text } = answer as unknown as Answer
      assert.deepEqual([status, headers['location'], text], [302, '/FAILED?CONFIG', ''])
      assert.ok(heard.some(({ error }) => ConfigError.is(error)))
    },
  },
]
