import type { Fields, Media } from '@social/core/platform'

import type { ReadOptions } from '../options.js'

/** Fields of a reply or message that derive from its parent post. */
export interface Target {
  /** Mentions to put before the text, such as `@bo @cy@other.example `; '' without mentions. */
  readonly mentions: string
  /** Visibility of the status; null for the account's default. */
  readonly visibility: string | null
  readonly inReplyToId: string | null
}

/** A status that is not sent yet. */
export interface StatusDraft {
  readonly text: string
  readonly media: readonly Media[]
  readonly options: Omit<ReadOptions, 'visibility'>
  readonly publishAt: Date | null
  readonly target: Target
}

/** Returns the complete text of a status, with the mentions. This text is measured and sent. */
export function textOf({ target, text }: StatusDraft): string {
  return `${target.mentions}${text}`
}

/** Returns the form fields of a poll. */
function pollFields(poll: ReadOptions['poll']): Fields {
  if (poll === undefined) return {}
  return {
    'poll[options][]': poll.options,
    'poll[expires_in]': poll.seconds,
    'poll[multiple]': poll.multiple,
    'poll[hide_totals]': poll.hideTotals,
  }
}

/**
 * Returns the form fields of `POST /api/v1/statuses`.
 * https://docs.joinmastodon.org/methods/statuses/#create (read 2026-09-24)
 */
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
