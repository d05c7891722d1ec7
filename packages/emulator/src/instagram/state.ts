import { unknownName } from '../framework/control/operations.js'
import type { ModuleSetup } from '../framework/module.js'
import { type Container, type ContainerState } from '../meta/containers.js'
import type { Access } from '../meta/records.js'
import { noSuchObject } from '../meta/refusal.js'
import { makeGraphState, nextId } from '../meta/state.js'
import type { Account, Comment, Media, PrivateReply } from './records.js'
import type { InstagramAccountSetup, InstagramSettings } from './settings.js'

/** State of the emulated Instagram. The state exists only in memory. */
export interface InstagramState extends ContainerState {
  readonly own: InstagramSettings
  /** Accounts by professional account id. */
  readonly accounts: Map<string, Account>
  readonly containers: Map<string, Container>
  readonly media: Map<string, Media>
  readonly comments: Map<string, Comment>
  /** Private replies by comment id. A comment has at most one private reply. */
  readonly privateReplies: Map<string, PrivateReply>
  /** Number of posts that count toward the daily limit of every account, in addition to its stored posts. */
  quotaUsedBefore: number
}

/** Creates the initial state, with the accounts of the settings. */
export function makeState(setup: ModuleSetup, settings: InstagramSettings): InstagramState {
  // Object.assign extends the existing object instead of copying it. Webhook signing holds this
  // object and must see changed settings.
  const state: InstagramState = Object.assign(makeGraphState(setup, settings, 'instagram'), {
    own: settings,
    accounts: new Map(),
    containers: new Map(),
    containerSettings: settings,
    nextErrors: [],
    containersToLose: 0,
    media: new Map(),
    comments: new Map(),
    privateReplies: new Map(),
    quotaUsedBefore: 0,
  })
  for (const account of settings.accounts) addAccount(state, account)
  return state
}

/** Adds an account that sends webhook events to the app. */
export function addAccount(state: InstagramState, setup: InstagramAccountSetup): Account {
  const account: Account = {
    userId: nextId(state),
    appScopedId: String(24_987_654_321_098_765n + state.nextId - 17_841_405_822_304_913n),
    username: setup.username,
    name: setup.name ?? setup.username,
    accountType: setup.accountType ?? 'BUSINESS',
    noTrialReels: setup.noTrialReels ?? false,
    subscribed: true,
  }
  state.accounts.set(account.userId, account)
  return account
}

/**
 * Finds an account by user name or professional account id.
 * @throws ControlError if none matches. The message lists the existing user names.
 */
export function accountNamed(state: InstagramState, name: string): Account {
  const all = [...state.accounts.values()]
  const found = all.find(({ username, userId }) => username === name || userId === name)
  if (found !== undefined) return found
  throw unknownName(
    name,
    all.map(({ username }) => username),
  )
}

/** Returns the account that owns the access token. */
export function callerOf(state: InstagramState, access: Access): Account {
  const account = state.accounts.get(access.owner)
  if (account === undefined) throw noSuchObject('get', access.owner)
  return account
}

/**
 * Returns the caller's account. The path names the account by one of its ids or as `me`.
 * @throws Refusal if the path names another account.
 */
export function accountInPath(state: InstagramState, access: Access, id: string, method: string): Account {
  const caller = callerOf(state, access)
  if (id !== 'me' && id !== caller.userId && id !== caller.appScopedId) throw noSuchObject(method, id)
  return caller
}
