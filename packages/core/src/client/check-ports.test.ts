import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { checkPorts } from './check-ports.js'
import { SocialClient } from './social-client.js'

it('lets pass what has every method, and what is left out', () => {
  expect(() =>
    checkPorts({ storage: new InMemoryStorage(), locks: { withLock: () => {} }, journal: undefined }),
  ).not.toThrow()
})

it.each([
  ['storage', { getConnection() {} }, 'storage has no saveConnection, deleteConnection, getApp and saveApp.'],
  [
    'storage',
    {},
    'storage must be an object with getConnection, saveConnection, deleteConnection, getApp and saveApp.',
  ],
  ['locks', null, 'locks must be an object with withLock.'],
  ['locks', () => {}, 'locks must be an object with withLock.'],
  ['loginMemory', { keep() {}, lookUp() {} }, 'loginMemory has no forget.'],
  ['seenUpdates', { claim() {}, extend() {}, confirm: 1 }, 'seenUpdates has no confirm and release.'],
  ['journal', new Map(), 'journal must be an object with open, save, finish, release and forgetBefore.'],
  ['markers', { load() {} }, 'markers has no save.'],
  ['mediaHost', { publish() {} }, 'mediaHost has no release.'],
  ['clock', { now() {}, sleep() {} }, 'clock has no monotonic.'],
  ['random', Math, 'random must be an object with bytes and fraction.'],
])('names what is missing: %s', (port, value, message) => {
  expect(() => checkPorts({ [port]: value })).toThrow(`SocialClient cannot use what it was given: ${message}`)
  expect(() => checkPorts({ [port]: value })).toThrow(ConfigError)
})

it('names all of it at once', () => {
  expect(() => checkPorts({ locks: {}, random: {} })).toThrow(/locks must .* random must/)
})

it('is asked when a client is made', () => {
  // @ts-expect-error a storage without its methods
  expect(() => new SocialClient({ storage: {}, platforms: {} })).toThrow(/storage must be an object/)
})
