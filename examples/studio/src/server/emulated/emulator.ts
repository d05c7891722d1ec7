import { join } from 'node:path'

import { type NetworkModule, startEmulator } from '@social/emulator'
import { blueskyNetwork } from '@social/emulator/bluesky'
import { facebookNetwork } from '@social/emulator/facebook'
import { googleBusinessNetwork } from '@social/emulator/google-business'
import { instagramNetwork } from '@social/emulator/instagram'
import { mastodonNetwork } from '@social/emulator/mastodon'
import { pinterestNetwork } from '@social/emulator/pinterest'
import { threadsNetwork } from '@social/emulator/threads'
import { tiktokNetwork } from '@social/emulator/tiktok'
import { tiktokBusinessNetwork } from '@social/emulator/tiktok-business'
import { xNetwork } from '@social/emulator/x'
import { youtubeNetwork } from '@social/emulator/youtube'

import { lasting, FrozenClock, writes } from './lasting-network.js'

/** Number of consecutive ports of the emulated networks, one for each network. */
export const NETWORK_PORTS = 11

/** Options of the emulated networks. */
export interface NetworksOptions {
  /** Folder of the journals. */
  readonly dataFolder: string
  /** Port of the first network. The others use the following ports. */
  readonly port: number
  /** URL that a network pushes events to: the studio's mounted webhook route. */
  readonly webhookUrlOf: (network: string) => string
  /** Fetch function of networks that download files. */
  readonly fetch: (url: string) => Promise<Response>
}

/** Facebook creates page tokens during a read request. */
const givesTokens = ({ url }: Request): boolean =>
  new URL(url).searchParams.get('fields')?.includes('access_token') === true

/** Instagram and Threads exchange tokens with a GET request. */
const isExchange = ({ url }: Request): boolean => new URL(url).pathname.endsWith('access_token')

/** Starts the emulated networks. Their state survives a restart. */
export async function startNetworks({ dataFolder, port, webhookUrlOf, fetch }: NetworksOptions) {
  const clock = new FrozenClock()
  const last = <M extends NetworkModule>(module: M, changes = writes) =>
    lasting(module, join(dataFolder, 'emulator'), clock, changes)
  const networks = [
    last(
      mastodonNetwork({
        videoReady: { afterSeconds: 2 },
        // Several open pages poll every few seconds. The real server's limit for one account is too low for that.
        rateLimits: {
          paging: { requests: 5000, seconds: 900 },
          perToken: { requests: 5000, seconds: 300 },
        },
      }),
    ),
    last(blueskyNetwork({ videoPolls: 0 })),
    last(youtubeNetwork({ processed: { afterSeconds: 5 } })),
    last(
      tiktokNetwork({
        webhookUrl: webhookUrlOf('tiktok'),
        pushImmediately: true,
        processSeconds: 2,
        publicSeconds: 3,
      }),
    ),
    // Small pictures are allowed, so that any picture can be used to try the studio.
    last(pinterestNetwork({ registeredSeconds: 1, processSeconds: 2, minSide: 1 })),
    last(
      xNetwork({
        processSeconds: 2,
        searchDelaySeconds: 2,
        // The studio polls every few seconds. X's limit for one account is too low for that.
        rates: { 'GET /2/users/:id/mentions': 5000, 'GET /2/tweets/:id': 5000 },
      }),
    ),
    last(
      facebookNetwork({
        webhookUrl: webhookUrlOf('facebook'),
        deauthorizeUrl: `${webhookUrlOf('facebook')}/deauthorize`,
        deletionUrl: `${webhookUrlOf('facebook')}/data-deletion`,
        pushImmediately: true,
        videoSeconds: 3,
      }),
      (request) => writes(request) || givesTokens(request),
    ),
    last(
      instagramNetwork({
        webhookUrl: webhookUrlOf('instagram'),
        pushImmediately: true,
        fetch,
        fetchAfterSeconds: 0,
        videoSeconds: 3,
      }),
      (request) => writes(request) || isExchange(request),
    ),
    last(
      threadsNetwork({
        webhookUrl: webhookUrlOf('threads'),
        pushImmediately: true,
        fetch,
        fetchAfterSeconds: 0,
      }),
      (request) => writes(request) || isExchange(request),
    ),
    // The studio polls every few seconds. TikTok's limit for one account is too low for that.
    last(tiktokBusinessNetwork({ perMinuteAndEndpoint: 5000, perMinute: 5000 })),
    last(googleBusinessNetwork({ fetch, perMinute: 5000, processSeconds: 2 })),
  ] as const
  const emulator = await startEmulator({ networks, clock, port })
  await Promise.all(networks.map((network) => network.ready()))
  return emulator
}

/** Emulator with the studio's networks. */
export type Networks = Awaited<ReturnType<typeof startNetworks>>

/** Origins of the emulated networks. */
export function urlsOf(networks: Networks): readonly string[] {
  const names = Object.keys(networks.control) as (keyof Networks['control'])[] // safe cast: keys of the same object
  return names.map((name) => networks.url(name))
}
