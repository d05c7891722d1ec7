import type { SignedVisit } from '../meta/dispatch.js'
import { project } from '../meta/fields.js'
import { badParameter, noSuchObject, Refusal } from '../meta/refusal.js'
import { changeComment, mustReach, pageOf, removeComment } from './comments.js'
import { pushPost } from './events.js'
import { notePost, PUBLISH, textOf } from './feed.js'
import { pageType, personType } from './page-node.js'
import { commentType, photoType, postType } from './post-node.js'
import type { Post } from './records.js'
import { readMoment } from './schedule.js'
import { type FacebookState, requirePageScopes } from './state.js'
import { videoType } from './videos/video-node.js'

/** GET /me: returns the page for a page token, and the person for a user token. */
export function readMe(state: FacebookState, { access, params, fields }: SignedVisit): unknown {
  params.only()
  const page = state.pages.get(access.pageId ?? '')
  if (page !== undefined) return project(pageType(state, access), page, fields)
  const person = state.people.get(access.owner)
  if (person === undefined) throw noSuchObject('get', 'me')
  return project(personType, person, fields)
}

/** GET /:id: returns a page, a person, or an object that belongs to the calling page. */
export function readNode(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path, fields } = visit
  const id = path['id'] ?? ''
  params.only()
  const page = state.pages.get(id)
  if (page !== undefined) {
    if (access.pageId === null && state.authorizations.get(access.owner)?.pages.has(id) !== true)
      throw noSuchObject('get', id)
    return project(pageType(state, access), page, fields)
  }
  if (id === access.owner) return readMe(state, visit)
  mustReach(state, visit, id)
  const comment = state.comments.get(id)
  requirePageScopes(
    state,
    access,
    comment === undefined ? ['pages_read_engagement'] : ['pages_read_engagement', 'pages_read_user_content'],
    10,
  )
  const post = state.posts.get(id)
  const video = state.videos.get(id)
  const photo = state.photos.get(id)
  if (comment !== undefined) return project(commentType(state), comment, fields)
  if (post !== undefined) return project(postType(state), post, fields)
  if (video !== undefined) return project(videoType(state), video, fields)
  if (photo !== undefined) return project(photoType(state), photo, fields)
  throw noSuchObject('get', id)
}

/**
 * Records an edit in the effects, where tests count edits. Callers omit edits that change nothing.
 */
function noteEdit(state: FacebookState, { id, pageId }: Pick<Post, 'id' | 'pageId'>, texts: object): void {
  state.effects.add({ account: pageId, kind: 'EDIT', id, content: { on: id, ...texts } })
}

function changePost(state: FacebookState, { access, params }: SignedVisit, post: Post): unknown {
  requirePageScopes(state, access, PUBLISH, 200)
  params.only('message', 'is_published', 'scheduled_publish_time', 'is_hidden', 'is_pinned', 'place')
  if (!post.isOurs)
    throw new Refusal({
      code: 200,
      status: 403,
      message: '(#200) Only posts made by this application can be changed',
    })
  const seconds = params.number('scheduled_publish_time')
  if (seconds !== null) {
    if (post.published) throw badParameter('The post is out already')
    post.scheduledFor = readMoment(state, seconds, 30)
  }
  if (params.has('message')) {
    const message = textOf(params, 'message')
    const isNew = message !== post.message
    post.message = message
    if (isNew) noteEdit(state, post, { message })
    if (isNew && post.published) pushPost(state, post, 'edited')
  }
  post.isHidden = params.boolean('is_hidden') ?? post.isHidden
  if (params.boolean('is_published') === true && !post.published) {
    post.published = true
    post.scheduledFor = null
    post.createdAt = state.clock.now()
    notePost(state, post, [])
    pushPost(state, post, 'add')
  }
  return { success: true }
}

/** POST /:id: edits a post, a comment, or the title and description of a video. */
export function changeNode(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path } = visit
  const id = path['id'] ?? ''
  mustReach(state, visit, id)
  const comment = state.comments.get(id)
  if (comment !== undefined) return changeComment(state, visit, comment)
  const post = state.posts.get(id)
  if (post !== undefined) return changePost(state, visit, post)
  const video = state.videos.get(id)
  if (video === undefined) throw noSuchObject('post', id)
  requirePageScopes(state, access, PUBLISH, 200)
  params.only('description', 'name')
  const before = [video.description, video.title].join('\n')
  video.description = params.text('description') ?? video.description
  video.title = params.text('name') ?? video.title
  const texts = { description: video.description, title: video.title }
  if (Object.values(texts).join('\n') !== before) noteEdit(state, video, texts)
  return { success: true }
}

/** Deletes a post, comment, video or photo. Deleting a video also deletes its post. */
export function removeObject(state: FacebookState, id: string): void {
  const comment = state.comments.get(id)
  const video = state.videos.get(id)
  const post = state.posts.get(id) ?? state.posts.get(video?.postId ?? '')
  if (comment !== undefined) removeComment(state, comment)
  if (post !== undefined) {
    state.posts.delete(post.id)
    state.videos.delete(post.videoId ?? '')
    if (post.published) pushPost(state, post, 'remove')
  }
  state.videos.delete(id)
  state.photos.delete(id)
}

/** DELETE /:id: deletes a post, comment, video or photo of the calling page. */
export function deleteNode(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path } = visit
  const id = path['id'] ?? ''
  params.only()
  mustReach(state, visit, id)
  const isComment = state.comments.has(id)
  requirePageScopes(state, access, isComment ? ['pages_manage_engagement'] : PUBLISH, 200)
  const post = state.posts.get(id)
  if (post !== undefined && !post.isOurs)
    throw new Refusal({
      code: 200,
      status: 403,
      message: '(#200) Only posts made by this application can be deleted',
    })
  if (pageOf(state, id) !== null) removeObject(state, id)
  return { success: true }
}
