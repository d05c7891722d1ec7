import { createHash } from 'node:crypto'

import { ControlError, operation } from '../../framework/control/operations.js'
import { secondsOf } from '../../meta/state.js'
import { keepComment, pageOf, threadOf } from '../comments.js'
import { pushComment, pushOf } from '../events.js'
import { keepPost } from '../feed.js'
import { removeObject } from '../nodes.js'
import { reactionsOf } from '../post-node.js'
import type { Comment, Video } from '../records.js'
import { type FacebookState, named } from '../state.js'

const REACTIONS = ['LIKE', 'LOVE', 'WOW', 'HAHA', 'SAD', 'ANGRY', 'CARE']

function mustFindObject(state: FacebookState, id: string): string {
  const pageId = pageOf(state, id)
  if (pageId !== null) return pageId
  throw new ControlError(
    `There is no "${id}". Existing objects: ${[...state.posts.keys(), ...state.videos.keys()].join(', ') || 'none'}.`,
  )
}

function mustFindComment(state: FacebookState, id: string): Comment {
  const comment = state.comments.get(id)
  if (comment === undefined) throw new ControlError(`There is no comment "${id}".`)
  return comment
}

function mustFindVideo(state: FacebookState, id: string): Video {
  const video = state.videos.get(id)
  if (video === undefined)
    throw new ControlError(
      `There is no video "${id}". Existing videos: ${[...state.videos.keys()].join(', ') || 'none'}.`,
    )
  return video
}

/**
 * Returns an id for a person who has no account in the emulator. The same name always gives the
 * same id.
 */
const externalPersonId = (name: string): string =>
  `5${createHash('sha256').update(name).digest().readUIntBE(0, 6).toString().padStart(15, '0')}1`

const someone = (name: string) => ({ id: externalPersonId(name), name })

/** Returns the control operations for comments, reactions and other actions of people on a page. */
export function peopleOperations(state: FacebookState) {
  return {
    comment: operation({
      does: 'A person comments on a post or a video, or replies to a comment.',
      takes: { by: 'text', on: 'text', text: 'text', picture: 'text?' },
      run: ({ by, on, text, picture }) => {
        mustFindObject(state, on)
        const from = someone(by)
        return { id: keepComment(state, { on, from, message: text, picture: picture ?? null }).id }
      },
    }),
    editComment: operation({
      does: 'A person edits their comment.',
      takes: { id: 'text', text: 'text' },
      run: ({ id, text }) => {
        const comment = mustFindComment(state, id)
        comment.message = text
        pushComment(state, comment, 'edited')
      },
    }),
    react: operation({
      does: `A person reacts: ${REACTIONS.join(', ')}.`,
      takes: { by: 'text', on: 'text', type: 'text?' },
      run: ({ by, on, type = 'LIKE' }) => {
        const pageId = mustFindObject(state, on)
        if (!REACTIONS.includes(type))
          throw new ControlError(`There is no reaction "${type}". Valid reactions: ${REACTIONS.join(', ')}.`)
        const id = threadOf(state, on)
        state.reactions.set(id, new Map([...reactionsOf(state, id), [externalPersonId(by), type]]))
        pushOf(state, pageId, 'feed', {
          item: 'reaction',
          verb: 'add',
          reaction_type: type.toLowerCase(),
          post_id: state.comments.get(on)?.objectId ?? on,
          parent_id: on,
          ...(state.comments.has(on) && { comment_id: on }),
          created_time: secondsOf(state.clock.now()),
          from: someone(by),
        })
      },
    }),
    mention: operation({
      does: 'Another page mentions a page in a post.',
      takes: { by: 'text', page: 'text', text: 'text' },
      run: ({ by, page, text }) =>
        pushOf(state, named(state.pages.values(), page).id, 'mention', {
          item: 'post',
          verb: 'add',
          post_id: `${externalPersonId(by)}_333`,
          sender_id: externalPersonId(by),
          sender_name: by,
          created_time: secondsOf(state.clock.now()),
          message: text,
        }),
    }),
    postByHand: operation({
      does: 'A person posts on their page without the app. The app cannot edit such a post.',
      takes: { page: 'text', text: 'text' },
      run: ({ page, text }) => {
        const { id } = named(state.pages.values(), page)
        return {
          id: keepPost(state, {
            pageId: id,
            message: text,
            published: true,
            scheduledFor: null,
            isOurs: false,
          }).id,
        }
      },
    }),
    remove: operation({
      does: 'A person deletes a post, a video, a picture or a comment.',
      takes: { id: 'text' },
      run: ({ id }) => {
        mustFindObject(state, id)
        removeObject(state, id)
      },
    }),
    setShares: operation({
      does: 'Sets the number of shares of a post.',
      takes: { id: 'text', shares: 'number' },
      run: ({ id, shares }) => {
        const post = state.posts.get(id)
        if (post === undefined) throw new ControlError(`There is no post "${id}".`)
        post.shares = shares
      },
    }),
  }
}

/**
 * Returns the control operations for the status of videos and for the server's responses to
 * uploads.
 */
export function videoOperations(state: FacebookState) {
  return {
    setVideoStatus: operation({
      does: 'Overrides the reported state of a video: upload_complete, expired, or any other value. Without a value, the real state.',
      takes: { id: 'text', word: 'text?' },
      run: ({ id, word }) => {
        mustFindVideo(state, id).word = word ?? null
      },
    }),
    failVideo: operation({
      does: 'The processing of a video fails.',
      takes: { id: 'text', message: 'text?' },
      run: ({ id, message }) => {
        mustFindVideo(state, id).problem = message ?? 'The video could not be processed.'
      },
    }),
    loseSession: operation({
      does: 'The upload session has expired.',
      takes: { id: 'text' },
      run: ({ id }) => ({ lost: state.sessions.delete(id) }),
    }),
    loseUpload: operation({
      does: 'The upload of a video is lost before publication: its bytes are deleted and its session expires.',
      takes: { id: 'text' },
      run: ({ id }) => {
        const video = mustFindVideo(state, id)
        if (video.finishedAt !== null) throw new ControlError(`The video "${id}" is already published.`)
        video.isLost = true
        video.uploadedBytes = 0
      },
    }),
    losePhotos: operation({
      does: 'Deletes the pictures that are in no post.',
      takes: {},
      run: () => {
        for (const [id, { postId }] of state.photos) if (postId === null) state.photos.delete(id)
      },
    }),
    setServer: operation({
      does: 'Sets the processing time of videos, the size of pieces, whether a wrong offset is corrected, and whether a repeated text is refused.',
      takes: {
        videoSeconds: 'number?',
        pieceBytes: 'number?',
        returnOffsets: 'boolean?',
        refuseDuplicates: 'boolean?',
        reelsPerDay: 'number?',
      },
      run: (given) => {
        const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        state.own = { ...state.own, ...set }
      },
    }),
  }
}
