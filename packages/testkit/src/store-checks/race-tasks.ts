import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  type Connection,
  connectionFromRecord,
  type Json,
  type JsonObject,
  type LoginNotes,
  toRecord,
} from '@social/core/store'

import type { RaceStores } from './race-stores.js'

/** A task that a competing process runs on its stores. */
export type RaceTask = (stores: RaceStores, args: Json) => Promise<Json>

function need<T>(store: T | undefined, name: string): T {
  assert.ok(store, `joinRace must open a ${name} for this check.`)
  return store
}

const texts = (args: Json): string[] => (isList(args) ? args.map((each) => text(each)) : [])
const isList = (args: Json): args is readonly Json[] => Array.isArray(args)

/** Reads one argument by its name. Asserts that the arguments are an object. */
function value(args: Json, name: string): Json {
  assert.ok(typeof args === 'object' && args !== null && !isList(args))
  return args[name] ?? null
}

function text(args: Json, name?: string): string {
  const found = name === undefined ? args : value(args, name)
  assert.ok(typeof found === 'string')
  return found
}

const lease = (args: Json): { leaseSeconds: number } => ({
  leaseSeconds: Number(value(args, 'leaseSeconds')),
})
const LONG = { leaseSeconds: 60 }
/** Milliseconds between two attempts to get a resource that another process holds. Our choice. */
const QUERY_AGAIN_MS = 20

const generationOf = (connection: Connection): number =>
  Number.parseInt(connection.token.accessToken.slice('access-'.length), 10)

const notes: LoginNotes = {
  platform: 'fake',
  host: null,
  scopes: [],
  redirectUri: 'https://app.example/callback',
  remember: {},
  applicationState: null,
  resumeToken: null,
  expectConnectionId: null,
  browser: null,
}

/** Resolves when `locks.hold` has lost its lock. */
let lost: Promise<'lost'> = Promise.resolve('lost')

/** All tasks of a competing process, by name. */
export const TASKS: Readonly<Record<string, RaceTask>> = {
  async 'storage.save'(stores, args) {
    const storage = need(stores.storage, 'storage')
    for (const record of isList(args) ? args : []) await storage.saveConnection(connectionFromRecord(record))
    return null
  },

  async 'storage.read'(stores, args) {
    const connection = await need(stores.storage, 'storage').getConnection(text(args))
    return connection && toRecord(connection)
  },

  async 'storage.renewRounds'(stores, args) {
    const storage = need(stores.storage, 'storage')
    let wins = 0
    for (;;) {
      const stored = await storage.getConnection(text(args, 'id'))
      assert.ok(stored)
      const generation = generationOf(stored)
      if (generation >= Number(value(args, 'rounds'))) return wins
      const name = text(args, 'name')
      const next = stored.with({ token: { accessToken: `access-${generation + 1}`, refreshToken: name } })
      if (await storage.saveRenewed?.(next, stored)) wins += 1
    }
  },

  async 'locks.visit'(stores, args) {
    const locks = need(stores.locks, 'locks')
    const visits: Json[] = []
    for (let time = 0; time < Number(value(args, 'times')); time += 1)
      await locks.withLock(
        text(args, 'key'),
        async () => {
          // `hrtime` values of different processes on one machine are comparable.
          const from = process.hrtime.bigint()
          await sleep(2)
          visits.push([String(from), String(process.hrtime.bigint())])
        },
        lease(args),
      )
    return visits
  },

  async 'locks.hold'(stores, args) {
    const inside = Promise.withResolvers<void>()
    lost = new Promise((resolve, reject) => {
      need(stores.locks, 'locks')
        .withLock(
          text(args, 'key'),
          async ({ signal }) => {
            inside.resolve()
            await new Promise<void>((end) => signal.addEventListener('abort', () => end(), { once: true }))
            resolve('lost')
          },
          lease(args),
        )
        .catch(reject)
    })
    lost.catch(inside.reject)
    await inside.promise
    return null
  },

  'locks.untilLost': () => lost,

  async 'loginMemory.keep'(stores, args) {
    for (const state of texts(args))
      await need(stores.loginMemory, 'loginMemory').keep(state, notes, { lifetimeSeconds: 600 })
    return null
  },

  async 'loginMemory.take'(stores, args) {
    const taken: string[] = []
    for (const state of texts(args))
      if (await need(stores.loginMemory, 'loginMemory').take?.(state)) taken.push(state)
    return taken
  },

  async 'seenUpdates.handle'(stores, args) {
    const seen = need(stores.seenUpdates, 'seenUpdates')
    const handled: string[] = []
    for (const key of texts(args)) {
      const result = await seen.claim(key, LONG)
      if (result.state !== 'CLAIMED') continue
      handled.push(key)
      await seen.confirm(key, result.claim)
    }
    return handled
  },

  async 'seenUpdates.claim'(stores, args) {
    return (await need(stores.seenUpdates, 'seenUpdates').claim(text(args, 'key'), lease(args))).state
  },

  async 'seenUpdates.claimWhenFree'(stores, args) {
    for (;;) {
      const { state } = await need(stores.seenUpdates, 'seenUpdates').claim(text(args, 'key'), lease(args))
      if (state !== 'BUSY') return state
      await sleep(QUERY_AGAIN_MS)
    }
  },

  async 'markers.save'(stores, args) {
    const markers = need(stores.markers, 'markers')
    for (const marker of texts(value(args, 'markers')))
      await markers.save(text(args, 'connectionId'), text(args, 'feed'), marker)
    return null
  },

  /** Calls `reserve` several times. @returns Number of successful reservations. */
  async 'spending.reserve'(stores, args) {
    const counter = need(stores.spendingCounter, 'spendingCounter')
    const limit = value(args, 'limit')
    const [units, perSeconds] = [Number(value(limit, 'units')), Number(value(limit, 'perSeconds'))]
    let kept = 0
    for (let time = 0; time < Number(value(args, 'times')); time += 1) {
      const wish = Number(value(args, 'units'))
      if ((await counter.reserve(text(args, 'bucket'), wish, { units, perSeconds })).ok) kept += 1
    }
    return kept
  },

  'markers.load': (stores, args) =>
    need(stores.markers, 'markers').load(text(args, 'connectionId'), text(args, 'feed')),

  async 'journal.publish'(stores, args) {
    const journal = need(stores.journal, 'journal')
    const published: string[] = []
    for (const idempotencyKey of texts(args)) {
      const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey }
      const entry = await journal.open(key, 'the same post', LONG)
      if (entry.state !== 'NEW' && entry.state !== 'CONTINUE') continue
      await journal.save(key, entry.claim, { step: 'FINISH' }, LONG)
      published.push(idempotencyKey)
      await journal.finish(key, entry.claim, { id: idempotencyKey })
    }
    return published
  },

  async 'journal.claimPost'(stores, args) {
    const journal = need(stores.journal, 'journal')
    const [idempotencyKey = '', id = ''] = texts(args)
    const key = { connectionId: 'fake:1', operation: 'post', idempotencyKey }
    const entry = await journal.open(key, 'the same post', LONG)
    assert.ok('claim' in entry)
    const { state } = await journal.claimPost(key, entry.claim, [{ id, ageSeconds: 0 }], { pick: 'ONLY' })
    return state
  },

  async 'journal.begin'(stores, args) {
    const journal = need(stores.journal, 'journal')
    const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey: text(args, 'key') }
    const entry = await journal.open(key, 'the same post', lease(args))
    assert.ok(entry.state === 'NEW')
    await journal.save(key, entry.claim, value(args, 'receipt') as JsonObject, lease(args)) // safe cast: the check always sends a receipt that is an object
    return null
  },

  async 'journal.continue'(stores, args) {
    const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey: text(args) }
    for (;;) {
      const entry = await need(stores.journal, 'journal').open(key, 'the same post', LONG)
      if (entry.state === 'CONTINUE') return entry.receipt
      assert.equal(entry.state, 'BUSY')
      await sleep(QUERY_AGAIN_MS)
    }
  },
}
