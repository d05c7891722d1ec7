import {
  InvalidPostError,
  NotSupportedError,
  platformOf,
  type PostInput,
  SocialBaseError,
  whatNext,
} from '@social/core'

import { type AccountDraft, type CheckInfo, partField, type Refusal } from '../../shared/compose.js'
import type { OptionField } from '../../shared/networks.js'
import type { StudioParts } from '../parts.js'
import { chainOf, chainRefusal } from './chains.js'
import { optionFields } from './option-fields.js'

/**
 * Fields that every post has, each with the pattern that recognizes the field in an error message.
 */
const FIELDS: readonly (readonly [field: string, pattern: RegExp])[] = [
  ['publishAt', /publishAt|at a set time|\bmoment\b/],
  ['files', /\b(pictures?|videos?|files?|media|image|attach)\b/i],
]

/**
 * Finds the field that an error message is about: first an option named in the message, then a
 * field of `FIELDS`. Without a match the field is the text.
 */
function fieldOf(message: string, options: readonly OptionField[]): string {
  const named = options
    .filter(({ name }) => new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(message))
    .toSorted((one, other) => message.indexOf(one.name) - message.indexOf(other.name))
  return named[0]?.name ?? FIELDS.find(([, pattern]) => pattern.test(message))?.[0] ?? 'text'
}

/**
 * Checks a draft against the rules of an account's network. Returns the text length, the limits
 * and any error message. Publishes nothing.
 */
export async function checkDraft(parts: StudioParts, draft: AccountDraft): Promise<CheckInfo> {
  const { social, uploads, stopping: signal } = parts
  const { accountId, text, options, more = [] } = draft
  const account = social.account(accountId)
  const platform = social.platformFor(platformOf(accountId))
  // The studio itself holds scheduled threads, and scheduled posts for networks without scheduling,
  // until they are due. The network does not receive their publish time, so the check leaves the
  // time out.
  const publishAt = platform.features.has('SCHEDULE') && more.length === 0 ? draft.publishAt : null
  const post = { text, media: uploads.toMediaList(draft.media), publishAt, options }
  try {
    const [length, limits, message, ...lengths] = await Promise.all([
      account.measureText(text, { options, signal }),
      account.limits({ signal }),
      refusalOf(account.checkPost(post, { signal })),
      ...more.map((part) => account.measureText(part, { options, signal })),
    ])
    const first = message === null ? null : { field: fieldOf(message, optionFields(platform)), message }
    // If the network does not support threads, the check reports only this error.
    const never = more.length === 0 ? null : chainRefusal(platform)
    const refusal =
      never === null
        ? (first ?? (await checkMore(parts, post, draft)))
        : { field: partField(0), message: never }
    return { accountId, length, maxLength: limits.maxTextLength, more: lengths, refusal, note: null }
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    const { message } = error
    // After a rate limit or outage the check has no result. Publishing checks the post again.
    const isPassing = whatNext(error).todo === 'RETRY'
    const nothing = { accountId, length: null, maxLength: null, more: [] }
    return isPassing
      ? { ...nothing, refusal: null, note: message }
      : { ...nothing, refusal: { field: 'account', message }, note: null }
  }
}

/**
 * Checks the parts after the first one. Returns the first part that fails, or null if all parts
 * pass.
 */
async function checkMore(
  { social, stopping: signal }: StudioParts,
  first: PostInput,
  { accountId, more = [] }: AccountDraft,
): Promise<Refusal | null> {
  const [, ...further] = chainOf(first, more, social.platformFor(platformOf(accountId)))
  for (const [place, part] of further.entries()) {
    const message = await refusalOf(social.account(accountId).checkPost(part, { signal }))
    if (message !== null) return { field: partField(place), message }
  }
  return null
}

/** Returns the library's error message for an invalid post, or null for a valid post. */
async function refusalOf(checking: Promise<void>): Promise<string | null> {
  try {
    await checking
    return null
  } catch (error) {
    if (InvalidPostError.is(error) || NotSupportedError.is(error)) return error.message
    throw error
  }
}
