import { operation } from '../../framework/control/operations.js'
import { hide } from '../../framework/log/hide.js'
import { authorize, decide } from '../../meta/authorize.js'
import { graphOperations, waitingEvents } from '../../meta/control.js'
import { plannedOperations } from '../../meta/planned.js'
import { entryBodies } from '../../meta/push.js'
import { FACEBOOK_FAULTS } from '../faults.js'
import { FACEBOOK_CALLS } from '../handler.js'
import { signInPage } from '../sign-in.js'
import { addPage, addPerson, type FacebookState, named, complete } from '../state.js'
import { makePersonToken, pageToken } from '../tokens.js'
import { videoName } from '../videos/video-node.js'
import { peopleOperations, videoOperations } from './people.js'

/** Describes the state of the emulated Facebook for the control page. Secrets are hidden. */
function describe(state: FacebookState) {
  complete(state)
  return {
    people: [...state.people.values()].map(({ id, name, pages }) => ({ id, name, pages: [...pages] })),
    pages: [...state.pages.values()].map((page) => ({ ...page, subscribed: [...page.subscribed] })),
    posts: [...state.posts.values()].slice(-100).map((post) => ({ ...post })),
    photos: [...state.photos.values()].slice(-100).map((photo) => ({ ...photo })),
    videos: [...state.videos.values()].slice(-100).map(({ hash: _hash, ...video }) => ({
      ...video,
      status: videoName(state, { ...video, hash: _hash }),
    })),
    stories: state.stories.slice(-100),
    comments: [...state.comments.values()].slice(-200).map((comment) => ({ ...comment })),
    tokens: state.accesses.map(({ token, owner, pageId, kind, expiresAt, deadWith }) => ({
      token: hide(token),
      of: state.people.get(owner)?.name ?? owner,
      page: state.pages.get(pageId ?? '')?.name ?? null,
      kind,
      scopes: [...(state.authorizations.get(owner)?.scopes ?? [])],
      expiresAt,
      deadWith,
    })),
    events: { waiting: waitingEvents(state) },
  }
}

function accessOperations(state: FacebookState) {
  return {
    addPerson: operation({
      does: 'Adds a person, with pages by their names.',
      takes: { name: 'text', pages: 'texts?' },
      run: ({ name, pages = [] }) => ({
        id: addPerson(state, { name, pages: pages.map((page) => ({ name: page })) }).id,
      }),
    }),
    addPage: operation({
      does: 'Adds a page that a person manages.',
      takes: { name: 'text', person: 'text', category: 'text?' },
      run: ({ name, person, category }) => {
        const { id } = addPage(state, name, category)
        named(state.people.values(), person).pages.add(id)
        return { id }
      },
    }),
    signIn: operation({
      does: 'Returns the token of a page, and the long-lived token of the person, without the sign-in page. Default: the first page and all permissions.',
      takes: { person: 'text', page: 'text?', scopes: 'texts?' },
      run: ({ person: name, page, scopes = state.settings.scopes }) => {
        const person = named(state.people.values(), name)
        const pageId =
          page === undefined ? ([...person.pages][0] ?? '') : named(state.pages.values(), page).id
        state.authorizations.delete(person.id)
        authorize(state, person.id, { requested: scopes, allowed: scopes, pages: [...person.pages] })
        const long = makePersonToken(state, person.id, 'LONG')
        return {
          accessToken: pageToken(state, long, pageId).token,
          personToken: long.token,
          pageId,
          personId: person.id,
        }
      },
    }),
    approve: operation({
      does: 'Submits the sign-in page at a URL: approves, deselects permissions or pages, or denies. Returns the redirect URL.',
      takes: { url: 'text', person: 'text', without: 'texts?', withoutPages: 'texts?', deny: 'boolean?' },
      run: ({ url, person, without = [], withoutPages = [], deny }) => {
        const form = new URL(url).searchParams
        form.set('decision', deny === true ? 'deny' : 'approve')
        form.set('person', named(state.people.values(), person).id)
        for (const scope of (form.get('scope') ?? '').split(/[, ]/))
          if (!without.includes(scope)) form.append('allow', scope)
        for (const page of state.pages.values())
          if (!withoutPages.includes(page.name)) form.append('page', page.id)
        const response = decide(state, signInPage(state), form)
        return { status: response.status, location: response.headers.get('location') }
      },
    }),
    removeRole: operation({
      does: "A person loses their role on a page: the page's tokens fail with 190/492.",
      takes: { person: 'text', page: 'text' },
      run: ({ person: name, page }) => {
        const person = named(state.people.values(), name)
        const { id } = named(state.pages.values(), page)
        person.pages.delete(id)
        for (const access of state.accesses)
          if (access.owner === person.id && access.pageId === id) access.deadWith = 492
      },
    }),
  }
}

/** Returns all control operations of the emulated Facebook. */
export function facebookOperations(state: FacebookState) {
  return {
    state: operation({
      does: 'Returns the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => describe(state),
    }),
    ...accessOperations(state),
    ...peopleOperations(state),
    ...videoOperations(state),
    ...graphOperations(state, {
      ownerOf: (name) => named(state.people.values(), name).id,
      signedIdOf: (owner) => owner,
      entryOf: (name) => ({ object: 'page', entryId: named(state.pages.values(), name).id }),
      toBodies: entryBodies,
    }),
    ...plannedOperations(state, FACEBOOK_FAULTS, () => FACEBOOK_CALLS),
  }
}

/** Control operations of the emulated Facebook, by name. */
export type FacebookOperations = ReturnType<typeof facebookOperations>
