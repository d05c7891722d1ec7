import {
  type Call,
  type CanEditPosts,
  type JsonObject,
  type PostEdit,
  type PostResult,
  type PublishCall,
  readOptions,
  type Receipt,
} from '@social/core/platform'
import * as v from 'valibot'

import { limitsForText, readLimits } from '../../limits/index.js'
import { toMomentOrNull, toPostResult } from '../../map/index.js'
import { refusal } from '../../messages.js'
import { editOptions, type Settings } from '../../options.js'
import { statusPath } from '../../read.js'
import { postedReply, type SentReply, sentReply, sourceReply } from '../../schemas.js'
import { checkDraft } from '../check/check.js'
import type { FoundStatus } from '../lost/find-sent.js'
import { markOf, markOfStatus } from '../text-mark.js'
import { bodyOfEdit, checkMediaChanges, checkNewThumbnails, mediaAttributes } from './edit-media.js'

/**
 * Milliseconds for which an edit without a response can be sent again. An edit replaces the whole
 * post, so sending it later would undo newer changes.
 */
const REPEATABLE_MS = 10 * 60_000

/** Maximum difference between the clocks within one server, in milliseconds. Our choice. */
const CLOCKS_APART_MS = 2_000

/**
 * Minimum seconds until the end of a poll when its post is edited. An edit sends the remaining
 * duration, and the server refuses shorter durations.
 * app/validators/poll_expiration_validator.rb of the server (read 2026-11-22)
 */
const MIN_POLL_SECONDS = 300

type Changes = v.InferOutput<typeof editOptions>

/** A status before an edit, with its source text. */
interface Before {
  readonly status: SentReply
  readonly text: string
  readonly spoilerText: string
}

async function readBefore(postId: string, { http }: Call): Promise<Before> {
  const status = await http.get(statusPath(postId), sentReply)
  const source = await http.get(`${statusPath(postId)}/source`, sourceReply)
  return { status, text: source.text, spoilerText: source.spoiler_text }
}

/**
 * Returns the current poll in the format of an edit. Every edit has to contain the poll, because
 * the server deletes a missing poll.
 */
function keptPoll({ poll }: SentReply, { clock }: Call): JsonObject | null {
  if (!poll) return null
  const endsAt = toMomentOrNull(poll.expires_at)
  const seconds = endsAt === null ? 0 : Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000)
  if (seconds < MIN_POLL_SECONDS)
    throw refusal(
      'POLL_ENDED',
      'The poll of this post has ended, or ends within five minutes. An edit would reopen or delete the poll. Do not edit this post.',
      { field: 'post' },
    )
  return {
    options: poll.options.map(({ title }) => title),
    expires_in: seconds,
    multiple: poll.multiple ?? false,
    // The server does not return `hide_totals`. While the totals are hidden, the server omits the
    // vote counts.
    hide_totals: poll.options.every(({ votes_count: votes }) => votes === null || votes === undefined),
  }
}

/**
 * Returns all fields of the post after the edit.
 * https://docs.joinmastodon.org/methods/statuses/#edit (read 2026-11-22)
 */
function toBody({ text }: PostEdit, changes: Changes, before: Before, call: Call): JsonObject {
  const { status } = before
  const mediaIds = (status.media_attachments ?? []).flatMap(({ id }) => id ?? [])
  checkMediaChanges(changes, status)
  const attributes = mediaAttributes(changes)
  const poll = keptPoll(status, call)
  return {
    status: text ?? before.text,
    spoiler_text: changes.spoilerText ?? before.spoilerText,
    sensitive: changes.sensitive ?? status.sensitive ?? false,
    media_ids: mediaIds,
    ...(changes.language !== undefined && { language: changes.language }),
    ...(changes.quoteApprovalPolicy !== undefined && { quote_approval_policy: changes.quoteApprovalPolicy }),
    ...(attributes.length > 0 && { media_attributes: attributes }),
    ...(poll && { poll }),
  }
}

const editData = v.object({ edited: v.string(), mark: v.nullable(v.string()), sentAt: v.string() })

/**
 * Checks whether an edit without a response was applied: the post then has the new text and was
 * edited after the attempt.
 *
 * @returns Null when no such edit was found. The server may still have received the edit.
 */
export async function findEdit({ data }: Receipt, { http }: Call): Promise<FoundStatus | null> {
  const read = v.safeParse(editData, data)
  if (!read.success) return null
  const { edited, mark, sentAt } = read.output
  const { data: status, raw } = await http.request('GET', statusPath(edited), sentReply)
  const editedAt = toMomentOrNull(status.edited_at)
  const since = (toMomentOrNull(sentAt)?.getTime() ?? Infinity) - CLOCKS_APART_MS
  if (mark === null || editedAt === null || editedAt.getTime() < since) return null
  return (await markOfStatus(status)) === mark ? { data: v.parse(postedReply, raw), raw } : null
}

/**
 * Creates the method that edits posts. The whole post is read and sent back, because the server
 * clears fields that an edit omits.
 */
export function editing(settings: Settings): CanEditPosts {
  return {
    async editPost(postId, edit, call: PublishCall): Promise<PostResult> {
      const changes = readOptions(editOptions, edit.options, { platform: 'mastodon' })
      const before = await readBefore(postId, call)
      const json = toBody(edit, changes, before, call)
      const text = edit.text ?? before.text
      const spoilerText = changes.spoilerText ?? before.spoilerText
      if (edit.text !== null || changes.spoilerText !== undefined) {
        const options = spoilerText === '' ? {} : { spoilerText }
        const target = { mentions: '', visibility: null, inReplyToId: null }
        const limits = await limitsForText(text, options, call, settings)
        await checkDraft({ text, media: [], options, publishAt: null, target }, limits)
      }
      if (changes.thumbnails) checkNewThumbnails(changes, await readLimits(call, settings))
      const body = bodyOfEdit(json, changes)
      const choices = before.status.poll?.options.map(({ title }) => title)
      const { data, raw } = await call.http.request('PUT', statusPath(postId), postedReply, {
        ...body,
        finish: {
          data: {
            edited: postId,
            mark: markOf({ spoilerText, text, choices }),
            sentAt: call.networkNow().toISOString(),
          },
          repeatableUntil:
            body.retry === 'always' ? new Date(call.clock.now().getTime() + REPEATABLE_MS) : null,
        },
      })
      return toPostResult(data, raw, call.idempotencyKey)
    },
  }
}
