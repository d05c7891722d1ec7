import { join } from 'node:path'

import { ConfigError } from '@social/core'

import { Accounts, watchAccounts } from './accounts/accounts.js'
import { Drafts } from './compose/drafts.js'
import { addressesOf } from './emulated/addresses.js'
import { saveApps } from './emulated/apps.js'
import { type Networks, startNetworks } from './emulated/emulator.js'
import { suggestedHost } from './emulated/sample-sign-in.js'
import { fetchUploads, publicFiles } from './files/public-files.js'
import { Inbox } from './inbox/inbox.js'
import { Updates } from './inbox/updates.js'
import { Live } from './live.js'
import { ManyMachines } from './many/many-machines.js'
import type { WorkerProgram } from './many/worker-pool.js'
import { makePlatforms } from './networks.js'
import { Opened } from './opened.js'
import type { SendingParts } from './posts/own-sender.js'
import { watchPosts } from './posts/post-watch.js'
import { Posts } from './posts/posts.js'
import { Publishing } from './posts/publishing.js'
import { Uploads } from './posts/uploads.js'
import { makeServer } from './server.js'
import { redirectUriOf, webhookUrlOf } from './social-routes.js'
import { openSocial } from './social.js'
import { Measures } from './statistics/measures.js'
import { takeFolder } from './storage/data-folder.js'
import { openDatabase } from './storage/database.js'
import { openStores, schemaOf } from './storage/stores.js'
import { watchEffects } from './trouble/effects.js'
import { Playground } from './trouble/playground.js'
import { Trace } from './trouble/trace.js'
import { Troubles } from './trouble/troubles.js'

/** Settings of the worker processes. */
export interface WorkersOptions {
  /** Redis, for the queue. Default: a SQLite file in the data folder. */
  readonly redisUrl?: string | undefined
  readonly program: WorkerProgram
  /** True accepts a Redis without an append-only file, which can lose jobs. For tests only. */
  readonly acceptLoss: boolean
  /**
   * Seconds until a job without renewal is given to another worker. Default: the default of the
   * queue.
   */
  readonly leaseSeconds?: number | undefined
}

/** Servers and workers of a studio. The default is one process with one SQLite file. */
export interface ServerOptions {
  /** PostgreSQL for the library's data. Default: a SQLite file in the data folder. */
  readonly postgresUrl?: string | undefined
  /**
   * Settings of the workers. Workers with Redis also need PostgreSQL. Default: the studio publishes
   * in its own process, for tests.
   */
  readonly workers?: WorkersOptions | undefined
}

export interface StudioOptions extends ServerOptions {
  /** Folder that contains all data of the studio. */
  readonly dataFolder: string
  readonly port: number
  /** Folder of the built page. */
  readonly pageFolder: string
  /** Port of the first emulated network. The other networks use the following ports. */
  readonly emulatorPort: number
}

export interface Studio {
  /** URL of the page. */
  readonly url: string
  /** Host of the emulated server that the page suggests at sign-in. */
  readonly emulatorHost: string
  /** Stops the server and all background work. Posts in progress resume at the next start. */
  close(): Promise<void>
}

/** Starts the emulator, the client, the inbox, the workers (if configured) and the web server. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const opened = new Opened()
  try {
    return await openStudio(options, opened)
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

async function openStudio(options: StudioOptions, opened: Opened): Promise<Studio> {
  const { dataFolder, port, emulatorPort, pageFolder, postgresUrl = null } = options
  opened.add(takeFolder(dataFolder))
  const stores = await openStores(dataFolder, postgresUrl)
  opened.add(() => stores.close())
  const origin = `http://127.0.0.1:${port}`
  const networks = await startNetworks({
    dataFolder,
    port: emulatorPort,
    webhookUrlOf: (network) => webhookUrlOf(origin, network),
    fetch: fetchUploads(dataFolder, origin),
  })
  opened.add(() => networks.close())
  const platforms = makePlatforms(addressesOf(networks))
  const social = openSocial(stores, platforms, publicFiles(origin))
  opened.add(() => social.close())
  await saveApps(social.storage, networks, (network) => redirectUriOf(origin, network))
  const database = openDatabase(dataFolder)
  opened.add(() => database.close())
  const stop = new AbortController()
  const stopping = stop.signal
  const live = new Live()
  opened.add(() => live.close())
  const uploads = new Uploads(database, dataFolder)
  const posts = new Posts(database, uploads)
  const accounts = new Accounts(database)
  const updates = new Updates(database)
  const kept = { social, live, posts, accounts, updates, uploads, stopping }
  const measures = new Measures(database)
  social.onTokenRenewed(({ id }) => measures.write('RENEWAL', id, 1))
  const trace = new Trace((step) => live.notify('trace', step))
  opened.add(() => trace.close())
  opened.add(watchEffects(networks, trace))
  const many = await openMany(options, kept, { networks, trace, measures })
  opened.add(() => many?.close())
  const publishing = new Publishing(kept, many?.sender)
  const inbox = new Inbox(kept)
  const app = await makeServer(
    {
      ...kept,
      drafts: new Drafts(database),
      publishing,
      inbox,
      playground: new Playground(networks),
      troubles: new Troubles(networks),
      trace,
      measures,
      platforms,
      networks,
      origin,
      many,
    },
    pageFolder,
  )
  // `close` first aborts this background work and then waits until it has ended.
  let watching: Promise<unknown> = Promise.resolve()
  opened.add(async () => {
    await Promise.all([publishing.idle(), inbox.idle(), watching])
  })
  opened.add(() => app.close())
  opened.add(() => live.close())
  opened.add(() => stop.abort(new Error('The studio was stopped.')))
  await app.listen({ host: '127.0.0.1', port })
  many?.start()
  publishing.resume()
  inbox.startAll()
  watching = Promise.all([watchPosts(kept, publishing), watchAccounts(kept)])
  return { url: origin, emulatorHost: suggestedHost(networks), close: () => opened.closeAll() }
}

/** Starts the workers and their queue. Returns null if no workers are configured. */
async function openMany(
  { workers, postgresUrl, dataFolder, port }: StudioOptions,
  kept: SendingParts,
  parts: { readonly networks: Networks; readonly trace: Trace; readonly measures: Measures },
): Promise<ManyMachines | null> {
  if (workers === undefined) return null
  const { program, redisUrl, ...queue } = workers
  if (redisUrl !== undefined && postgresUrl === undefined)
    throw new ConfigError('REDIS_URL is set, but workers also require PostgreSQL: set POSTGRES_URL too.')
  return ManyMachines.open(kept, {
    program,
    setup: {
      queue: {
        ...queue,
        redisUrl: redisUrl ?? null,
        file: join(dataFolder, 'jobs.db'),
        name: schemaOf(dataFolder),
      },
      postgresUrl: postgresUrl ?? null,
      dataFolder,
      addresses: addressesOf(parts.networks),
      origin: `http://127.0.0.1:${port}`,
    },
    trace: parts.trace,
    onRenewed: (accountId) => parts.measures.write('RENEWAL', accountId, 1),
    onProgress: (progress) => kept.live.notify('progress', progress),
  })
}
