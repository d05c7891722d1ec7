import { loginNotes } from '@social-internal/shared-tests/login-notes'
import type {
  Filled,
  JournalKey,
  Locks,
  LoginMemory,
  Markers,
  PublishJournal,
  SeenUpdates,
  SpendingCounter,
  Storage,
} from '@social/core/store'
import { aConnection, anApp } from '@social/testkit/application'

/** All ports that a store implements on a server. */
export interface Ports {
  readonly storage: Storage & Filled<Pick<Storage, 'saveRenewed'>>
  readonly locks: Locks
  readonly loginMemory: LoginMemory & Filled<Pick<LoginMemory, 'take'>>
  readonly seenUpdates: SeenUpdates
  readonly journal: PublishJournal
  readonly markers: Markers
  readonly spendingCounter: SpendingCounter
}

export const MINUTE = { leaseSeconds: 60 }
export const JOURNAL_KEY: JournalKey = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'key' }
const LIMIT = { units: 100, perSeconds: 3_600 }

export const notes = loginNotes({ remember: { verifier: 'pkce-secret' } })

/** Returns the connection of the tests with the token of this generation. */
export const generation = (number: number): ReturnType<typeof aConnection> =>
  aConnection({ token: { accessToken: `access-${number}`, refreshToken: `refresh-${number}` } })

async function take(stores: Ports, idempotencyKey: string): Promise<string> {
  const entry = await stores.journal.open({ ...JOURNAL_KEY, idempotencyKey }, 'print', MINUTE)
  return 'claim' in entry ? entry.claim : entry.state
}

/** Call of a port, with its preparation and with the state that a later read returns. */
export interface PortCall {
  readonly name: string
  readonly before?: (stores: Ports) => Promise<unknown>
  readonly run: (stores: Ports, prepared: unknown) => Promise<unknown>
  /** Return value that the call must have. */
  readonly gives?: unknown
  readonly after: (stores: Ports) => Promise<unknown>
  readonly leaves: unknown
}

/** Every writing call of each port, and its reads. */
export const PORT_CALLS: readonly PortCall[] = [
  {
    name: 'storage.saveConnection',
    run: ({ storage }) => storage.saveConnection(generation(1)),
    after: async ({ storage }) => (await storage.getConnection('fake:42'))?.token.accessToken,
    leaves: 'access-1',
  },
  {
    name: 'storage.saveConnection over another',
    before: ({ storage }) => storage.saveConnection(generation(1)),
    run: ({ storage }) => storage.saveConnection(generation(2)),
    after: async ({ storage }) => (await storage.getConnection('fake:42'))?.token.accessToken,
    leaves: 'access-2',
  },
  {
    name: 'storage.saveRenewed',
    before: ({ storage }) => storage.saveConnection(generation(1)),
    run: ({ storage }) => storage.saveRenewed(generation(2), generation(1)),
    gives: true,
    after: async ({ storage }) => (await storage.getConnection('fake:42'))?.token.refreshToken,
    leaves: 'refresh-2',
  },
  {
    name: 'storage.deleteConnection',
    before: ({ storage }) => storage.saveConnection(generation(1)),
    run: ({ storage }) => storage.deleteConnection('fake:42'),
    after: ({ storage }) => storage.getConnection('fake:42'),
    leaves: null,
  },
  {
    name: 'storage.saveApp',
    run: ({ storage }) => storage.saveApp(anApp({ clientSecret: 'client-secret' })),
    after: async ({ storage }) => (await storage.getApp('fake', null))?.clientSecret,
    leaves: 'client-secret',
  },
  {
    name: 'journal.open',
    run: async ({ journal }) => (await journal.open(JOURNAL_KEY, 'print', MINUTE)).state,
    gives: 'NEW',
    after: async ({ journal }) => (await journal.open(JOURNAL_KEY, 'print', MINUTE)).state,
    leaves: 'BUSY',
  },
  {
    name: 'journal.save',
    before: (stores) => take(stores, 'key'),
    run: async ({ journal }, claim) => {
      await journal.save(JOURNAL_KEY, String(claim), { step: 'FINISH' }, MINUTE)
      await journal.release(JOURNAL_KEY, String(claim))
    },
    after: async ({ journal }) => {
      const entry = await journal.open(JOURNAL_KEY, 'print', MINUTE)
      return 'receipt' in entry && entry.receipt
    },
    leaves: { step: 'FINISH' },
  },
  {
    name: 'journal.finish',
    before: (stores) => take(stores, 'key'),
    run: ({ journal }, claim) => journal.finish(JOURNAL_KEY, String(claim), { id: '1' }),
    after: ({ journal }) => journal.open(JOURNAL_KEY, 'print', MINUTE),
    leaves: { state: 'DONE', result: { id: '1' } },
  },
  {
    name: 'journal.finishNew',
    run: async ({ journal }) => journal.finishNew?.(JOURNAL_KEY, 'print', { id: '2' }),
    after: ({ journal }) => journal.open(JOURNAL_KEY, 'print', MINUTE),
    leaves: { state: 'DONE', result: { id: '2' } },
  },
  {
    name: 'locks.withLock',
    run: ({ locks }) => locks.withLock('key', () => Promise.resolve('ran'), MINUTE),
    gives: 'ran',
    after: ({ locks }) => locks.withLock('key', () => Promise.resolve('free'), MINUTE),
    leaves: 'free',
  },
  {
    name: 'loginMemory.keep',
    run: ({ loginMemory }) => loginMemory.keep('state', notes, { lifetimeSeconds: 600 }),
    after: ({ loginMemory }) => loginMemory.lookUp('state'),
    leaves: notes,
  },
  {
    name: 'loginMemory.take',
    before: ({ loginMemory }) => loginMemory.keep('state', notes, { lifetimeSeconds: 600 }),
    run: ({ loginMemory }) => loginMemory.take('state'),
    gives: notes,
    after: ({ loginMemory }) => loginMemory.take('state'),
    leaves: null,
  },
  {
    name: 'seenUpdates.claim',
    run: async ({ seenUpdates }) => (await seenUpdates.claim('update', MINUTE)).state,
    gives: 'CLAIMED',
    after: async ({ seenUpdates }) => (await seenUpdates.claim('update', MINUTE)).state,
    leaves: 'BUSY',
  },
  {
    name: 'seenUpdates.confirm',
    before: async ({ seenUpdates }) => {
      const result = await seenUpdates.claim('update', MINUTE)
      return 'claim' in result && result.claim
    },
    run: ({ seenUpdates }, claim) => seenUpdates.confirm('update', String(claim)),
    after: async ({ seenUpdates }) => (await seenUpdates.claim('update', MINUTE)).state,
    leaves: 'SEEN',
  },
  {
    name: 'markers.save',
    run: ({ markers }) => markers.save('fake:42', 'mentions', 'marker-1'),
    after: ({ markers }) => markers.load('fake:42', 'mentions'),
    leaves: 'marker-1',
  },
  {
    name: 'spendingCounter.reserve',
    run: async ({ spendingCounter }) => (await spendingCounter.reserve('credits', 60, LIMIT)).ok,
    gives: true,
    after: ({ spendingCounter }) => spendingCounter.spent('credits', 3_600),
    leaves: 60,
  },
  {
    name: 'spendingCounter.giveBack',
    before: async ({ spendingCounter }) => {
      const kept = await spendingCounter.reserve('credits', 60, LIMIT)
      return kept.ok && kept.reservation
    },
    run: ({ spendingCounter }, reservation) => spendingCounter.giveBack('credits', 20, String(reservation)),
    after: ({ spendingCounter }) => spendingCounter.spent('credits', 3_600),
    leaves: 40,
  },
]
