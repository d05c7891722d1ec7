import { Accounts, watchAccounts } from './accounts.js'
import { saveApps } from './apps.js'
import { takeFolder } from './data-folder.js'
import { openDatabase } from './database.js'
import { Drafts } from './drafts.js'
import { watchEffects } from './effects.js'
import { startNetworks } from './emulator.js'
import { Inbox } from './inbox.js'
import { Live } from './live.js'
import { Measures } from './measures.js'
import { makePlatforms } from './networks.js'
import { Playground } from './playground.js'
import { watchPosts } from './post-watch.js'
import { Posts } from './posts.js'
import { fetchUploads, publicFiles } from './public-files.js'
import { Publishing } from './publishing.js'
import { makeServer } from './server.js'
import { redirectUriOf, webhookUrlOf } from './social-routes.js'
import { openSocial } from './social.js'
import { openStores } from './stores.js'
import { Trace } from './trace.js'
import { Troubles } from './troubles.js'
import { Updates } from './updates.js'
import { Uploads } from './uploads.js'

/** How a studio starts. */
export interface StudioOptions {
  /** Where everything is kept. */
  readonly dataFolder: string
  readonly port: number
  /** The built page. */
  readonly pageFolder: string
  /** Port of the first emulated network; the others take the following ones. */
  readonly emulatorPort: number
  /** A PostgreSQL that keeps what the library keeps; one file in the folder unless given. */
  readonly postgresUrl?: string | undefined
}

/** A studio that runs. */
export interface Studio {
  /** Where people open it. */
  readonly url: string
  /** Server to name when connecting: the emulator's. */
  readonly emulatorHost: string
  /** Stops everything; what was on its way goes on at the next start. */
  close(): Promise<void>
}

/** Starts the emulator, the client, the inbox and the web server. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { dataFolder, port, emulatorPort, pageFolder } = options
  const giveBack = takeFolder(dataFolder)
  const stores = await openStores(dataFolder, options.postgresUrl ?? null).catch((error: unknown) => {
    giveBack()
    throw error
  })
  const origin = `http://127.0.0.1:${port}`
  const networks = await startNetworks({
    dataFolder,
    port: emulatorPort,
    webhookUrlOf: (network) => webhookUrlOf(origin, network),
    fetch: fetchUploads(dataFolder, origin),
  })
  const platforms = makePlatforms(networks)
  const { social, close: closeSocial } = openSocial(stores, platforms, publicFiles(origin))
  await saveApps(social.storage, networks, (network) => redirectUriOf(origin, network))
  const database = openDatabase(dataFolder)
  const stop = new AbortController()
  const stopping = stop.signal
  const live = new Live()
  const uploads = new Uploads(database, dataFolder)
  const posts = new Posts(database, uploads)
  const accounts = new Accounts(database)
  const updates = new Updates(database)
  const kept = { social, live, posts, accounts, updates, uploads, stopping }
  const drafts = new Drafts(database)
  const publishing = new Publishing(kept)
  const inbox = new Inbox(kept)
  const playground = new Playground(networks)
  const troubles = new Troubles(networks)
  const trace = new Trace((step) => live.tell('trace', step))
  const measures = new Measures(database)
  social.onTokenRenewed(({ id }) => measures.write('RENEWAL', id, 1))
  const unwatch = watchEffects(networks, trace)
  const parts = {
    ...kept,
    drafts,
    publishing,
    inbox,
    playground,
    troubles,
    trace,
    measures,
    platforms,
    networks,
    origin,
  }
  const app = await makeServer(parts, pageFolder)

  const stopServing = async () => {
    stop.abort(new Error('The studio was stopped.'))
    unwatch()
    trace.close()
    live.close()
    await app.close()
  }
  const giveBackAll = async () => {
    await closeSocial()
    await networks.close()
    database.close()
    giveBack()
  }
  try {
    await app.listen({ host: '127.0.0.1', port })
  } catch (error) {
    await stopServing()
    await giveBackAll()
    throw error
  }
  publishing.resume()
  inbox.startAll()
  const watching = Promise.all([watchPosts(kept, publishing), watchAccounts(kept)])
  return {
    url: origin,
    emulatorHost: networks.host('mastodon'),
    close: async () => {
      await stopServing()
      await Promise.all([publishing.idle(), inbox.idle(), watching])
      await giveBackAll()
    },
  }
}
