import type { PostInput, SocialClient } from '@social/core'
import type { Platform } from '@social/core/platform'

import { optionFields } from './option-fields.js'

/**
 * Builds the posts of a thread. Options with a fixed list of values, such as visibility, apply to
 * every part. Other options, such as a poll or a quoted post, apply only to the first part.
 */
export function chainOf(
  first: PostInput,
  more: readonly string[],
  context: { readonly social: SocialClient; readonly network: string },
): readonly [PostInput, ...PostInput[]] {
  const shared = new Set(
    optionFields(context.social, context.network).flatMap(({ name, kind }) =>
      kind === 'choice' ? [name] : [],
    ),
  )
  const options = Object.fromEntries(Object.entries(first.options ?? {}).filter(([name]) => shared.has(name)))
  return [first, ...more.map((text) => ({ text, options }))]
}

/** Returns the reason why a network does not support threads of posts, or null if it does. */
export function chainRefusal({ displayName, features }: Platform): string | null {
  if (features.has('POST_THREAD')) return null
  return `${displayName} cannot publish several posts as one thread. Remove the other parts or this account.`
}
