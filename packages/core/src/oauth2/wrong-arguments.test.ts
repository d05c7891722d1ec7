import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import * as oauth2 from './index.js'

const REPLY = { access_token: 'a' }

const functions: Readonly<Record<keyof typeof oauth2, unknown>> = { ...oauth2 }

// Each row has the name of a function, arguments that JavaScript callers may pass, and the expected message.
it.each<[keyof typeof oauth2, readonly unknown[], string]>([
  ['assertApp', [null, null], 'assertApp takes an object'],
  ['clientFields', [null], 'clientFields takes an object such as { clientId, clientSecret }, not null'],
  ['scopesOf', [null, []], 'scopesOf: login.scopes must be a list of texts'],
  ['scopesOf', [{ scopes: 'read' }, []], 'scopesOf: login.scopes must be a list of texts, not "read"'],
  ['grantedScopes', [5, []], 'grantedScopes: scope must be text'],
  ['authorizeUrl', [5, {}], 'authorizeUrl: base must be text'],
  ['authorizeUrl', ['https://a.example/', null], 'authorizeUrl: fields takes an object'],
  ['readCallback', [null, { platform: 'x', state: 's' }], 'readCallback: callback takes an object'],
  ['readCallback', [{}, null], 'readCallback takes an object'],
  ['readCallback', [{}, { state: 's' }], 'readCallback: platform must be the name of a network'],
  ['readVerifier', [{ verifier: 'v' }, 5], 'readVerifier: platform must be text'],
  ['readVerifier', [null, 'x'], 'readVerifier: remember takes an object'],
  ['makePkce', [{}], 'makePkce: random.bytes must be a function'],
  ['hexChallenge', [5], 'hexChallenge: verifier must be text'],
  ['randomState', [{}], 'randomState: random.bytes must be a function'],
  ['sameText', [5, 'b'], 'sameText: a must be text'],
  ['sameText', ['a', 5], 'sameText: b must be text'],
  ['toToken', [null, { now: new Date(0) }], 'toToken: reply takes an object'],
  ['toToken', [REPLY, null], 'toToken: options takes an object'],
  ['toToken', [REPLY, { now: 0 }], 'toToken: now must be a Date'],
])('%s names the wrong argument: %j', (name, args, sentence) => {
  const target = functions[name] as (...args: readonly unknown[]) => unknown // safe cast: the test passes arguments of any type
  const call = () => target(...args)
  expect(call).toThrow(ConfigError)
  expect(call).toThrow(sentence)
})
