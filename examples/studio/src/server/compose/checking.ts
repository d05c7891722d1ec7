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

/** Fields that every post has, by the words that sentences about them use. */
const FIELDS: readonly (readonly [field: string, pattern: RegExp])[] = [
  ['publishAt', /publishAt|at a set time|\bmoment\b/],
  ['files', /\b(pictures?|videos?|files?|media|image|attach)\b/i],
]

/** The field a sentence is about: an option it names, else what it talks of, else the words. */
function fieldOf(message: string, options: readonly OptionField[]): string {
  const named = options
    .filter(({ name }) => new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(message))
    .toSorted((one, other) => message.indexOf(one.name) - message.indexOf(other.name))
  return named[0]?.name ?? FIELDS.find(([, pattern]) => pattern.test(message))?.[0] ?? 'text'
}

/** What an account's network makes of a draft: its length, its limits, and why it would be refused. Nothing is sent. */
export async function checkDraft(parts: StudioParts, draft: AccountDraft): Promise<CheckInfo> {
  const { social, uploads, stopping: signal } = parts
  const { accountId, text, options, more = [] } = draft
  const account = social.account(accountId)
  const platform = social.platformFor(platformOf(accountId))
  // What a network does not keep for later, chains never, it is given when the time has come.
  const publishAt = platform.features.has('SCHEDULE') && more.length === 0 ? draft.publishAt : null
  const post = { text, media: uploads.toMediaList(draft.media), publishAt, options }
  try {
    const [length, limits, message, ...lengths] = await Promise.all([
      account.measureText(text, { options, signal }),
      account.limits({ signal }),
      refusalOf(account.checkPost(post, { signal })),
      ...more.map((text) => account.measureText(text, { options, signal })),
    ])
    const first = message === null ? null : { field: fieldOf(message, optionFields(platform)), message }
    // Nothing else helps where the network takes no chain.
    const never = more.length === 0 ? null : chainRefusal(platform)
    const refusal =
      never === null
        ? (first ?? (await checkMore(parts, post, draft)))
        : { field: partField(0), message: never }
    return { accountId, length, most: limits.maxTextLength, more: lengths, refusal, note: null }
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    const { message } = error
    // Too many questions, or no answer: publishing waits and tries again, and checks once more.
    const isPassing = whatNext(error).todo === 'RETRY'
    const nothing = { accountId, length: null, most: null, more: [] }
    return isPassing
      ? { ...nothing, refusal: null, note: message }
      : { ...nothing, refusal: { field: 'account', message }, note: null }
  }
}

/** The first further part of a chain that would be refused, as a post by itself; null when none would be. */
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

/** The library's own sentence for what the network would refuse; null when it would not. */
async function refusalOf(checking: Promise<void>): Promise<string | null> {
  try {
    await checking
    return null
  } catch (error) {
    if (InvalidPostError.is(error) || NotSupportedError.is(error)) return error.message
    throw error
  }
}
