import { expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { SocialClient } from '../social-client.js'
import type { SocialClientOptions } from '../types.js'
import { checkPorts } from './check-ports.js'

type Ports = Omit<
  SocialClientOptions<Record<string, never>>,
  'platforms' | 'spending' | 'retries' | 'deadlineSeconds' | 'allowLoopback'
>
type CalledMethods = { readonly [Port in keyof Ports]-?: readonly (keyof NonNullable<Ports[Port]>)[] }

it('accepts complete and missing ports', () => {
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
  [
    'journal',
    new Map(),
    'journal must be an object with open, save, claimPost, finish, release and forgetBefore.',
  ],
  ['markers', { load() {} }, 'markers has no save.'],
  ['mediaHost', { publish() {} }, 'mediaHost has no release.'],
  ['clock', { now() {}, sleep() {} }, 'clock has no monotonic.'],
  ['random', Math, 'random must be an object with bytes and fraction.'],
])('names the missing methods: %s', (port, value, message) => {
  expect(() => checkPorts({ [port]: value })).toThrow(`The options of SocialClient are invalid: ${message}`)
  expect(() => checkPorts({ [port]: value })).toThrow(ConfigError)
})

/**
 * For each object that the application passes: the methods that the library calls without checking that they exist.
 */
const CALLED: CalledMethods = {
  storage: ['getConnection', 'saveConnection', 'deleteConnection', 'getApp', 'saveApp'],
  locks: ['withLock'],
  loginMemory: ['keep', 'lookUp', 'forget'],
  seenUpdates: ['claim', 'extend', 'confirm', 'release'],
  journal: ['open', 'save', 'claimPost', 'finish', 'release', 'forgetBefore'],
  markers: ['load', 'save'],
  spendingCounter: ['reserve', 'giveBack', 'spent'],
  mediaHost: ['publish', 'release'],
  clock: ['now', 'monotonic', 'sleep'],
  random: ['bytes', 'fraction'],
  transport: ['send', 'close'],
}

const ROWS = Object.entries<readonly string[]>({ ...CALLED }).flatMap(([port, methods]) =>
  methods.map((method) => ({ port, method, others: methods.filter((name) => name !== method) })),
)

it.each(ROWS)('detects a $port without $method', ({ port, method, others }) => {
  const given = Object.fromEntries(others.map((name) => [name, () => {}]))
  expect(() => checkPorts({ [port]: given })).toThrow(
    others.length === 0 ? `${port} must be an object with ${method}.` : `${port} has no ${method}.`,
  )
})

it('names all of them in one message', () => {
  expect(() => checkPorts({ locks: {}, random: {} })).toThrow(/locks must .* random must/)
})

it('checks the counter in the spending options', () => {
  const spending = { counter: { reserve() {} }, limits: {} }
  const options = { storage: new InMemoryStorage(), platforms: {}, spending }
  expect(() => new SocialClient(options as never)).toThrow('spendingCounter has no giveBack and spent.') // wrong types on purpose
})

it('is called when a client is created', () => {
  // @ts-expect-error a storage without its methods
  expect(() => new SocialClient({ storage: {}, platforms: {} })).toThrow(/storage must be an object/)
})
