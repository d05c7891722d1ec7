import { Connection } from '@social/core'
import { definePlatform, makeLimits, makePostResult, makeUpdate, type Post, type PostResult } from '@social/core/platform'
import type { Call, PublishCall, Receipt, ReconcileCall, Reconciled, Transport, Update } from '@social/core/platform'
import { EmulatedNetwork } from '@social/emulator'
import * as v from 'valibot'

import type { ChaosNetwork, Operation } from '../../networks/network.js'
import { posting } from '../../networks/operations.js'
import type { Stores } from '../../stores/stores.js'
import { LAG_SECONDS, sampleModule, SESSION_SECONDS } from './sample-emulator.js'

const ORIGIN = 'https://sample.example'

const idReply = v.object({ id: v.string() })
const thingsReply = v.array(v.object({ id: v.string(), at: v.string() }))
const listReply = v.array(v.object({ id: v.string(), key: v.string() }))

const resultOf = (id: string): PostResult => makePostResult({ id, url: null })

/**
 * Creates the session for a post. Stores the id of the session in the receipt until the session
 * expires.
 */
export async function prepare(call: PublishCall): Promise<string> {
  const kept = call.receipt?.data['session']
  if (typeof kept === 'string') return kept
  const { id } = await call.http.post('/sessions', idReply, { retry: 'always' })
  const repeatableUntil = new Date(call.clock.now().getTime() + (SESSION_SECONDS - 60) * 1000)
  await call.checkpoint({ step: 'PREPARE', data: { session: id }, repeatableUntil })
  return id
}

/** Sends the publishing request. `isMarked` selects whether the request is marked as visible. */
export async function send(session: string, call: PublishCall, options: { readonly isMarked: boolean }): Promise<PostResult> {
  const json = { session, key: call.idempotencyKey }
  const finish = { data: { session } }
  const { id } = await call.http.post('/posts', idReply, options.isMarked ? { json, finish } : { json })
  return resultOf(id)
}

/** Searches the list for the post of this key. Returns null if the list does not show the post. */
export async function find({ http, idempotencyKey }: ReconcileCall): Promise<PostResult | null> {
  const found = (await http.get('/posts', listReply)).find(({ key }) => key === idempotencyKey)
  return found ? resultOf(found.id) : null
}

/** Returns the events, oldest first. */
export async function fetchUpdates(_since: Date | null, { http, connection }: Call): Promise<readonly Update[]> {
  const things = await http.get('/things', thingsReply)
  return things.map(({ id, at }) =>
    makeUpdate({ id, platform: 'sample', connectionId: connection.id, kind: 'COMMENT_CREATED', timestamp: at }),
  )
}

const noSignIn = (): never => {
  throw new Error('This network has no sign-in.')
}

const rightPlatform = definePlatform({
  name: 'sample',
  displayName: 'Sample',
  developerPortal: null,
  features: ['POST_TEXT', 'NEEDS_NO_APP'],
  origins: () => [ORIGIN],
  apiBase: () => ORIGIN,
  authHeaders: () => ({}),
  readError: () => null,
  renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: true }),
  limits: async () => makeLimits({ maxTextLength: 500 }),
  startLogin: noSignIn,
  finishLogin: noSignIn,
  refresh: noSignIn,
  postOptions: v.strictObject({}),
  async publish(_post: Post, call: PublishCall) {
    return send(await prepare(call), call, { isMarked: true })
  },
  fetchUpdates,
  async reconcile(_receipt, call) {
    const result = await find(call)
    return result === null ? { state: 'UNKNOWN', retryAfter: LAG_SECONDS } : { state: 'FOUND', result }
  },
})

/** Defects to plant in the sample network. By default it has none. */
export interface Planted {
  /** Methods that replace those of the platform. */
  readonly platform?: {
    readonly publish?: (post: Post, call: PublishCall) => Promise<PostResult>
    readonly reconcile?: (receipt: Receipt, call: ReconcileCall) => Promise<Reconciled>
    readonly fetchUpdates?: typeof fetchUpdates
  }
  /** Properties that replace those of the operation. */
  readonly operation?: Partial<Operation>
  readonly stores?: (stores: Stores) => Stores
  readonly transport?: (transport: Transport) => Transport
}

/** Creates a network for the suite that is correct except for its planted defects. */
export function sampleChaos({ platform, operation, stores, transport }: Planted = {}): ChaosNetwork {
  const post = posting('POST', (account, options) => account.post({ text: 'Good morning' }, options))
  return {
    name: 'sample',
    sessionSeconds: SESSION_SECONDS,
    repeatableSeconds: 0,
    open: (clock) => {
      const network = new EmulatedNetwork(sampleModule, { origin: ORIGIN, clock })
      const happen = (count: number): void => {
        for (let at = 0; at < count; at += 1) network.control.happen({})
      }
      return {
      network,
      following: { happen },
      connection: new Connection({
        platform: 'sample',
        accountId: '1',
        accountName: 'Ada',
        token: { accessToken: 'a' },
      }),
      app: null,
      makePlatforms: () => ({ sample: { ...rightPlatform, ...platform } }),
      operations: { post: { ...post, ...operation } },
      ...(stores && { changeStores: stores }),
      ...(transport && { changeTransport: transport }),
    }
    },
  }
}
