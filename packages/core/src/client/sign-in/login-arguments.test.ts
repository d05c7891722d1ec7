import { expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { CREATE_APP_NAMES, LOGIN_NAMES, assertRecord, readLoginOptions } from './login-arguments.js'

const redirectUri = 'https://app.example/back'
const read = (options: unknown, names: readonly string[] = [...LOGIN_NAMES, 'remember']) =>
  readLoginOptions(options as { redirectUri: string }, 'startLogin', names) // wrong types on purpose: JavaScript callers can pass anything

it('a step of a sign-in accepts every option by its name', () => {
  const options = {
    redirectUri,
    scopes: ['read'],
    host: 'social.example',
    state: 's',
    hints: {},
    remember: {},
    expectConnectionId: 'x:1',
    signal: new AbortController().signal,
    deadlineSeconds: 5,
  }
  expect(read(options)).toBe(options)
  const app = { redirectUri, name: 'Mine', host: null, scopes: [], website: null, again: true }
  expect(read({ ...app, signal: undefined, deadlineSeconds: 1 }, CREATE_APP_NAMES)).toMatchObject(app)
})

it('undefined and null mean a missing option', () => {
  for (const none of [undefined, null])
    expect(() =>
      read({
        redirectUri,
        scopes: none,
        host: none,
        state: none,
        hints: none,
        remember: none,
        expectConnectionId: none,
      }),
    ).not.toThrow()
})

it.each([
  [
    undefined,
    "client.startLogin takes an object such as { redirectUri: 'https://app.example/callback' }, not",
  ],
  [null, 'client.startLogin takes an object'],
  [redirectUri, 'client.startLogin takes an object'],
  [[redirectUri], 'client.startLogin takes an object'],
  [{ redirectUri, redirectURI: 'x' }, 'client.startLogin does not know the option "redirectURI".'],
  [{}, 'redirectUri must be a full URL'],
  [{ redirectUri: '/back' }, 'redirectUri must be a full URL'],
  [{ redirectUri: new URL(redirectUri) }, 'redirectUri must be a full URL'],
  [{ redirectUri, scopes: 'read' }, 'client.startLogin: scopes must be a list of strings such as'],
  [{ redirectUri, scopes: ['read', ''] }, 'client.startLogin: scopes must be'],
  [{ redirectUri, scopes: ['read', 5] }, 'client.startLogin: scopes must be'],
  [{ redirectUri, scopes: Array(1) }, 'client.startLogin: scopes must be'],
  [{ redirectUri, host: '' }, 'startLogin: host must be text'],
  [{ redirectUri, state: 5 }, 'startLogin: state must be text'],
  [{ redirectUri, expectConnectionId: 5 }, 'startLogin: expectConnectionId must be text'],
  [{ redirectUri, hints: 'x' }, 'startLogin: hints must be an object, not'],
  [{ redirectUri, remember: [] }, 'startLogin: remember must be an object, not'],
  [{ redirectUri, signal: 5 }, 'client.startLogin: signal must be an AbortSignal'],
  [{ redirectUri, deadlineSeconds: -1 }, 'client.startLogin: deadlineSeconds must be'],
])('%j is refused with a clear message', (options, sentence) => {
  expect(() => read(options)).toThrow(sentence)
  expect(() => read(options)).toThrow(ConfigError)
})

it('assertRecord describes the expected object', () => {
  expect(() => {
    assertRecord('code=1', 'callback', 'the parameters of the callback')
  }).toThrow('callback must be an object (the parameters of the callback), not')
})
