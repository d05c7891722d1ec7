import { NotSupportedError, type PostInput } from '@social/core'
import type { Platform } from '@social/core/platform'

import { optionFields } from './option-fields.js'

/**
 * The posts of a chain. What a person chose from a list, such as who can see the post, holds for every part; what belongs
 * to one post, such as a poll or a quoted post, stays with the first.
 */
export function chainOf(
  first: PostInput,
  more: readonly string[],
  platform: Platform,
): readonly [PostInput, ...PostInput[]] {
  const shared = new Set(
    optionFields(platform).flatMap(({ name, kind }) => (kind === 'choice' ? [name] : [])),
  )
  const options = Object.fromEntries(Object.entries(first.options ?? {}).filter(([name]) => shared.has(name)))
  return [first, ...more.map((text) => ({ text, options }))]
}

/** Why a network takes no chain of posts; null where it does. */
export function chainRefusal({ name, features }: Platform): string | null {
  if (features.has('POST_THREAD')) return null
  return new NotSupportedError({
    platform: name,
    what: 'posting several posts as one thread',
    suggestion: 'Take the other parts out, or this account.',
  }).message
}
