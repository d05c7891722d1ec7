import { InvalidPostError, NotSupportedError, platformOf, SocialBaseError, whatNext } from '@social/core'

import type { OptionField } from '../shared/api.js'
import type { AccountDraft, CheckInfo } from '../shared/compose.js'
import { optionFields } from './option-fields.js'
import type { StudioParts } from './parts.js'

/** Fields that every post has, by the words that sentences about them use. */
const FIELDS: readonly (readonly [field: string, words: RegExp])[] = [
  ['publishAt', /publishAt|at a set time|\bmoment\b/],
  ['files', /\b(pictures?|videos?|files?|media|image|attach)\b/i],
]

/** The field a sentence is about: an option it names, else what it talks of, else the words. */
function fieldOf(message: string, options: readonly OptionField[]): string {
  const named = options
    .filter(({ name }) => new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(message))
    .toSorted((one, other) => message.indexOf(one.name) - message.indexOf(other.name))
  return named[0]?.name ?? FIELDS.find(([, words]) => words.test(message))?.[0] ?? 'text'
}

/** What an account's network makes of a draft: its length, its limits, and why it would be refused. Nothing is sent. */
export async function checkDraft(parts: StudioParts, draft: AccountDraft): Promise<CheckInfo> {
  const { social, uploads, stopping: signal } = parts
  const { accountId, text, options } = draft
  const account = social.account(accountId)
  const platform = social.platformFor(platformOf(accountId))
  // A network that does not keep posts for later is given them when their time has come.
  const publishAt = platform.features.has('SCHEDULE') ? draft.publishAt : null
  const post = { text, media: uploads.toMediaList(draft.media), publishAt, options }
  try {
    const [length, limits, message] = await Promise.all([
      account.measureText(text, { options, signal }),
      account.limits({ signal }),
      refusalOf(account.checkPost(post, { signal })),
    ])
    const refusal = message === null ? null : { field: fieldOf(message, optionFields(platform)), message }
    return { accountId, length, most: limits.maxTextLength, refusal, note: null }
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    const { message } = error
    // Too many questions, or no answer: publishing waits and tries again, and checks once more.
    const isPassing = whatNext(error).todo === 'RETRY'
    const nothing = { accountId, length: null, most: null }
    return isPassing
      ? { ...nothing, refusal: null, note: message }
      : { ...nothing, refusal: { field: 'account', message }, note: null }
  }
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
