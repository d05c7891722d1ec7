import {
  type Call,
  type ClaimCall,
  claimFitting,
  claimNearest,
  type ListSearch,
  makePostResult,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
  sentSpan,
} from '@social/core/platform'
import {
  CONTAINER_SLACK,
  findContainerPost,
  idPath,
  type ListedPost,
  QUERY_AGAIN_SECONDS,
  POLL_PAUSES,
  searchGraphList,
  momentsOf,
  SENT_SLACK,
  textMark,
} from '@social/meta-kit'
import type * as v from 'valibot'

import { mediaItem, replyItem } from '../schemas.js'
import { readStatus } from './containers.js'
import { type SavedRequest, readSaved } from './receipt.js'

type MediaItem = v.InferOutput<typeof mediaItem>

const idOf = ({ id }: { readonly id: string }): string => id

/**
 * Finds a published media by its kind, caption and time. Stories have no caption, so a story is
 * found only if exactly one story matches.
 */
export async function findMedia(
  sent: SavedRequest,
  call: Call & ClaimCall & { readonly idempotencyKey: string },
): Promise<ListedPost> {
  const isStory = sent.way === 'STORY'
  const moments = (): readonly Date[] => momentsOf(sent, call)
  const found: ListSearch<MediaItem> = await searchGraphList(
    call,
    idPath(call.connection.accountId, isStory ? 'stories' : 'media'),
    mediaItem,
    {
      query: () => ({ fields: 'id,caption,permalink,timestamp,media_type' }),
      idOf: ({ id }) => id,
      createdAt: ({ timestamp }) => timestamp,
      fits: ({ caption, media_type: type }) =>
        (sent.shownAs === null || type === null || type === sent.shownAs) &&
        (isStory || textMark(caption ?? '') === sent.textHash),
      span: () => sentSpan(moments(), CONTAINER_SLACK),
    },
  )
  const { isCutShort } = found
  const claimed = isStory
    ? await claimFitting<MediaItem>(found, { idOf, pick: 'ONLY' }, call)
    : await claimNearest<MediaItem>(found, { idOf, moments: moments() }, call)
  if (claimed.state !== 'OWNED') return { result: null, isCutShort }
  const { item: one } = claimed
  const { idempotencyKey } = call
  return {
    result: makePostResult({ id: one.id, url: one.permalink, raw: { ...one }, idempotencyKey }),
    isCutShort,
  }
}

/**
 * Finds a comment of the account in the list of comments of the media, or of replies to the parent comment. Instagram does not
 * document the order of this list.
 */
async function findComment(sent: SavedRequest, call: ReconcileCall): Promise<Reconciled> {
  const span = () => sentSpan(momentsOf(sent, call), SENT_SLACK)
  const edge = sent.way === 'MEDIA_COMMENT' ? 'comments' : 'replies'
  for (const pause of POLL_PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const found = await searchGraphList(call, idPath(sent.on ?? '', edge), replyItem, {
      query: () => ({ fields: 'id,text,timestamp,from{id,username}' }),
      isNewestFirst: false,
      idOf: ({ id }) => id,
      createdAt: ({ timestamp }) => timestamp,
      fits: ({ from, text }) =>
        from?.id === call.connection.accountId && textMark(text ?? '') === sent.textHash,
      span,
    })
    const claimed = await claimNearest(found, { idOf, moments: momentsOf(sent, call) }, call)
    if (claimed.state === 'OWNED') return { state: 'FOUND', result: null }
    if (found.isCutShort) return { state: 'UNKNOWN', retryAfter: null }
  }
  const mayStillShow = call.networkNow() <= span().until
  return { state: 'UNKNOWN', retryAfter: mayStillShow ? QUERY_AGAIN_SECONDS : null }
}

/** Checks whether Instagram received a request whose response was lost. Only reads. */
export async function findLost(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const { sent, parent } = readSaved(receipt)
  if (sent === null) return { state: 'UNKNOWN' }
  if (sent.way === 'COMMENT' || sent.way === 'MEDIA_COMMENT') return findComment(sent, call)
  if (parent === null) return { state: 'UNKNOWN' }
  return findContainerPost(parent, { sent, readStatus, findPost: (asked) => findMedia(sent, asked) }, call)
}
