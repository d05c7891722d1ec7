import type { Fields, Media } from '@social/core/platform'

import type { ReadOptions } from '../options.js'

/** Target of a status: the fields that a reply or message derives from its parent. */
export interface Target {
  /** `@bo @cy@other.example `: prepended to the text; '' without mentions. */
  readonly mentions: string
  /** Null uses the default of the account. */
  readonly visibility: string | null
  readonly inReplyToId: string | null
}

/** A status to be sent. */
export interface StatusDraft {
  readonly text: string
  readonly media: readonly Media[]
  readonly options: Omit<ReadOptions, 'visibility'>
  readonly publishAt: Date | null
  readonly target: Target
}

/** Complete text of a status, as counted and sent. */
export function textOf({ target, text }: StatusDraft): string {
  return `${target.mentions}${text}`
}

/** Form fields of a poll. */
function pollFields(poll: ReadOptions['poll']): Fields {
  if (poll === undefined) return {}
  return {
    'poll[options][]': poll.options,
    'poll[expires_in]': poll.seconds,
    'poll[multiple]': poll.multiple,
    'poll[hide_totals]': poll.hideTotals,
  }
}

/** The form of `POST /api/v1/statuses`. https://docs.joinmastodon.org/methods/statuses/#create (read 2026-09-24) */
export function toStatusForm(draft: StatusDraft, mediaIds: readonly string[]): Fields {
  const { options, target, publishAt } = draft
  return {
    status: textOf(draft) || null,
    'media_ids[]': mediaIds,
    in_reply_to_id: target.inReplyToId,
    sensitive: options.sensitive,
    spoiler_text: options.spoilerText,
    visibility: target.visibility,
    language: options.language,
    scheduled_at: publishAt?.toISOString(),
    quoted_status_id: options.quotedStatusId,
    quote_approval_policy: options.quoteApprovalPolicy,
    ...pollFields(options.poll),
  }
}
