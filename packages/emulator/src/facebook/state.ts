import { unknownName } from '../framework/control/operations.js'
import type { ModuleSetup } from '../framework/module.js'
import { allows } from '../meta/access.js'
import type { Access } from '../meta/records.js'
import { missingPermission, noSuchObject, Refusal } from '../meta/refusal.js'
import { type GraphState, later, makeGraphState, nextId } from '../meta/state.js'
import type { Comment, Page, Person, Photo, Post, Story, Video } from './records.js'
import type { FacebookPersonSetup, FacebookSettings } from './settings.js'

/** State of the emulated Facebook. The state exists only in memory. */
export interface FacebookState extends GraphState {
  own: FacebookSettings
  readonly people: Map<string, Person>
  readonly pages: Map<string, Page>
  readonly posts: Map<string, Post>
  readonly photos: Map<string, Photo>
  readonly videos: Map<string, Video>
  /** Ids of videos, by the id of their upload session. */
  readonly sessions: Map<string, string>
  readonly comments: Map<string, Comment>
  readonly stories: Story[]
  /** Reactions such as `LOVE`, by the id of the object and then by the id of the person or page. */
  readonly reactions: Map<string, Map<string, string>>
}

/** Creates the initial state, with the people and pages of the settings. */
export function makeState(setup: ModuleSetup, settings: FacebookSettings): FacebookState {
  // Object.assign extends the existing object instead of copying it. Webhook signing holds this
  // object and must see changed settings.
  const state: FacebookState = Object.assign(makeGraphState(setup, settings, 'pages'), {
    own: settings,
    people: new Map(),
    pages: new Map(),
    posts: new Map(),
    photos: new Map(),
    videos: new Map(),
    sessions: new Map(),
    comments: new Map(),
    stories: [],
    reactions: new Map(),
  })
  for (const person of settings.people) addPerson(state, person)
  return state
}

/** Adds a page. No person has a role on the page yet. */
export function addPage(state: FacebookState, name: string, category = 'Local business'): Page {
  const page: Page = { id: nextId(state), name, category, subscribed: new Set() }
  state.pages.set(page.id, page)
  return page
}

/** Adds a person with a role on each of these pages. */
export function addPerson(state: FacebookState, { name, pages = [] }: FacebookPersonSetup): Person {
  const ids = pages.map((page) => addPage(state, page.name, page.category).id)
  const person: Person = { id: nextId(state), name, pages: new Set(ids) }
  state.people.set(person.id, person)
  return person
}

/**
 * Finds a person or page by name or id.
 * @throws ControlError if none matches. The message lists the existing names.
 */
export function named<T extends { readonly id: string; readonly name: string }>(
  all: Iterable<T>,
  name: string,
): T {
  const list = [...all]
  const found = list.find((one) => one.name === name || one.id === name)
  if (found !== undefined) return found
  throw unknownName(
    name,
    list.map((one) => one.name),
  )
}

/**
 * Returns the page in the request path. `me` is the page of the token.
 * @throws Refusal if the page is unknown, the token is for another page, or a permission is
 * missing.
 */
export function pageInPath(
  state: FacebookState,
  access: Access,
  id: string,
  scopes: readonly string[],
  code: 10 | 200 = 200,
): Page {
  const page = state.pages.get(id === 'me' ? (access.pageId ?? '') : id)
  if (page === undefined) throw noSuchObject('get', id)
  if (access.pageId !== page.id)
    throw new Refusal({
      code: 200,
      status: 403,
      message: '(#200) This call needs an access token of the page',
    })
  requirePageScopes(state, access, scopes, code)
  return page
}

/** @throws Refusal if the token lacks one of these permissions. */
export function requirePageScopes(
  state: FacebookState,
  access: Access,
  scopes: readonly string[],
  code: 10 | 200,
): void {
  for (const scope of scopes) if (!allows(state, access, scope)) throw missingPermission(scope, code)
}

/** Publishes scheduled posts whose time has come. Deletes unused photos after a day. */
export function complete(state: FacebookState): void {
  const now = state.clock.now()
  for (const post of state.posts.values())
    if (post.scheduledFor !== null && post.scheduledFor <= now) {
      post.published = true
      post.createdAt = post.scheduledFor
      post.scheduledFor = null
    }
  const day = later(now, -86_400)
  for (const [id, { postId, temporary, createdAt }] of state.photos)
    if (postId === null && !temporary && createdAt <= day) state.photos.delete(id)
}
