import { ControlError, operation } from '../framework/control/operations.js'
import { containerOperations, describeContainers } from '../meta/control-containers.js'
import { describeTokens, signInOperations } from '../meta/control-sign-in.js'
import { graphOperations, waitingEvents } from '../meta/control.js'
import { plannedOperations } from '../meta/planned.js'
import { pushDeleted, pushMentions, pushReply, threadsBodies } from './events.js'
import { THREADS_FAULTS } from './faults.js'
import { THREADS_CALLS } from './handler.js'
import { fakeOwner } from './nodes.js'
import { keepPost, createdToday } from './publish.js'
import type { Post } from './records.js'
import { makeLongToken, signInPage } from './sign-in.js'
import { accountNamed, addAccount, type ThreadsState } from './state.js'

/** Describes the state of the network for the control page. Secrets are hidden. */
function describe(state: ThreadsState) {
  return {
    accounts: [...state.accounts.values()].map((account) => ({
      ...account,
      postsToday: createdToday(state, account.id, 'posts'),
      repliesToday: createdToday(state, account.id, 'replies'),
    })),
    posts: [...state.posts.values()].slice(-200).map((post) => ({ ...post })),
    containers: describeContainers(state),
    tokens: describeTokens(state, (owner) => state.accounts.get(owner)?.username ?? owner),
    events: { waiting: waitingEvents(state) },
  }
}

function mustFind(state: ThreadsState, id: string): Post {
  const post = state.posts.get(id)
  if (post === undefined)
    throw new ControlError(
      `There is no post "${id}". Existing posts: ${[...state.posts.keys()].join(', ') || 'none'}.`,
    )
  return post
}

/** Creates the control operations for accounts. */
function accessOperations(state: ThreadsState) {
  return {
    addAccount: operation({
      does: 'Adds an account. A private account gets no webhook events for replies and mentions.',
      takes: { username: 'text', name: 'text?', isPrivate: 'boolean?', geoGating: 'boolean?' },
      run: ({ username, name, isPrivate, geoGating }) => {
        const flags = { isPrivate: isPrivate ?? false, geoGating: geoGating ?? false }
        return { id: addAccount(state, { username, ...flags, ...(name !== undefined && { name }) }).id }
      },
    }),
  }
}

/** Creates the control operations that act as other people. */
function peopleOperations(state: ThreadsState) {
  return {
    post: operation({
      does: 'A person posts or replies. People named with @ receive a notification.',
      takes: { by: 'text', text: 'text', replyTo: 'text?' },
      run: ({ by, text, replyTo }) => {
        if (replyTo !== undefined) mustFind(state, replyTo)
        const made = keepPost(state, {
          owner: fakeOwner(state, by),
          username: by,
          mediaType: 'TEXT_POST',
          text,
          given: replyTo === undefined ? {} : { reply_to_id: replyTo },
        })
        if (made.replyTo !== null) pushReply(state, made)
        pushMentions(state, made)
        return { id: made.id }
      },
    }),
    deletePost: operation({
      does: 'A person deletes a post or a reply.',
      takes: { id: 'text' },
      run: ({ id }) => {
        const post = mustFind(state, id)
        state.posts.delete(id)
        pushDeleted(state, post)
      },
    }),
    setStats: operation({
      does: 'Sets the number of likes and reposts of a post.',
      takes: { id: 'text', likes: 'number?', reposts: 'number?' },
      run: ({ id, likes, reposts }) => {
        const post = mustFind(state, id)
        post.likes = likes ?? post.likes
        post.reposts = reposts ?? post.reposts
      },
    }),
    setUsed: operation({
      does: 'Sets the number of posts and replies already published today.',
      takes: { posts: 'number?', replies: 'number?' },
      run: ({ posts, replies }) => {
        state.usedBefore = {
          posts: posts ?? state.usedBefore.posts,
          replies: replies ?? state.usedBefore.replies,
        }
      },
    }),
    setNotFound: operation({
      does: 'Publishing fails with 24/4279009 for this many seconds after a container was created, regardless of its status.',
      takes: { seconds: 'number' },
      run: ({ seconds }) => {
        state.own = { ...state.own, notFoundSeconds: seconds }
      },
    }),
  }
}

/** Creates all control operations of Threads. */
export function threadsOperations(state: ThreadsState) {
  const ownerOf = (name: string): string => accountNamed(state, name).id
  return {
    state: operation({
      does: 'Shows the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => describe(state),
    }),
    ...accessOperations(state),
    ...peopleOperations(state),
    ...signInOperations(state, {
      page: signInPage(state),
      ownerOf,
      makeToken: (owner) => makeLongToken(state, owner),
    }),
    ...containerOperations(state),
    ...graphOperations(state, {
      ownerOf,
      signedIdOf: (owner) => owner,
      entryOf: (name) => ({ object: 'interaction', entryId: ownerOf(name) }),
      toBodies: threadsBodies(state),
    }),
    ...plannedOperations(state, THREADS_FAULTS, () => THREADS_CALLS),
  }
}

/** Type of the control operations of Threads. */
export type ThreadsOperations = ReturnType<typeof threadsOperations>
