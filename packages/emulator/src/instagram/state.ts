import { unknownName } from '../framework/control/operations.js'
import type { ModuleSetup } from '../framework/module.js'
import { type Container, type ContainerState } from '../meta/containers.js'
import type { Access } from '../meta/records.js'
import { noSuchObject } from '../meta/refusal.js'
import { makeGraphState, nextId } from '../meta/state.js'
import type { Account, Comment, Media, PrivateReply } from './records.js'
import type { InstagramAccountSetup, InstagramSettings } from './settings.js'

/** State of the emulated Instagram. */
export interface InstagramState extends ContainerState {
  readonly own: InstagramSettings
  /** Accounts by professional account id. */
  readonly accounts: Map<string, Account>
  readonly containers: Map<string, Container>
  readonly media: Map<string, Media>
  readonly comments: Map<string, Comment>
  /** Private replies by comment: one for each comment. */
  readonly privateReplies: Map<string, PrivateReply>
  /** Posts made elsewhere today, for the allowance. */
  quotaUsedBefore: number
}

/** State of a server with its accounts. */
export function makeState(setup: ModuleSetup, settings: InstagramSettings): InstagramState {
  // A single object: webhook signing reads its settings, which operations can change.
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

/** Adds an account. */
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

/** Finds an account by name. @throws ControlError with the known names. */
export function accountNamed(state: InstagramState, name: string): Account {
  const all = [...state.accounts.values()]
  const found = all.find(({ username, userId }) => username === name || userId === name)
  if (found !== undefined) return found
  throw unknownName(
    name,
    all.map(({ username }) => username),
  )
}

/** Account of the caller. */
export function callerOf(state: InstagramState, access: Access): Account {
  const account = state.accounts.get(access.owner)
  if (account === undefined) throw noSuchObject('get', access.owner)
  return account
}

/** Account in the path, also as `me`. Refuses accounts other than the caller's. */
export function accountInPath(state: InstagramState, access: Access, id: string, method: string): Account {
  const caller = callerOf(state, access)
  if (id !== 'me' && id !== caller.userId && id !== caller.appScopedId) throw noSuchObject(method, id)
  return caller
}
