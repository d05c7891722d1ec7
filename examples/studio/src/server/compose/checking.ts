import {
  platformOf,
  type PostInput,
  type PostIssue,
  postIssuesOf,
  SocialBaseError,
  userMessageOf,
  whatNext,
} from '@social/core'

import { type AccountDraft, type CheckInfo, type FieldIssue, partField } from '../../shared/compose.js'
import type { OptionField } from '../../shared/networks.js'
import type { StudioParts } from '../parts.js'
import { chainOf, chainRefusal } from './chains.js'
import { optionFields } from './option-fields.js'

/** Form fields of the fields of a post. All other problems are shown at the text. */
const FIELDS: Readonly<Partial<Record<PostIssue['field'], string>>> = {
  media: 'files',
  publishAt: 'publishAt',
}

/** Finds the form field of a problem: the option, or the part of an option that has its own form field. */
function toFieldIssue(
  { field, optionPath, userMessage }: PostIssue,
  options: readonly OptionField[],
): FieldIssue {
  const named = options.findLast(({ name }) => optionPath === name || optionPath?.startsWith(`${name}.`))
  const part = options.find(({ name }) => name.startsWith(`${optionPath ?? ''}.`))
  return { field: named?.name ?? part?.name ?? FIELDS[field] ?? 'text', text: userMessage }
}

/** Returns the problems of an invalid post. Empty for a valid post. */
async function issuesOf(checking: Promise<void>): Promise<readonly PostIssue[]> {
  try {
    await checking
    return []
  } catch (error) {
    const issues = postIssuesOf(error)
    if (issues.length > 0) return issues
    throw error
  }
}

/**
 * Checks a draft against the rules of an account's network. Returns the text length, the limits
 * and all problems. Publishes nothing.
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
    const [length, limits, found, ...lengths] = await Promise.all([
      account.measureText(text, { options, signal }),
      account.limits({ signal }),
      issuesOf(account.checkPost(post, { signal })),
      ...more.map((part) => account.measureText(part, { options, signal })),
    ])
    const fields = optionFields(social, platform.name)
    const first = found.map((issue) => toFieldIssue(issue, fields))
    const issues = [...first, ...(await checkMore(parts, post, draft))]
    return { accountId, length, maxLength: limits.maxTextLength, more: lengths, issues, note: null }
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    const message = userMessageOf(error)
    // After a rate limit or outage the check has no result. Publishing checks the post again.
    const isPassing = whatNext(error).todo === 'RETRY'
    const nothing = { accountId, length: null, maxLength: null, more: [] }
    return isPassing
      ? { ...nothing, issues: [], note: message }
      : { ...nothing, issues: [{ field: 'account', text: message }], note: null }
  }
}

/** Checks the parts after the first one. */
async function checkMore(
  { social, stopping: signal }: StudioParts,
  first: PostInput,
  { accountId, more = [] }: AccountDraft,
): Promise<readonly FieldIssue[]> {
  const platform = social.platformFor(platformOf(accountId))
  const never = more.length === 0 ? null : chainRefusal(platform)
  if (never !== null) return [{ field: partField(0), text: never }]
  const [, ...further] = chainOf(first, more, { social, network: platform.name })
  const found = await Promise.all(
    further.map((part) => issuesOf(social.account(accountId).checkPost(part, { signal }))),
  )
  return found.flatMap((issues, place) =>
    issues.map(({ userMessage }) => ({ field: partField(place), text: userMessage })),
  )
}
