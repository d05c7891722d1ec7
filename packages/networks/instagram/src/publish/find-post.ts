import {
  type Call,
  type LookedBack,
  makePostResult,
  nearestFitting,
  onlyFitting,
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
  LOOK_AGAIN_SECONDS,
  LOOK_PAUSES,
  lookInList,
  momentsOf,
  SENT_SLACK,
  wordsMark,
} from '@social/meta-kit'
import type * as v from 'valibot'

import type { Settings } from '../options.js'
import { mediaItem, replyItem } from '../schemas.js'
import { readStatus } from './containers.js'
import { type KeptSent, readKept } from './receipt.js'

/** Finds a published media by its kind, its caption and its moment; stories have no caption, so one alone must fit. */
export async function findMedia(
  sent: KeptSent,
  { owners }: Settings,
  call: Call & { readonly idempotencyKey: string },
): Promise<ListedPost> {
  const isStory = sent.way === 'STORY'
  const moments = (): readonly Date[] => momentsOf(sent, call)
  const looked: LookedBack<v.InferOutput<typeof mediaItem>> = await lookInList(
    call,
    idPath(call.connection.accountId, isStory ? 'stories' : 'media'),
    mediaItem,
    {
      query: () => ({ fields: 'id,caption,permalink,timestamp,media_type' }),
      idOf: ({ id }) => id,
      madeAt: ({ timestamp }) => timestamp,
      fits: ({ id, caption, media_type: type }) =>
        owners.isFree(id, call) &&
        (sent.shownAs === null || type === null || type === sent.shownAs) &&
        (isStory || wordsMark(caption ?? '') === sent.words),
      span: () => sentSpan(moments(), CONTAINER_SLACK),
    },
  )
  const { isCutShort } = looked
  const one = isStory ? onlyFitting(looked) : nearestFitting(looked, moments())
  if (one === null) return { result: null, isCutShort }
  owners.claim(one.id, call)
  const { idempotencyKey } = call
  return {
    result: makePostResult({ id: one.id, url: one.permalink, raw: { ...one }, idempotencyKey }),
    isCutShort,
  }
}

/** An answer of the account's own, below what it answered. Instagram does not say in which order answers are listed. */
async function findComment(sent: KeptSent, call: ReconcileCall): Promise<Reconciled> {
  const span = () => sentSpan(momentsOf(sent, call), SENT_SLACK)
  for (const pause of LOOK_PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const { fitting, isCutShort } = await lookInList(call, idPath(sent.on ?? '', 'replies'), replyItem, {
      query: () => ({ fields: 'id,text,timestamp,from{id,username}' }),
      isNewestFirst: false,
      idOf: ({ id }) => id,
      madeAt: ({ timestamp }) => timestamp,
      fits: ({ from, text }) =>
        from?.id === call.connection.accountId && wordsMark(text ?? '') === sent.words,
      span,
    })
    if (fitting.length > 0) return { state: 'FOUND', result: null }
    if (isCutShort) return { state: 'UNKNOWN', retryAfter: null }
  }
  const mayStillShow = call.networkNow() <= span().until
  return { state: 'UNKNOWN', retryAfter: mayStillShow ? LOOK_AGAIN_SECONDS : null }
}

/** Looks for what became of a visible request whose answer was lost. Reads only. */
export async function findLost(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const { sent, parent } = readKept(receipt)
  if (sent === null) return { state: 'UNKNOWN' }
  if (sent.way === 'COMMENT') return findComment(sent, call)
  if (parent === null) return { state: 'UNKNOWN' }
  return findContainerPost(
    parent,
    { sent, readStatus, findPost: (asked) => findMedia(sent, settings, asked) },
    call,
  )
}
