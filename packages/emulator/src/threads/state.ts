import { unknownName } from '../framework/control/operations.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Container, ContainerState } from '../meta/containers.js'
import type { Access } from '../meta/records.js'
import { noSuchObject } from '../meta/refusal.js'
import { later, makeGraphState, nextId } from '../meta/state.js'
import type { Account, Post } from './records.js'
import type { ThreadsAccountSetup, ThreadsSettings } from './settings.js'

/** State of the emulated Threads. */
export interface ThreadsState extends ContainerState {
  own: ThreadsSettings
  readonly accounts: Map<string, Account>
  readonly containers: Map<string, Container>
  /** Posts and replies, oldest first. */
  readonly posts: Map<string, Post>
  /** Times at which an account deleted a post or searched for a place. */
  readonly deletions: { readonly owner: string; readonly at: Date }[]
  readonly searches: { readonly owner: string; readonly at: Date }[]
  /**
   * Number of posts and replies that other apps made in the last day, counted against the limits.
   */
  usedBefore: { posts: number; replies: number }
}

/** Creates the state of a new server with its accounts. */
export function makeState(setup: ModuleSetup, settings: ThreadsSettings): ThreadsState {
  // The state must stay a single object, because webhook signing reads its settings and operations
  // change them.
  const state: ThreadsState = Object.assign(makeGraphState(setup, settings, 'threads'), {
    own: settings,
    accounts: new Map(),
    containers: new Map(),
    containerSettings: settings,
    nextErrors: [],
    containersToLose: 0,
    posts: new Map(),
    deletions: [],
    searches: [],
    usedBefore: { posts: 0, replies: 0 },
  })
  for (const account of settings.accounts) addAccount(state, account)
  return state
}

/** Adds an account. */
export function addAccount(state: ThreadsState, setup: ThreadsAccountSetup): Account {
  const { username, name = username, isPrivate = false, geoGating = false } = setup
  const account: Account = { id: nextId(state), username, name, isPrivate, geoGating }
  state.accounts.set(account.id, account)
  return account
}

/** Finds an account by name. @throws ControlError with the known names. */
export function accountNamed(state: ThreadsState, name: string): Account {
  const all = [...state.accounts.values()]
  const found = all.find(({ username, id }) => username === name || id === name)
  if (found !== undefined) return found
  throw unknownName(
    name,
    all.map(({ username }) => username),
  )
}

/** Returns the account of the caller. */
export function callerOf(state: ThreadsState, access: Access): Account {
  const account = state.accounts.get(access.owner)
  if (account === undefined) throw noSuchObject('get', access.owner)
  return account
}

/** Returns true for the caller's account id and for `me`. */
export const isCaller = ({ id }: Account, given: string): boolean => given === 'me' || given === id

/** Returns the account in the path. Refuses other accounts than the caller's. */
export function accountInPath(state: ThreadsState, access: Access, id: string, method: string): Account {
  const caller = callerOf(state, access)
  if (!isCaller(caller, id)) throw noSuchObject(method, id)
  return caller
}

/** Returns the time one day ago. */
export const dayAgo = (state: ThreadsState): Date => later(state.clock.now(), -86_400)

/** Returns the top-level post of a conversation. */
export const rootOf = (state: ThreadsState, post: Post): Post => state.posts.get(post.root ?? '') ?? post
