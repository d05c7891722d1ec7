import { ControlError, operation } from '../framework/control/operations.js'
import { containerOperations, describeContainers } from '../meta/control-containers.js'
import { describeTokens, signInOperations } from '../meta/control-sign-in.js'
import { graphOperations, waitingEvents } from '../meta/control.js'
import { plannedOperations } from '../meta/planned.js'
import { entryBodies } from '../meta/push.js'
import { nextId } from '../meta/state.js'
import { keepComment } from './comments.js'
import { INSTAGRAM_FAULTS } from './faults.js'
import { INSTAGRAM_CALLS } from './handler.js'
import { postByHand, postsOfToday } from './publish.js'
import type { Media } from './records.js'
import { makeLongToken, signInPage } from './sign-in.js'
import { accountNamed, addAccount, type InstagramState } from './state.js'

/** Describes the state of the emulated Instagram for the control page. Secrets are hidden. */
function describe(state: InstagramState) {
  const name = (id: string): string => state.accounts.get(id)?.username ?? id
  return {
    accounts: [...state.accounts.values()].map((account) => ({
      ...account,
      postsOfToday: postsOfToday(state, account),
    })),
    media: [...state.media.values()].slice(-100).map((media) => ({ ...media, by: name(media.owner) })),
    comments: [...state.comments.values()].slice(-100).map((comment) => ({ ...comment })),
    privateReplies: [...state.privateReplies.values()].slice(-100),
    containers: describeContainers(state),
    tokens: describeTokens(state, name),
    events: { waiting: waitingEvents(state) },
  }
}

function mustFindMedia(state: InstagramState, id: string): Media {
  const media = state.media.get(id)
  if (media === undefined)
    throw new ControlError(
      `There is no media "${id}". Existing media: ${[...state.media.keys()].join(', ') || 'none'}.`,
    )
  return media
}

/** Returns the control operations for accounts, and for actions of other people. */
function peopleOperations(state: InstagramState) {
  return {
    addAccount: operation({
      does: 'Adds an account: BUSINESS, MEDIA_CREATOR or PERSONAL.',
      takes: { username: 'text', name: 'text?', accountType: 'text?', noTrialReels: 'boolean?' },
      run: ({ username, name, accountType, noTrialReels }) => {
        const type = (['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL'] as const).find(
          (one) => one === (accountType ?? 'BUSINESS'),
        )
        if (type === undefined)
          throw new ControlError('accountType must be BUSINESS, MEDIA_CREATOR or PERSONAL.')
        const { userId } = addAccount(state, {
          username,
          accountType: type,
          noTrialReels: noTrialReels ?? false,
          ...(name !== undefined && { name }),
        })
        return { userId }
      },
    }),
    postByHand: operation({
      does: 'A person posts a picture without the app.',
      takes: { by: 'text', text: 'text' },
      run: ({ by, text }) => ({ id: postByHand(state, accountNamed(state, by).userId, text).id }),
    }),
    comment: operation({
      does: 'A person comments, or replies to a comment.',
      takes: { by: 'text', on: 'text', text: 'text', answering: 'text?' },
      run: ({ by, on, text, answering }) => {
        const media = mustFindMedia(state, on)
        const own = [...state.accounts.values()].find(({ username }) => username === by)
        const from = { id: own?.userId ?? nextId(state), username: by }
        return { id: keepComment(state, { media, parentId: answering ?? null, from, text }).id }
      },
    }),
    deleteComment: operation({
      does: 'A person deletes their comment. Nothing is pushed.',
      takes: { id: 'text' },
      run: ({ id }) => ({ deleted: state.comments.delete(id) }),
    }),
    setLikes: operation({
      does: 'Sets the number of likes of media.',
      takes: { id: 'text', likes: 'number' },
      run: ({ id, likes }) => {
        mustFindMedia(state, id).likes = likes
      },
    }),
    setPostsUsed: operation({
      does: 'Sets the number of posts already published today.',
      takes: { posts: 'number' },
      run: ({ posts }) => {
        state.quotaUsedBefore = posts
      },
    }),
  }
}

/** Returns all control operations of the emulated Instagram. */
export function instagramOperations(state: InstagramState) {
  const ownerOf = (name: string): string => accountNamed(state, name).userId
  return {
    state: operation({
      does: 'Shows the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => describe(state),
    }),
    ...peopleOperations(state),
    ...signInOperations(state, {
      page: signInPage(state),
      ownerOf,
      makeToken: (owner) => makeLongToken(state, owner).token,
    }),
    ...containerOperations(state),
    ...graphOperations(state, {
      ownerOf,
      signedIdOf: (owner) => state.accounts.get(owner)?.appScopedId ?? owner,
      entryOf: (name) => ({ object: 'instagram', entryId: ownerOf(name) }),
      toBodies: entryBodies,
    }),
    ...plannedOperations(state, INSTAGRAM_FAULTS, () => INSTAGRAM_CALLS),
  }
}

/** Control operations of the emulated Instagram, by name. */
export type InstagramOperations = ReturnType<typeof instagramOperations>
