import type { Visit } from '../../framework/router.js'
import type { Person, Poll, Post } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import { nextId, type XState } from '../state.js'
import { charge } from '../wire/billing.js'
import { type Input, isInput, readJson, textOrNull, textsOf } from '../wire/input.js'
import { notPermitted } from '../wire/problems.js'
import { checkPostBody } from './post-body.js'
import { postJson } from './post-json.js'
import { checkEdit, checkQuote, checkReply, checkText, takeMedia } from './post-rules.js'
import { urlsIn } from './text-weight.js'

const WRITES = ['tweet.read', 'tweet.write', 'users.read']

function readPoll(state: XState, value: unknown): Poll | null {
  if (!isInput(value)) return null
  return { id: nextId(state), options: textsOf(value['options']), minutes: Number(value['duration_minutes']) }
}

/**
 * Reads the ids of the people to tag. People who do not allow tags are omitted without an error.
 */
function readTags(state: XState, media: Input): string[] {
  return textsOf(media['tagged_user_ids']).filter((id) => state.people.get(id)?.allowsTags === true)
}

/** Stores a new post. */
export function keepPost(state: XState, person: Person, fields: Partial<Post>): Post {
  const id = nextId(state)
  const post: Post = {
    kind: 'POST',
    text: '',
    conversationId: id,
    repliedToId: null,
    quotedId: null,
    repostedId: null,
    mediaIds: [],
    taggedIds: [],
    poll: null,
    replySettings: 'everyone',
    communityId: null,
    paidPartnership: false,
    madeWithAi: false,
    isHidden: false,
    impressions: 0,
    clicks: { url_link_clicks: 0, user_profile_clicks: 0, engagements: 0 },
    ...fields,
    id,
    authorId: person.id,
    createdAt: state.clock.now(),
    history: [...(fields.history ?? []), id],
    likedBy: new Set(),
  }
  state.posts.set(id, post)
  // Every version of a post lists the ids of all versions.
  for (const before of fields.history ?? []) {
    const old = state.posts.get(before)
    if (old !== undefined) state.posts.set(before, { ...old, history: post.history })
  }
  return post
}

/**
 * Returns the content that the client sent. A hash replaces the id of each file, because every
 * upload of the same file has a different id.
 */
function contentOf(state: XState, input: Input): object {
  const media = isInput(input['media']) ? input['media'] : null
  if (media === null) return input
  const sums = textsOf(media['media_ids']).map((id) => state.uploads.get(id)?.sha256 ?? id)
  return { ...input, media: { ...media, media_ids: sums } }
}

function priceOf(state: XState, post: Post): 'POST_CREATE' | 'POST_WITH_URL' | 'SUMMONED_REPLY' {
  if (urlsIn(post.text).length > 0) return 'POST_WITH_URL'
  const parent = post.repliedToId === null ? undefined : state.posts.get(post.repliedToId)
  return parent !== undefined && parent.authorId !== post.authorId ? 'SUMMONED_REPLY' : 'POST_CREATE'
}

/** Handles POST /2/tweets. */
export async function createPost(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: WRITES })
  const input = await readJson(visit.request)
  checkPostBody(input)
  const media = isInput(input['media']) ? input['media'] : {}
  const reply = isInput(input['reply']) ? input['reply'] : {}
  const edit = isInput(input['edit_options']) ? input['edit_options'] : {}
  const text = textOrNull(input['text']) ?? ''
  const communityId = textOrNull(input['community_id'])
  if (communityId !== null && !person.communities.has(communityId)) throw notPermitted()
  const before = checkEdit(state, person, textOrNull(edit['previous_post_id']))
  const parent = checkReply(state, person, textOrNull(reply['in_reply_to_tweet_id']))
  const quotedId = checkQuote(state, textOrNull(input['quote_tweet_id']))
  const mediaIds = textsOf(media['media_ids'])
  const uploads = takeMedia(state, person, mediaIds)
  checkText(state, person, { text, mediaIds, repliedToId: parent?.id ?? null, editedId: before?.id ?? null })
  const start = before?.conversationId ?? parent?.conversationId
  const post = keepPost(state, person, {
    text,
    ...(start !== undefined && { conversationId: start }),
    repliedToId: parent?.id ?? null,
    quotedId,
    mediaIds,
    taggedIds: readTags(state, media),
    poll: readPoll(state, input['poll']),
    replySettings: textOrNull(input['reply_settings']) ?? 'everyone',
    communityId,
    paidPartnership: input['paid_partnership'] === true,
    madeWithAi: input['made_with_ai'] === true,
    history: before?.history ?? [],
  })
  for (const upload of uploads) upload.isUsed = true
  charge(state, route, priceOf(state, post))
  state.effects.add({
    account: person.id,
    kind: parent === null ? 'POST' : 'COMMENT',
    id: post.id,
    content: contentOf(state, input),
  })
  const data = postJson(state, post, { post: new Set(), expansions: new Set() })
  return Response.json({ data }, { status: 201 })
}
