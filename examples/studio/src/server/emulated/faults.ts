import type { Trouble } from '../../shared/trouble.js'
import type { Networks } from './emulator.js'

/** Names of the emulated networks. */
export type NetworkName = keyof Networks['control']
type Faults = ReturnType<Networks['faults']>
type Fault = Parameters<Faults['add']>[0]

/** Path of the request that publishes a post, for each emulated network. */
const VISIBLE: Readonly<Partial<Record<NetworkName, string>>> = {
  mastodon: '/api/v1/statuses',
  bluesky: '/xrpc/com.atproto.repo.createRecord',
  youtube: '/upload/youtube/v3/videos',
  tiktok: '/v2/post/publish/*',
  pinterest: '/v5/pins',
  x: '/2/tweets',
  facebook: '*/feed',
  instagram: '*/media_publish',
  threads: '*/threads_publish',
  google_business: '*/localPosts',
}

const SLOW_SECONDS = 3
const LATE_KEY_SECONDS = 4
const RETRY_AFTER_SECONDS = 4

/** Faults that each switch of the page adds to the emulator. */
const FAULTS: Partial<Record<Trouble, (visible: string) => readonly Fault[]>> = {
  lostReply: (path) => [
    { fault: 'replyLost', method: 'POST', path },
    { fault: 'replyLost', method: 'PUT', path },
  ],
  slowServer: () => [{ fault: 'slow', seconds: SLOW_SECONDS, count: 'all' }],
  slowDown: (path) => [
    { fault: 'status', status: 429, retryAfterSeconds: RETRY_AFTER_SECONDS, method: 'POST', path, count: 2 },
  ],
  refusedQuestion: () => [{ fault: 'status', status: 503, method: 'GET', count: 'all' }],
  noTokens: () => [
    { fault: 'status', status: 503, path: '*token*', count: 'all' },
    { fault: 'status', status: 503, path: '*refreshSession*', count: 'all' },
  ],
}

/** Networks that push updates to webhooks. Their webhook requests can be delayed or duplicated. */
const PUSHING: ReadonlySet<NetworkName> = new Set(['tiktok', 'facebook', 'instagram', 'threads'])

/**
 * State of a switch that is on: the emulator's handles of the active faults, and the function that
 * turns the switch off.
 */
export interface On {
  readonly handles: readonly ReturnType<Faults['add']>[]
  readonly off: () => void
}

/**
 * Returns a function that expires all tokens of a network. Returns null if the emulator cannot
 * expire the network's tokens.
 */
function expiryOf({ control }: Networks, name: NetworkName): (() => unknown) | null {
  const { youtube, tiktok, pinterest, x, tiktok_business, google_business } = control
  const controls = { youtube, tiktok, pinterest, x, tiktok_business, google_business }
  const found = Object.entries(controls).find(([one]) => one === name)?.[1]
  return found === undefined ? null : () => found.expireTokens({})
}

/** Returns the fault switches that a network supports. */
export function troublesOf(networks: Networks, name: NetworkName): readonly Trouble[] {
  const posts: readonly Trouble[] = VISIBLE[name] === undefined ? [] : ['lostReply', 'slowDown']
  return [
    ...posts,
    'slowServer',
    'refusedQuestion',
    ...(name === 'mastodon' ? (['lateKey'] as const) : []),
    ...(PUSHING.has(name) ? (['doubleWebhooks', 'lateWebhooks'] as const) : []),
    ...(expiryOf(networks, name) === null ? [] : (['noTokens'] as const)),
  ]
}

export function switchOn(networks: Networks, name: NetworkName, trouble: Trouble): On {
  if (trouble === 'lateKey') {
    const { mastodon } = networks.control
    mastodon.setPosting({ seconds: LATE_KEY_SECONDS })
    return { handles: [], off: () => mastodon.setPosting({ seconds: 0 }) }
  }
  if (trouble === 'noTokens') expiryOf(networks, name)?.()
  const faults = networks.faults(name)
  const handles = (FAULTS[trouble]?.(VISIBLE[name] ?? '') ?? []).map((fault) => faults.add(fault))
  return { handles, off: () => handles.forEach((handle) => handle.remove()) }
}
