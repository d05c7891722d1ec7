import { ControlError, operation } from '../../framework/control/operations.js'
import { keepMessage, pairId } from '../messages/messages.js'
import { keepPost } from '../posts/create-post.js'
import { findVersion } from '../posts/post-store.js'
import type { Post, Upload } from '../records.js'
import type { XState } from '../state.js'
import { mustFindPerson } from './access.js'

function mustFindPost(state: XState, id: string): Post {
  const post = findVersion(state, id)
  if (post === undefined) throw new ControlError(`There is no post "${id}".`)
  return post
}

function mustFindUpload(state: XState, id: string): Upload {
  const upload = state.uploads.get(id)
  if (upload === undefined) throw new ControlError(`There is no file "${id}".`)
  return upload
}

/** Creates the control operations that act as other people and control the processing of files. */
export function postOperations(state: XState) {
  return {
    post: operation({
      does: "A person posts: a reply with `on`, a quote with `quoting`. The app's plan does not apply to them.",
      takes: { by: 'text', text: 'text', on: 'text?', quoting: 'text?' },
      run: ({ by, text, on, quoting }) => {
        const parent = on === undefined ? null : mustFindPost(state, on)
        const post = keepPost(state, mustFindPerson(state, by), {
          text,
          repliedToId: parent?.id ?? null,
          quotedId: quoting === undefined ? null : mustFindPost(state, quoting).id,
          ...(parent && { conversationId: parent.conversationId }),
        })
        return { id: post.id, conversationId: post.conversationId }
      },
    }),
    deletePost: operation({
      does: 'The author deletes a post.',
      takes: { id: 'text' },
      run: ({ id }) => {
        for (const version of mustFindPost(state, id).history) state.posts.delete(version)
      },
    }),
    like: operation({
      does: 'A person likes a post.',
      takes: { by: 'text', on: 'text' },
      run: ({ by, on }) => void mustFindPost(state, on).likedBy.add(mustFindPerson(state, by).id),
    }),
    setViews: operation({
      does: 'Sets how often a post was displayed, and the clicks that only its author sees.',
      takes: { id: 'text', views: 'number?', linkClicks: 'number?', profileClicks: 'number?' },
      run: ({ id, views = 0, linkClicks = 0, profileClicks = 0 }) => {
        const post = mustFindPost(state, id)
        post.impressions = views
        Object.assign(post.clicks, {
          url_link_clicks: linkClicks,
          user_profile_clicks: profileClicks,
          engagements: linkClicks + profileClicks + post.likedBy.size,
        })
      },
    }),
    message: operation({
      does: 'A person sends a private message.',
      takes: { by: 'text', to: 'text', text: 'text' },
      run: ({ by, to, text }) => {
        const [sender, other] = [mustFindPerson(state, by).id, mustFindPerson(state, to).id]
        const conversationId = pairId(sender, other)
        const { id } = keepMessage(state, {
          conversationId,
          senderId: sender,
          participantIds: [sender, other],
          text,
          mediaId: null,
        })
        return { id, conversationId }
      },
    }),
    finishProcessing: operation({
      does: 'Completes the processing of a file.',
      takes: { mediaId: 'text' },
      run: ({ mediaId }) => {
        mustFindUpload(state, mediaId).stage = 'READY'
      },
    }),
    failMedia: operation({
      does: 'The processing of a file fails.',
      takes: { mediaId: 'text', message: 'text?' },
      run: ({ mediaId, message }) => {
        mustFindUpload(state, mediaId).failure = message ?? 'file is invalid'
      },
    }),
  }
}
