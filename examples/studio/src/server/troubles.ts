import type { SwitchInfo, Trouble } from '../shared/trouble.js'
import type { Networks } from './emulator.js'
import { BadRequest } from './refusals.js'

type Name = keyof Networks['control']
type Faults = ReturnType<Networks['faults']>
type Fault = Parameters<Faults['add']>[0]

/** Path of the request that makes a post visible, at each emulated network. */
const VISIBLE: Readonly<Partial<Record<Name, string>>> = {
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

/** Faults of the emulator, by what goes wrong. */
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

/** Networks that push: their news can come twice, or late. */
const PUSHING: ReadonlySet<Name> = new Set(['tiktok', 'facebook', 'instagram', 'threads'])

interface On {
  readonly handles: readonly ReturnType<Faults['add']>[]
  readonly off: () => void
}

/** The switches that make the emulated networks misbehave. What is switched on does not outlast the process. */
export class Troubles {
  readonly #networks: Networks
  readonly #on = new Map<string, On>()

  constructor(networks: Networks) {
    this.#networks = networks
  }

  /** What can go wrong at a network, and what does. */
  switches(name: Name): readonly SwitchInfo[] {
    return this.#possible(name).map((trouble) => {
      const on = this.#on.get(`${name} ${trouble}`)
      const hits = on?.handles.reduce((sum, handle) => sum + handle.hits, 0) ?? 0
      return { trouble, isOn: on !== undefined, hits }
    })
  }

  /** True where that goes wrong now. */
  isOn(name: string, trouble: Trouble): boolean {
    return this.#on.has(`${name} ${trouble}`)
  }

  /** @throws BadRequest for what cannot go wrong there. */
  set(name: string, trouble: Trouble, isOn: boolean): void {
    if (!this.#isNetwork(name) || !this.#possible(name).includes(trouble))
      throw new BadRequest('That does not go wrong on this network.')
    const key = `${name} ${trouble}`
    this.#on.get(key)?.off()
    this.#on.delete(key)
    if (isOn) this.#on.set(key, this.#switchOn(name, trouble))
  }

  #isNetwork(name: string): name is Name {
    return Object.hasOwn(this.#networks.control, name)
  }

  #possible(name: Name): readonly Trouble[] {
    const posts: readonly Trouble[] = VISIBLE[name] === undefined ? [] : ['lostReply', 'slowDown']
    const rotates = this.#expiry(name) !== null
    return [
      ...posts,
      'slowServer',
      'refusedQuestion',
      ...(name === 'mastodon' ? (['lateKey'] as const) : []),
      ...(PUSHING.has(name) ? (['doubleWebhooks', 'lateWebhooks'] as const) : []),
      ...(rotates ? (['noTokens'] as const) : []),
    ]
  }

  #switchOn(name: Name, trouble: Trouble): On {
    if (trouble === 'lateKey') {
      const { mastodon } = this.#networks.control
      mastodon.setPosting({ seconds: LATE_KEY_SECONDS })
      return { handles: [], off: () => mastodon.setPosting({ seconds: 0 }) }
    }
    if (trouble === 'noTokens') this.#expiry(name)?.()
    const faults = this.#networks.faults(name)
    const handles = (FAULTS[trouble]?.(VISIBLE[name] ?? '') ?? []).map((fault) => faults.add(fault))
    return { handles, off: () => handles.forEach((handle) => handle.remove()) }
  }

  /** What makes every token of a network run out at once; null where they do not, or cannot be renewed. */
  #expiry(name: Name): (() => unknown) | null {
    const { youtube, tiktok, pinterest, x, tiktok_business, google_business } = this.#networks.control
    const controls = { youtube, tiktok, pinterest, x, tiktok_business, google_business }
    const control = Object.entries(controls).find(([one]) => one === name)?.[1]
    return control === undefined ? null : () => control.expireTokens({})
  }
}
