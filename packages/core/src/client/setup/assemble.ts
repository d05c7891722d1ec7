import { describeValue, refuseUnknownNames } from '../../checks/index.js'
import type { Clock, LoginMemory, Markers, Platform, SeenUpdates } from '../../contract/index.js'
import { traceOperation } from '../../diagnostics/channels.js'
import { ConfigError } from '../../errors/index.js'
import { InMemoryMarkers } from '../../events/handling/in-memory-markers.js'
import { InMemorySeenUpdates } from '../../events/handling/in-memory-seen.js'
import { HttpEngine } from '../../http/engine.js'
import { systemClock, systemRandom } from '../../http/time/clock.js'
import { Deadline } from '../../http/time/deadline.js'
import { InMemoryPublishJournal } from '../../publishing/in-memory-journal.js'
import { Publisher } from '../../publishing/publisher.js'
import { InMemorySpendingCounter } from '../../spending/index.js'
import { readLimits } from '../../spending/read-limits.js'
import { SpendingGuard } from '../../spending/spending-guard.js'
import { answerWithin } from '../../storage/answer-within.js'
import { CheckedStorage } from '../../storage/checked-storage.js'
import { InMemoryLoginMemory } from '../../storage/in-memory-login-memory.js'
import { InMemoryLocks } from '../../storage/in-memory.js'
import { HealthMemory } from '../../tokens/health-memory.js'
import { healthOf } from '../../tokens/health.js'
import { LEASE_SECONDS, lockConnection, REFRESH_SECONDS } from '../../tokens/renewal.js'
import { TokenKeeper } from '../../tokens/token-keeper.js'
import { AccountCall, type CallParts, warn } from '../call.js'
import type { ClientParts } from '../client-parts.js'
import type { SocialClientOptions } from '../types.js'
import { checkPorts } from './check-ports.js'
import { assertNode } from './node-version.js'

/**
 * Default time limit of a whole call in seconds. Our choice. Uploads and documented waits do not count against the
 * limit.
 */
const DEADLINE_SECONDS = 120

const OPTION_NAMES = [
  'storage',
  'platforms',
  'locks',
  'loginMemory',
  'seenUpdates',
  'markers',
  'journal',
  'spendingCounter',
  'spending',
  'mediaHost',
  'transport',
  'clock',
  'random',
  'retries',
  'deadlineSeconds',
  'allowLoopback',
]

/** All parts of a client. */
export interface AssembledParts extends ClientParts {
  readonly platforms: Readonly<Record<string, Platform>>
  readonly loginMemory: LoginMemory
  readonly seenUpdates: SeenUpdates
  readonly markers: Markers
  /** Checks the application's spending limits. Null if the application has set none. */
  readonly spending: SpendingGuard | null
}

/** Assembles the parts of a client from its options and from in-process defaults. */
export function assemble<Ps extends Record<string, Platform>>(
  options: SocialClientOptions<Ps>,
  platformFor: (name: string) => Platform,
): AssembledParts {
  assertNode(process.versions.node)
  checkOptions(options)
  const { clock = systemClock, random = systemRandom, allowLoopback = false } = options
  const storage = new CheckedStorage(options.storage)
  const deadlineSeconds = options.deadlineSeconds ?? DEADLINE_SECONDS
  const spending = makeSpendingGuard(options, clock)
  const engine = new HttpEngine({
    clock,
    random,
    allowLoopback,
    spending,
    ...(options.transport && { transport: options.transport }),
    ...(options.retries && { retries: options.retries }),
  })
  const callParts: CallParts = { engine, clock, random, allowLoopback }
  const locks = options.locks ?? new InMemoryLocks()
  const parts = { locks, clock, warn: (message: string) => warn(null, message) }
  const health = new HealthMemory({
    ...parts,
    storage,
    leaseSeconds: LEASE_SECONDS,
    lock: (connectionId, work) => lockConnection(parts, connectionId, work),
    health: (connection) => {
      const platform = platformFor(connection.platform)
      return healthOf(connection, platform.renewal(connection), clock.now(), platform.displayName)
    },
  })
  const keeper = new TokenKeeper({
    ...parts,
    storage,
    health,
    rule: (connection) => platformFor(connection.platform).renewal(connection),
    refresh: async (connection, signal, assertMayLeave) => {
      const platform = platformFor(connection.platform)
      const deadline = new Deadline({ clock, platform: platform.name, seconds: REFRESH_SECONDS, signal })
      try {
        const call = new AccountCall(callParts, {
          platform,
          operation: 'refresh',
          deadline,
          connection,
          ensureFresh: null,
          renew: null,
          assertMayLeave,
          app: () =>
            platform.features.has('NEEDS_NO_APP')
              ? Promise.resolve(null)
              : answerWithin(storage.getApp(connection.platform, connection.host), {
                  clock,
                  what: 'storage.getApp',
                  platform: platform.name,
                }),
        })
        const facts = { platform: platform.name, connectionId: connection.id, operation: 'refresh' }
        const renewed = await traceOperation(facts, () => platform.refresh(call))
        // Checks for a property instead of the class, because the token may come from another copy of this package.
        if (!('token' in renewed)) return connection.withToken(renewed)
        const { token, host, scopes, extra } = renewed
        return connection.with({
          token,
          ...(host && { host }),
          ...(scopes && { scopes }),
          ...(extra && { extra }),
        })
      } finally {
        deadline.end()
      }
    },
  })
  return {
    storage,
    locks,
    keeper,
    health,
    engine,
    clock,
    callParts,
    deadlineSeconds,
    platformFor,
    platforms: options.platforms,
    mediaHost: options.mediaHost ?? null,
    publisher: new Publisher({
      journal: options.journal ?? new InMemoryPublishJournal({ clock }),
      clock,
      warn: (message) => warn(null, message),
    }),
    loginMemory: options.loginMemory ?? new InMemoryLoginMemory({ clock }),
    seenUpdates: options.seenUpdates ?? new InMemorySeenUpdates({ clock }),
    markers: options.markers ?? new InMemoryMarkers(),
    spending,
  }
}

/**
 * Makes the guard that refuses requests above the application's spending limits. Returns null if there are no
 * limits.
 */
function makeSpendingGuard(
  options: SocialClientOptions<Record<string, Platform>>,
  clock: Clock,
): SpendingGuard | null {
  const { spending, spendingCounter, platforms } = options
  if (spending === undefined) return null
  const limits = readLimits(spending, platforms)
  checkPorts({ spendingCounter: spending.counter })
  const counter = spending.counter ?? spendingCounter ?? new InMemorySpendingCounter({ clock })
  return new SpendingGuard({ counter, limits, clock, warn })
}

function checkOptions(options: SocialClientOptions<Record<string, Platform>>): void {
  if (typeof options !== 'object' || options === null)
    throw new ConfigError('new SocialClient requires an object: { storage, platforms }.')
  refuseUnknownNames(options, OPTION_NAMES, 'SocialClient')
  if (options.storage === undefined || options.storage === null)
    throw new ConfigError(
      'SocialClient requires a storage: an object with getConnection, saveConnection, deleteConnection, getApp and saveApp.',
    )
  checkPorts({ ...options })
  if (typeof options.platforms !== 'object' || options.platforms === null)
    throw new ConfigError('SocialClient requires platforms: { mastodon: mastodon(), … }.')
  for (const [key, platform] of Object.entries(options.platforms)) checkPlatform(key, platform)
  const { deadlineSeconds } = options
  if (deadlineSeconds !== undefined && !(typeof deadlineSeconds === 'number' && deadlineSeconds > 0))
    throw new ConfigError(
      `deadlineSeconds must be a number above zero, not ${describeValue(deadlineSeconds)}.`,
    )
}

function checkPlatform(key: string, platform: unknown): void {
  if (typeof platform === 'function')
    throw new ConfigError(
      `platforms.${key} is the factory itself. Call it: { ${key}: ${platform.name || key}() }.`,
    )
  // Reads only `name`, because a platform that failed to load throws when any other property is read.
  const name = typeof platform === 'object' && platform !== null ? nameOf(platform) : undefined
  if (typeof name !== 'string')
    throw new ConfigError(
      `platforms.${key} must be a platform, not ${describeValue(platform)}. Pass the object that the factory of a network returns.`,
    )
  if (name !== key)
    throw new ConfigError(
      `platforms.${key} is the platform "${name}". Use its name as the key: { ${name}: … }.`,
    )
}

function nameOf(platform: object): unknown {
  return (platform as { readonly name?: unknown }).name // safe cast: any field can be read from an object
}
