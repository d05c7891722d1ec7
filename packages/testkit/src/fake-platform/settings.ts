import {
  type AccountChoice,
  ConfigError,
  Feature,
  type Limits,
  type LoginField,
  makeLimits,
  type PartialInit,
  type PostFailure,
  type PostState,
  refuseUnknownNames,
  type Update,
} from '@social/core/platform'
import { wrongArgument } from '@social/core/store'
import type { GenericSchema } from 'valibot'

/** A field of a sign-in form. Only `name` is required. */
type FieldInit = Pick<LoginField, 'name'> & PartialInit<Omit<LoginField, 'name'>>

/**
 * Settings of a fake platform. Every setting has a default. Methods of disabled features are
 * absent from the platform.
 */
export interface FakePlatformSettings<N extends string = string> {
  /** Name of the platform. Default: `fake`. */
  readonly name?: N | undefined
  /**
   * Features of the platform. Default: all features except `SCHEDULE`, `NEEDS_NO_APP`,
   * `READ_STATS` and `SUBSCRIBE_UPDATES`.
   */
  readonly features?: readonly Feature[] | undefined
  /** Limits of posts. Default: at most 300 characters, 4 images and 1 video. */
  readonly limits?: PartialInit<Limits> | undefined
  /**
   * If true, publishing sends `POST {apiBase}/posts` with `{"text"}`, and uses the id in the
   * response.
   */
  readonly sendsRequests?: boolean | undefined
  /**
   * Accounts that a user can choose from. If set, `finishLogin` requests an account choice, and
   * `resumeLogin` exists.
   */
  readonly accounts?:
    | readonly (Pick<AccountChoice, 'id'> & PartialInit<Omit<AccountChoice, 'id'>>)[]
    | undefined
  /** Form fields that `startLogin` requests instead of redirecting the user to the network. */
  readonly askFor?: readonly FieldInit[] | undefined
  /** Secret that signs webhook requests. Default: `fake-secret`. */
  readonly secret?: string | undefined
  /** Updates that exist before the test starts. `addUpdate` adds more updates. */
  readonly updates?: readonly Update[] | undefined
  /**
   * Post states that `checkState` returns, one for each call. The last state repeats. Without this
   * setting, `checkState` does not exist.
   */
  readonly states?: readonly PostState[] | undefined
  /** Failure of posts in the state `FAILED`. Default: a failure without a known reason. */
  readonly failure?: PostFailure | undefined
  /** Schema of the post options, for example with descriptions from `withInfo`. Default: every option is accepted. */
  readonly postOptions?: GenericSchema | undefined
  /** Lifetime of a token in seconds. Default: 3600. Null: tokens never expire. */
  readonly tokenLifetimeSeconds?: number | null | undefined
  /** Error that `publish` throws for every valid post. */
  readonly publishFailsWith?: Error | undefined
  /** Error that `finishLogin` and `resumeLogin` always throw. `startLogin` is not affected. */
  readonly loginFailsWith?: Error | undefined
  /** If false, the platform has no method `answerSetupCheck`. */
  readonly answersSetupChecks?: boolean | undefined
  /** If true, `reconcile` exists and finds posts whose response was lost. */
  readonly findsLostPosts?: boolean | undefined
  /** Page size of a read without a limit. Default: 2. */
  readonly pageSize?: number | undefined
  /** Avatar URL of every new connection. */
  readonly avatarUrl?: string | null | undefined
}

/** Settings after every default was applied. */
export interface FullSettings {
  readonly name: string
  readonly features: ReadonlySet<Feature>
  readonly limits: Limits
  readonly sendsRequests: boolean
  readonly accounts: readonly AccountChoice[]
  readonly askFor: readonly LoginField[]
  readonly secret: string
  readonly updates: readonly Update[]
  readonly states: readonly PostState[]
  readonly failure: PostFailure | null
  readonly postOptions: GenericSchema | null
  readonly tokenLifetimeSeconds: number | null
  readonly publishFailsWith: Error | null
  readonly loginFailsWith: Error | null
  readonly answersSetupChecks: boolean
  readonly findsLostPosts: boolean
  readonly pageSize: number
  readonly avatarUrl: string | null
}

const KNOWN: Record<keyof FullSettings, true> = {
  name: true,
  features: true,
  limits: true,
  sendsRequests: true,
  accounts: true,
  askFor: true,
  secret: true,
  updates: true,
  states: true,
  failure: true,
  postOptions: true,
  tokenLifetimeSeconds: true,
  publishFailsWith: true,
  loginFailsWith: true,
  answersSetupChecks: true,
  findsLostPosts: true,
  pageSize: true,
  avatarUrl: true,
}
const NAMES = Object.keys(KNOWN)

const NAME = /^[a-z][a-z0-9_-]*$/

const NOT_BY_ITSELF: ReadonlySet<string> = new Set([
  'SCHEDULE',
  'NEEDS_NO_APP',
  'READ_STATS',
  'SUBSCRIBE_UPDATES',
])

const DEFAULT_FEATURES = Object.values(Feature).filter((flag) => !NOT_BY_ITSELF.has(flag))

function toField(field: FieldInit): LoginField {
  const { name, label = name, secret = false, helpText = null } = field
  return { name, label, secret, helpText }
}

const isText = (one: unknown): boolean => typeof one === 'string'

/** @throws ConfigError if a list setting contains an invalid value. */
function refuseWrongLists({ features, accounts, askFor, updates, states }: FakePlatformSettings): void {
  const has = (name: string) => (one: unknown) =>
    typeof one === 'object' && one !== null && isText(Reflect.get(one, name))
  const lists = {
    features: { given: features && [...iterable(features)], fits: isText, of: 'flags' },
    accounts: { given: accounts, fits: has('id'), of: "accounts such as [{ id: '1' }]" },
    askFor: { given: askFor, fits: has('name'), of: "fields such as [{ name: 'handle' }]" },
    updates: { given: updates, fits: has('id'), of: 'updates' },
    states: { given: states, fits: isText, of: 'states' },
  }
  for (const [list, { given, fits, of }] of Object.entries(lists)) {
    if (given === undefined || given === null) continue
    if (!Array.isArray(given) || ![...given].every(fits))
      throw wrongArgument(`FakePlatform.${list}`, `a list of ${of}`, given)
  }
}

/**
 * Returns an iterable value unchanged. Returns `[null]` for any other value, so that the later
 * check of the flags fails.
 */
function iterable(value: unknown): Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
    ? (value as Iterable<unknown>) // safe cast: the condition has checked that the value is iterable
    : [null]
}

/**
 * Applies the defaults to the settings.
 *
 * @throws ConfigError for an unknown setting, an invalid name, or a page size below 1.
 */
export function readSettings(settings: FakePlatformSettings): FullSettings {
  refuseUnknownNames(settings, NAMES, 'FakePlatform')
  refuseWrongLists(settings)
  const { name: registered = 'fake', pageSize = 2 } = settings
  if (typeof registered !== 'string') throw wrongArgument('FakePlatform.name', 'text', registered)
  if (typeof pageSize !== 'number') throw wrongArgument('FakePlatform.pageSize', 'a number', pageSize)
  const full: FullSettings = {
    name: registered,
    features: new Set(settings.features ?? DEFAULT_FEATURES),
    limits: makeLimits(settings.limits ?? { maxTextLength: 300, maxImages: 4, maxVideos: 1 }),
    sendsRequests: settings.sendsRequests ?? false,
    accounts: (settings.accounts ?? []).map(({ id, name = id, kind = null }) => ({ id, name, kind })),
    askFor: (settings.askFor ?? []).map(toField),
    secret: settings.secret ?? 'fake-secret',
    updates: settings.updates ?? [],
    states: settings.states ?? [],
    failure: settings.failure ?? null,
    postOptions: settings.postOptions ?? null,
    tokenLifetimeSeconds: settings.tokenLifetimeSeconds === undefined ? 3600 : settings.tokenLifetimeSeconds,
    publishFailsWith: settings.publishFailsWith ?? null,
    loginFailsWith: settings.loginFailsWith ?? null,
    answersSetupChecks: settings.answersSetupChecks ?? true,
    findsLostPosts: settings.findsLostPosts ?? false,
    pageSize,
    avatarUrl: settings.avatarUrl ?? null,
  }
  if (!NAME.test(full.name))
    throw new ConfigError(
      `"${full.name}" is not a valid platform name. Use lower-case letters, digits, "_" and "-", starting with a letter.`,
    )
  if (!Number.isInteger(full.pageSize) || full.pageSize < 1)
    throw new ConfigError(`FakePlatform.pageSize must be a whole number of at least 1, not ${full.pageSize}.`)
  return full
}
